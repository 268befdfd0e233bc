"""Table 1: masses and inertias as the engine uses them, and homogeneous bodies that have these values."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from parados.plots.panels import Panel, curves_figure
from parados.plots.style import GROUND
from parados.sources.entry import Line, Reproduction, equal, unprinted
from parados.sources.fried_gough_stewart.fried_runs import GEOMETRY, HELIX, runs
from parados.sources.fried_gough_stewart.model.fried_parameters import A_AT_1030_MM
from parados.sources.fried_simulation import Array, Run, path_choices

__all__ = ["GROWTH", "NO_LENGTH", "table_1"]

M_1, M_2, M_C = 0.5, 1.0, 3.0
"""Masses [kg], Table 1."""
I_C1 = (0.0002, 0.0038, 0.0038)
I_C2_X = 13e-4
I_C = (0.375, 0.1875, 0.1875)
"""Inertias about the centres of mass [kg m^2], Table 1."""
A_0, GROWTH, NO_LENGTH = 6.25e-4, 830e-4, 0.83
"""Transverse inertia a = A_0 + GROWTH (theta - NO_LENGTH)^2 [kg m^2], Table 1."""

DIGITS = 1e-12
"""Largest allowed difference of numbers that are data: round-off."""
FITTED = 1e-9
"""Largest allowed difference of the numbers of `a`, which are computed from differences of energies."""


def table_1() -> Reproduction:
    """Compare every number of the table with the number that the engine uses."""
    both = runs()
    printed = both["gough-stewart-fried"]
    a_0, growth = _fitted(printed, both["gough-stewart-fried-constant"])
    lines = [
        *_links(dict(zip(printed.model.parameter_names, printed.model.parameters, strict=True))),
        equal("link 2, a at theta = 0.83 m", A_0, a_0, FITTED, "kg m^2", "from the kinetic energy along the path"),
        equal("link 2, a over (theta - 0.83 m)^2", GROWTH, growth, FITTED, "kg", "from the kinetic energy along the path"),
        *_bodies(),
    ]
    theta = np.linspace(NO_LENGTH, 1.25, 200)
    a = A_0 + GROWTH * (theta - NO_LENGTH) ** 2
    data = {"theta [m]": theta, "a, Table 1 [kg m^2]": a}
    return Reproduction(
        lines, {"rod-inertia": _figure(theta, a, printed.q)}, {"rod-inertia": data}, [*path_choices(HELIX), GEOMETRY]
    )


def _links(p: dict[str, float]) -> list[Line]:
    """Compare Table 1 without `a` with the standard parameters of leg 1 and of the platform, moved to the centres of mass."""
    x_1 = p["mx_gamma_b1"] / p["m_gamma_b1"]
    at_centre = (p["xx_gamma_b1"], *(p[f"{k}_gamma_b1"] - p["m_gamma_b1"] * x_1**2 for k in ("yy", "zz")))
    lines = [equal("mass of link 1", M_1, p["m_gamma_b1"], DIGITS, "kg")]
    lines += [
        equal(f"link 1, I_{k}", value, ours, DIGITS, "kg m^2") for k, value, ours in zip("xyz", I_C1, at_centre, strict=True)
    ]
    lines.append(equal("mass of link 2", M_2, p["m_theta1"], DIGITS, "kg"))
    lines.append(equal("link 2, I_x", I_C2_X, p["zz_theta1"], DIGITS, "kg m^2", "the leg is z of this link in the catalog"))
    lines.append(equal("mass of the platform", M_C, p["m_p"], DIGITS, "kg"))
    lines += [equal(f"platform, I_{k}", value, p[f"{k}{k}_p"], DIGITS, "kg m^2") for k, value in zip("xyz", I_C, strict=True)]
    return lines


def _fitted(printed: Run, constant: Run) -> tuple[float, float]:
    """Return both coefficients of `a` [kg m^2, kg], fitted to the difference of the kinetic energies of both robots."""
    x, xd = printed.motion.x, printed.motion.xd
    across = (np.sum(xd[:, :3] ** 2, axis=1)[:, None] - printed.qd**2) / printed.q**2  # squared angular velocity of the legs
    gained = printed.model.energy(x, xd).kinetic - constant.model.energy(x, xd).kinetic + A_AT_1030_MM * across.sum(axis=1) / 2
    columns = np.stack([across.sum(axis=1), np.sum((printed.q - NO_LENGTH) ** 2 * across, axis=1)], axis=1) / 2
    (a_0, growth), *_ = np.linalg.lstsq(columns, gained, rcond=None)
    return float(a_0), float(growth)


def _bodies() -> list[Line]:
    """Report homogeneous cylinders with these values: m r^2/2 along the axis, m r^2/4 + m l^2/12 across it."""
    r_1 = np.sqrt(2 * I_C1[0] / M_1)
    l_1 = np.sqrt(12 * (I_C1[1] / M_1 - r_1**2 / 4))
    feasible = NO_LENGTH + np.sqrt((I_C2_X / 2 - A_0) / GROWTH)
    return [
        unprinted("link 1 as a cylinder: radius", 1e3 * r_1, "mm"),
        unprinted("link 1 as a cylinder: length", 1e3 * l_1, "mm", "hence a centre of mass 150 mm from A_i"),
        unprinted("link 2 as a cylinder: radius", 2e3 * np.sqrt(A_0 / M_2), "mm", "theta - 0.83 m long: 0.083 kg is 1 kg / 12"),
        unprinted("leg length above which link 2 is physically possible", feasible, "m",
                  "I_x of that cylinder is 12.5e-4, printed 13e-4 > 2 a below this length"),
        unprinted("platform as a thin disc: radius", np.sqrt(2 * I_C[0] / M_C), "m",
                  "its axis is x: the paper's platform is normal to x, or I_x and I_z are exchanged; no effect without rotation"),
    ]  # fmt: skip


def _figure(theta: Array, a: Array, used: Array) -> Figure:
    curves = {"Table 1": 1e3 * a, "constant, as Table 1 at 1.03 m": np.full_like(theta, 1e3 * A_AT_1030_MM)}
    figure = curves_figure(
        theta,
        [Panel("inertia of link 2 across\nthe leg [10$^{-3}$ kg m²]", curves)],
        label="length of the leg [m]",
        title="Gough-Stewart platform of Fried et al., Table 1: inertia of the rod; grey: lengths of Fig. 6",
    )
    figure.axes[0].axvspan(used.min(), used.max(), color=GROUND, alpha=0.18, linewidth=0)
    return figure
