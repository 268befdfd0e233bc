"""Figs. 6-8: lengths, rates and accelerations of the legs."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.integrate import cumulative_simpson

from parados.plots.panels import Panel, curves_figure
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, unprinted
from parados.sources.fried_gough_stewart.fried_as_printed import AsPrinted
from parados.sources.fried_gough_stewart.fried_runs import GEOMETRY, HELIX, runs
from parados.sources.fried_gough_stewart.model import FriedGoughStewart
from parados.sources.fried_simulation import Array, Run, agreement, angles_first, path_choices
from parados.trajectory.motion_table import MotionTable

__all__ = ["joint_accelerations", "joint_positions", "joint_velocities"]

INTEGRATED = 1e-7
"""Relative error of Simpson's rule on 401 samples."""


def joint_positions() -> Reproduction:
    """Compute Fig. 6 by (3)-(5)."""
    run = _run()
    lines = agreement({"the legs": run}, "q", "lengths")
    lines += _range("length", run.q, "m")
    return _entry("joint-positions", "length of the leg [m]", "Fig. 6 on a chosen path: lengths", run.q, "theta", "m", lines)


def joint_velocities() -> Reproduction:
    """Compute Fig. 7 by (9)."""
    run = _run()
    X, Xd, _ = angles_first(run.motion)
    f = FriedGoughStewart().functions()
    J_inv = np.array(f["inverse_jacobian"](X)).reshape(6, -1, 6).transpose(1, 0, 2)
    gap = difference(np.einsum("nij,jn->ni", J_inv, np.array(f["velocities"](X, Xd)[0])), run.qd)
    lines = agreement({"the legs": run}, "qd", "rates")
    lines.append(agree("rates by (9), J^-1 V, and by (41)", "", gap))
    lines.append(_integral("rates", run.motion, run.qd, run.q, "lengths"))
    lines += _range("rate", run.qd, "m/s")
    return _entry("joint-velocities", "rate of the leg [m/s]", "Fig. 7 on a chosen path: rates", run.qd, "theta_d", "m/s", lines)


def joint_accelerations() -> Reproduction:
    """Compute Fig. 8 by (53), corrected."""
    run = _run()
    wrong = np.array(AsPrinted().functions()["accelerations"](*angles_first(run.motion))[1]).reshape(3, -1, 6)[0]
    error = difference(wrong, run.qdd)
    lines = agreement({"the legs": run}, "qdd", "accelerations")
    lines.append(_integral("accelerations", run.motion, run.qdd, run.qd, "rates"))
    lines.append(
        corrected(
            "(22)-(27): largest acceleration of a leg by (53)", float(np.abs(wrong).max()), float(np.abs(run.qdd).max()),
            f"(25)-(27) use the angular velocity across the leg as rate of beta_b, too slow for (45): error {error:.0%}",
            "m/s^2", 1e-3, proof=difference(run.qdd, run.engine("qdd")), formula=True,
        )
    )  # fmt: skip
    lines += _range("acceleration", run.qdd, "m/s^2")
    label = "acceleration of the leg [m/s²]"
    return _entry("joint-accelerations", label, "Fig. 8 on a chosen path: accelerations", run.qdd, "theta_dd", "m/s^2", lines)


def _run() -> Run:
    """Return one of the runs: the motion of the legs does not depend on their inertia."""
    return runs()["gough-stewart-fried"]


def _integral(what: str, motion: MotionTable, values: Array, of: Array, named: str) -> Line:
    grown = cumulative_simpson(values, x=motion.t, axis=0, initial=0) + of[0]
    return agree(f"{what}, integrated, and {named}", "", difference(grown, of), within=INTEGRATED)


def _range(what: str, values: Array, unit: str) -> list[Line]:
    low, high = values.min(axis=0), values.max(axis=0)
    return [
        unprinted(f"smallest {what}", float(low.min()), unit, f"leg {low.argmin() + 1}"),
        unprinted(f"largest {what}", float(high.max()), unit, f"leg {high.argmax() + 1}"),
    ]


def _entry(name: str, label: str, title: str, values: Array, symbol: str, unit: str, lines: list[Line]) -> Reproduction:
    motion = _run().motion
    figure: Figure = curves_figure(
        motion.t,
        [Panel(label, {f"leg {i + 1}": values[:, i] for i in range(6)})],
        title=f"Gough-Stewart platform of Fried et al., {title}",
        size=(6.5, 3.4),
    )
    data = {"t [s]": motion.t, **{f"{symbol}{i + 1} [{unit}]": values[:, i] for i in range(6)}}
    return Reproduction(lines, {name: figure}, {name: data}, [*path_choices(HELIX), GEOMETRY])
