"""Fig. 9: forces of the actuators, with the inertia of the rods as printed and with a constant inertia."""

from __future__ import annotations

import numpy as np
from scipy.integrate import cumulative_simpson

from parados.plots.panels import Panel, curves_figure
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, unprinted
from parados.sources.fried_gough_stewart.fried_as_printed import AsPrinted, AsPrintedButForTheSign
from parados.sources.fried_gough_stewart.fried_runs import GEOMETRY, HELIX, along, runs
from parados.sources.fried_gough_stewart.table_1 import GROWTH, NO_LENGTH
from parados.sources.fried_simulation import Array, Run, agreement, path_choices

__all__ = ["forces"]

BALANCED = 1e-6
"""Largest energy error, relative to the largest kinetic energy; Simpson's rule on 401 samples has an error of 1e-8."""


def forces() -> Reproduction:
    """Compute Fig. 9 by (97), corrected."""
    both = runs()
    printed, constant = both.values()
    lines = agreement(both, "tau", "forces")
    lines += [*_as_printed(printed), *_energy(printed, constant)]
    change = printed.tau - constant.tau
    lines.append(unprinted("largest force", float(np.abs(printed.tau).max()), "N", _where(printed.tau)))
    lines.append(unprinted("largest change of a force by the constant inertia", float(np.abs(change).max()), "N", _where(change)))
    panels = [
        Panel("force, inertia\nof Table 1 [N]", _legs(printed.tau)),
        Panel("its change by\nconstant inertia [mN]", _legs(-1e3 * change)),
    ]
    title = "Gough-Stewart platform of Fried et al., Fig. 9 on a chosen path: forces"
    figure = curves_figure(printed.motion.t, panels, title=title)
    data = {"t [s]": printed.motion.t}
    for name, run in (("inertia of Table 1", printed), ("constant inertia", constant)):
        data |= {f"Gamma{i + 1}, {name} [N]": run.tau[:, i] for i in range(6)}
    return Reproduction(lines, {"forces": figure}, {"forces": data}, [*path_choices(HELIX), GEOMETRY])


def _legs(values: Array) -> dict[str, Array]:
    return {f"leg {i + 1}": values[:, i] for i in range(6)}


def _where(values: Array) -> str:
    return f"leg {np.abs(values).max(axis=0).argmax() + 1}"


def _as_printed(run: Run) -> list[Line]:
    """Report the forces that the formulas give if they are used as printed."""
    right, gap = float(np.abs(run.tau).max()), difference(run.tau, run.engine("tau"))
    lines = []
    for what, model, cause in (
        ("(97): largest force, all as printed", AsPrinted(), "mainly the sign of the legs' term"),
        (
            "(81): largest force, all but (97) as printed",
            AsPrintedButForTheSign(),
            "P_j x f_j, and wrong rates in (25), (45), (75)",
        ),
    ):
        wrong = along(model, run.motion)
        note = f"{cause}: the forces are off by {difference(wrong, run.tau):.0%} of the largest"
        lines.append(corrected(what, float(np.abs(wrong).max()), right, note, "N", 0.1, proof=gap, formula=True))
    return lines


def _energy(printed: Run, constant: Run) -> list[Line]:
    """Compare the work of the actuators with the increase of energy; they differ if a varying inertia is used as constant."""
    kept, missed = constant.energy_gap() / constant.peak_kinetic(), printed.energy_gap() / printed.peak_kinetic()
    lost = -cumulative_simpson(_neglected_power(printed), x=printed.motion.t, initial=0) / printed.peak_kinetic()
    out = "Table 1: energy out of balance, as part of the largest kinetic energy"
    why = "an inertia that varies with the leg's length, without the effort of its change, does not describe a rigid body"
    return [
        agree("work and growth of energy, constant inertia", "", float(np.abs(kept).max()), within=BALANCED),
        corrected(out, 0, float(np.abs(missed).max()), why, "", BALANCED, proof=_proven(missed, lost), formula=True),
        agree("energy error, and integral of w . dI/dt w / 2", "", float(np.abs(missed - lost).max()), within=BALANCED),
    ]


def _proven(missed: Array, lost: Array) -> float:
    """Return the difference between the energy error and the neglected work, less the error of the quadrature."""
    return max(float(np.abs(missed - lost).max()) - BALANCED, 0.0)


def _neglected_power(run: Run) -> Array:
    """Return the sum (N,) over the rods of w . dI/dt w / 2 [W]. The platform does not turn, so all B_i have the velocity of C."""
    across = np.sum(run.motion.xd[:, :3] ** 2, axis=1)[:, None] - run.qd**2
    return np.sum(GROWTH * (run.q - NO_LENGTH) * run.qd * across / run.q**2, axis=1)
