"""The Tripteron through the singularity of its leg 1: forces with and without the criterion.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 9.5.5, Figs. 9.15, 9.16.
"""

from __future__ import annotations

import numpy as np

from parados.plan.cross import cross
from parados.sources.briot_khalil.singular.approach import Approach, approach_figure
from parados.sources.briot_khalil.singular.effort_figures import effort_columns, efforts_figure
from parados.sources.briot_khalil.singular.tripteron_formulation import formulation_forces
from parados.sources.briot_khalil.singular.tripteron_leg import M_13, leg_model
from parados.sources.briot_khalil.singular.tripteron_motions import (
    CHOICES,
    T_F,
    T_S,
    approach,
    corrected_motion,
    crossing,
    naive_motion,
    printed_motion,
)
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, holds, unprinted

__all__ = ["fig_9_15", "fig_9_16"]

ACTUATORS = ("actuator 2", "actuator 3")
NAMES = ("tau_2", "tau_3")
LIMITS = ((-3.0, 3.0), (-1.5, 1.5))
"""Limits of the drawn forces [N]."""


def fig_9_15() -> Reproduction:
    """Compute the entry 003/fig-9.15: forces of the Tripteron, without the criterion."""
    motion = naive_motion()
    found = crossing(motion)
    naive = approach(motion, found.at)
    what = "Fig. 9.15: instant of the crossing by (9.112)"
    note = f"at 0.5 s the leg is still bent by {abs(np.degrees(motion(T_S).x[2])):.1f} degrees"
    lines = [
        corrected(what, T_S, found.at, note, "s", 1e-3, proof=np.sin(motion(found.at).x[2])),
        unprinted("qdd_12 of (9.108) there", float(motion(found.at).xdd[1]), "rad/s^2"),
        naive.unbounded("forces near it", "tend to infinity"),
        *naive.sizes(NAMES),
        _formulation(naive),
        _slider(naive),
    ]
    figures = {"fig-9.15": efforts_figure({"without the criterion (9.108)": naive}, ACTUATORS, T_S, LIMITS)}
    data = {"forces": effort_columns(naive, NAMES), "beside": naive.table(NAMES)}
    return Reproduction(lines, figures, data, CHOICES)


def fig_9_16() -> Reproduction:
    """Compute the entry 003/fig-9.16: forces of the Tripteron, with the criterion."""
    motion, as_printed = corrected_motion(), printed_motion()
    right, wrong = approach(motion.trajectory, T_S), approach(as_printed, crossing(as_printed).at)
    passage = motion.passages[0]
    peaks = np.abs(motion.efforts(motion.times)).max(axis=0)[1:]
    limit = ", ".join(f"{v:.5g} N" for v in motion.efforts(T_S)[1:])
    lines = [
        holds(
            "criterion (9.15) at t_s",
            "0",
            f"{passage.residual:.1e} of |t_s| |f|, at most 1e-10 allowed",
            passage.residual < 1e-10,
        ),
        right.finite("forces near t_s", "finite"),
        unprinted("forces at t_s, their limit", limit),
        *[unprinted(f"largest {name}", float(v), "N") for name, v in zip(NAMES, peaks, strict=True)],
        _formulation(right),
        *_as_printed(wrong),
        _planned(),
    ]
    drawn = {"(9.117), all digits": right}
    figures = {
        "fig-9.16": efforts_figure(drawn, ACTUATORS, T_S, LIMITS),
        "approach": approach_figure(
            {**drawn, "(9.117) as printed": wrong, "(9.112)": approach(naive_motion(), crossing(naive_motion()).at)}, ACTUATORS
        ),
    }
    data = {"forces": effort_columns(right, NAMES), "beside": right.table(NAMES), "beside-as-printed": wrong.table(NAMES)}
    choice = "the acceleration at t_s is 0.14735 m/s^2, from (9.108) and the printed velocity; 0.147 is printed."
    return Reproduction(lines, figures, data, [*CHOICES, choice])


def _formulation(one: Approach) -> Line:
    """Compare forces with (8.71) and (9.89)-(9.96) in x, y, z, 20 ms or more from the singularity."""
    t = np.linspace(0.05, T_F - 0.05, 91)
    t = t[np.abs(t - one.at) > 0.02]
    gap = difference(formulation_forces(one, t), one.efforts(t))
    return agree("forces by (8.71), formulation in x and engine in q_12, q_13", "", gap, "20 ms or more from the singularity")


def _slider(one: Approach) -> Line:
    force = float(one.model.inverse_dynamics(*one.motion(0.2))[0])
    note = "slider 1 carries link 13 at constant height; the printed (9.93) has the masses of the sliders only"
    return corrected("(9.93): tau_1, said to be null at any time", 0.0, force, note, "N", 1e-6, proof=force / (M_13 * 9.81) - 1)


def _as_printed(wrong: Approach) -> list[Line]:
    """Report the forces of (9.117) as printed, which violates the criterion by its rounding; visible only very near."""
    before, after = wrong.sides([1e-3])
    note = f"rounding, too small for a figure: 1 ms from the crossing it adds {float(np.abs(after - before).max() / 2):.2g} N"
    return [
        unprinted("(9.117) as printed: instant of the crossing", wrong.at, "s"),
        unprinted("(9.117) as printed: qdd_12 there", float(wrong.motion(wrong.at).xdd[1]), "rad/s^2"),
        wrong.unbounded("(9.117) as printed: forces near the crossing", "", note),
    ]


def _planned() -> Line:
    motion = corrected_motion()
    planned = cross(leg_model(), motion.trajectory(0.0).x, motion.trajectory(T_F).x, T_F)
    peaks = ", ".join(f"{v:.4g} N" for v in planned.peak[1:])
    return unprinted(
        "plan.cross in q_12, q_13 between the same ends: largest forces",
        peaks,
        note=f"crosses at {planned.passages[0].time:.4f} s",
    )
