"""Fig. 10: forces of the actuators of both mechanisms."""

from __future__ import annotations

import numpy as np

from parados.plots.panels import Panel, curves_figure
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, equal, holds, unprinted
from parados.sources.fried_c5.c5_as_printed import printed_forces
from parados.sources.fried_c5.c5_runs import GEOMETRY, HELIX, ROBOTS, runs
from parados.sources.fried_c5.model import C5Parameters, functions
from parados.sources.fried_simulation import Array, Run, agreement, angles_first, path_choices

__all__ = ["forces"]

M_1, M_2, M_C = 2.0, 1.67, 10.0
"""Masses [kg] of tables 1-4."""
J_2 = (0.00167, 0.0084)
"""Inertia of body 2 along its rod and across it [kg m^2], tables 1-3."""
I_C = (0.375, 0.1875, 0.1875)
"""Inertia of the platform [kg m^2], table 4."""

DIGITS = 1e-12
"""Largest allowed difference of numbers that are data: round-off."""
BALANCED = 1e-6
"""Largest energy error, relative to the largest kinetic energy; Simpson's rule on 401 samples has an error of 1e-8."""


def forces() -> Reproduction:
    """Compute Fig. 10 by (60)-(62), corrected."""
    both = runs()
    platform, rods = both["c5"], both["c5-plates-on-rods"]
    lines = [*_appendix(platform), *agreement(both, "tau", "forces")]
    for name, run in both.items():
        lines += _two_ways(name, run)
    lines += [_newton(rods), *_as_printed(platform, rods)]
    lines += [
        unprinted(
            f"largest force of {name}", float(np.abs(run.tau).max()), "N", f"leg {np.abs(run.tau).max(axis=0).argmax() + 1}"
        )
        for name, run in both.items()
    ]
    lines.append(
        unprinted("largest difference of a force between the mechanisms", float(np.abs(platform.tau - rods.tau).max()), "N")
    )
    panels = [Panel("force, plates\non the platform [N]", _legs(platform)), Panel("force, plates\non the rods [N]", _legs(rods))]
    title = "C5 robot, Fig. 10 on a chosen path: forces of the actuators"
    figure = curves_figure(platform.motion.t, panels, title=title, size=(6.5, 5.6))
    figure.axes[1].set_title("without rotation, the two legs of a pair have equal forces", fontsize=8, loc="right")
    data = {"t [s]": platform.motion.t}
    for name, run in both.items():
        data |= {f"Gamma{i + 1}1 {name} [N]": run.tau[:, i] for i in range(6)}
    return Reproduction(lines, {"forces": figure}, {"forces": data}, [*path_choices(HELIX), GEOMETRY])


def _legs(run: Run) -> dict[str, Array]:
    return {f"leg {i + 1}": run.tau[:, i] for i in range(6)}


def _appendix(run: Run) -> list[Line]:
    """Compare Tables 1-4 with the numbers of the engine, where the six bodies 2 move with the platform, L away from C."""
    p = dict(zip(run.model.parameter_names, run.model.parameters, strict=True))
    carried = 2 * J_2[0] + 4 * J_2[1] + 4 * M_2 * C5Parameters().L ** 2
    together = "platform with the six bodies 2"
    masses = [p[f"m_Q{i}1"] for i in range(1, 7)]
    lines = [equal("mass of body 1, all segments", M_1, max(masses, key=lambda m: abs(m - M_1)), DIGITS, "kg"), _idle(run)]
    lines.append(equal(f"mass of the {together}", M_C + 6 * M_2, p["m_p"], DIGITS, "kg"))
    for axis, inertia in zip("xyz", I_C, strict=True):
        lines.append(equal(f"{together}, I_{axis}", inertia + carried, p[f"{axis}{axis}_p"], DIGITS, "kg m^2"))
    return lines


def _idle(run: Run) -> Line:
    """Check that the inertia of body 1, which varies with Q_i1 in tables 1-3, has no effect on the forces (columns of Y)."""
    Y = run.model.regressor(run.motion.x, run.motion.xd, run.motion.xdd)
    turning = [k for k, name in enumerate(run.model.parameter_names) if name[:2] in ("xx", "yy", "zz") and "_Q" in name]
    largest = float(np.abs(Y[..., turning]).max())
    what = "force for each kg m^2 of inertia of body 1"
    return holds(
        what, "J_G1 varies with Q_i1", f"at most {largest:g} N", largest == 0, "body 1 does not turn, so J_G1 has no effect"
    )


def _two_ways(name: str, run: Run) -> list[Line]:
    """Compare the factored Jacobian with a linear system, and the work of the actuators with the energy."""
    solved = np.array(functions(ROBOTS[name])["inverse_dynamics_solved"](*angles_first(run.motion))[0])[::-1].T
    gap = float(np.abs(run.energy_gap()).max()) / run.peak_kinetic()
    return [
        agree(f"forces of {name} by (62) and by (60), (61)", "the same forces", difference(run.tau, solved)),
        agree(f"work and growth of energy of {name}, as part of the largest kinetic energy", "", gap, within=BALANCED),
    ]


def _newton(rods: Run) -> Line:
    """Compare with Newton's law: without rotation, the two rods of an axis share the force on all mass that moves along it."""
    lifted = rods.motion.xdd[:, :3] + [0, 0, 9.81]
    pairs = rods.tau[:, ::2] + rods.tau[:, 1::2]
    mass = M_C + 6 * M_2 + 2 * M_1
    return agree("forces of a pair of c5-plates-on-rods and Newton's law for 24.02 kg", "", difference(pairs, mass * lifted))


def _as_printed(platform: Run, rods: Run) -> list[Line]:
    """Report the error of the forces for each formula that is used as printed."""
    wrong = printed_forces(rods.motion)
    reasons = {
        "(22)": "c5 has its plates on the platform, as in (16), but (22) uses the directions of the rods as the plates' normals",
        "(39)": "uses (28), which does not hold if B_i is fixed on the platform",
        "step 3": "lacks J_B^-t",
    }
    lines = []
    for name, reason in reasons.items():
        place, run = ("(17)-(22)", platform) if name == "(22)" else (name, rods)
        right, ours, gap = run.tau, float(np.abs(run.tau).max()), difference(run.tau, run.engine("tau"))
        note = f"{reason}: the forces are off by {difference(wrong[name], right):.0%} of the largest"
        largest = float(np.abs(wrong[name]).max())
        lines.append(
            corrected(f"{place}: largest force as printed", largest, ours, note, "N", 0.1, proof=gap, formula=True)
        )
    hidden = "forces by (53), (60) as printed, P-hat^t in place of P-hat^-1, at constant orientation on c5-plates-on-rods"
    return [*lines, agree(hidden, "(60)", difference(wrong["(60)"], rods.tau))]
