"""The five-bar mechanism through its Type 2 singularity: polynomials, criterion, and torques with and without it.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 9.4, Figs. 9.5-9.7.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.errors import SingularConfigurationError
from parados.model.model import Model
from parados.plan.cross import cross
from parados.singularity.nearest import nearest_singularity
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.sources.briot_khalil.rigid.five_bar_numbers import formulation_parameters
from parados.sources.briot_khalil.singular.approach import Approach, approach_figure
from parados.sources.briot_khalil.singular.effort_figures import effort_columns, efforts_figure
from parados.sources.briot_khalil.singular.five_bar_motions import (
    ACTUATORS,
    CHOICES,
    END,
    START,
    T_F,
    T_S,
    approach,
    corrected_motion,
    crossing,
    five_bar,
    naive_motion,
    power_across,
    printed_motion,
)
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, holds, unprinted
from parados.sources.graph_rows import rows

__all__ = ["fig_9_6", "fig_9_7"]

NAMES = ("tau_1", "tau_2")
LIMITS = ((-30.0, 30.0), (-30.0, 30.0))
"""Limits of the drawn torques [N m]."""


def _bent(model: Model, x: NDArray[np.float64]) -> float:
    """Return the sine of q_11 + q_12 - q_21 - q_22 at P = x: zero where both distal links are on one line, (7.5.6.1)."""
    q = dict(zip(model.joint_names, model.joints(x), strict=True))
    return float(np.sin(q["q11"] + q["q12"] - q["q21"] - q["q22"]))


def fig_9_6() -> Reproduction:
    """Compute the entry 003/fig-9.6: torques of the five-bar, without the criterion."""
    motion = naive_motion()
    found = crossing(motion)
    naive = approach(motion, found.at)
    half_way = motion(T_S).x
    left = nearest_singularity(naive.model, half_way)
    far = float(np.linalg.norm(left.x - half_way)) if left else float("nan")
    what = "Fig. 9.6: instant of the crossing by (9.45), (9.46)"
    met = f"({found.x[0]:.5f}, {found.x[1]:.5f}) m"
    note = f"at 0.75 s P is half way and still {1e3 * far:.1f} mm from the singular curve, which it crosses at {met}"
    lines = [
        corrected(what, T_S, found.at, note, "s", 1e-3, proof=_bent(naive.model, found.x)),
        unprinted("t_s^T w_d of (9.39) there, t_s of unit length", power_across(motion, found.at), "N"),
        naive.unbounded("torques near it", "tend to infinity"),
        *naive.sizes(NAMES),
        _rejected(naive),
        _formulation(naive),
    ]
    figures = {"fig-9.6": efforts_figure({"without the criterion (9.40)": naive}, ACTUATORS, T_S, LIMITS)}
    data = {"torques": effort_columns(naive, NAMES), "beside": naive.table(NAMES)}
    return Reproduction(lines, figures, data, CHOICES)


def fig_9_7() -> Reproduction:
    """Compute the entry 003/fig-9.7: torques of the five-bar, with the criterion."""
    motion = corrected_motion()
    right = approach(motion.trajectory, T_S)
    as_printed = printed_motion()
    wrong = approach(as_printed, crossing(as_printed).at)
    peaks, off = np.abs(motion.efforts(motion.times)).max(axis=0), motion.passages[0].residual
    lines = [
        holds("criterion (9.40) of the corrected motion", "0", f"{off:.1e} of |t_s| |f|, at most 1e-10 allowed", off < 1e-10),
        right.finite("torques near t_s, corrected motion", "finite"),
        unprinted("torques at t_s, their limit", ", ".join(f"{v:.5g} N m" for v in motion.efforts(T_S))),
        *[unprinted(f"largest {name}, corrected motion", float(v), "N m") for name, v in zip(NAMES, peaks, strict=True)],
        _formulation(right),
        *_as_printed(wrong),
        _planned(),
    ]
    drawn = {"corrected motion": right, "(9.53), (9.54) as printed": wrong}
    figures = {
        "fig-9.7": efforts_figure(drawn, ACTUATORS, T_S, LIMITS),
        "approach": approach_figure(
            {**drawn, "(9.45), (9.46)": approach(naive_motion(), crossing(naive_motion()).at)}, ACTUATORS
        ),
    }
    data = {"torques": effort_columns(right, NAMES), "beside": right.table(NAMES), "beside-as-printed": wrong.table(NAMES)}
    choice = (
        "the corrected motion keeps the printed ends, t_s and the velocities of (9.53), (9.54); the pose at t_s is the "
        "point of the singular curve nearest to (0.0543, 0.2), 30 um from it; xdd = -0.01 m/s^2 and ydd = xdd tan(q_11 + q_12)."
    )
    return Reproduction(lines, figures, data, [*CHOICES, choice])


def _rejected(naive: Approach) -> Line:
    """Check that the inverse dynamics raises an error at the singular pose."""
    at = naive.motion(naive.at)
    pose = crossing(naive.motion).x
    try:
        naive.model.inverse_dynamics(pose, at.xd, at.xdd)
    except SingularConfigurationError as error:
        return holds(
            "inverse dynamics at the singular pose",
            "infinite torques",
            f"error: {str(error).partition(';')[0]}",
            "(9.11)" in str(error),
        )
    return holds("inverse dynamics at the singular pose", "infinite torques", "no error", False)


def _formulation(one: Approach) -> Line:
    """Compare torques with (8.125) and the reduced parameters, 10 ms or more from the singularity."""
    t = np.linspace(0.05, T_F - 0.05, 141)
    t = t[np.abs(t - one.at) > 0.01]
    x, xd, xdd = one.motion(t)
    book = rows(FiveBar(formulation_parameters(one.model)).functions()["inverse_dynamics"], "tau", x=x, xd=xd, xdd=xdd)
    return agree(
        "torques by (8.125), formulation and engine",
        "",
        difference(book, one.efforts(t)),
        "10 ms or more from the singularity",
    )


def _as_printed(wrong: Approach) -> list[Line]:
    """Report the torques of (9.53), (9.54): the acceleration at the crossing is across the links, so the peaks are unbounded."""
    before, after = wrong.sides([0.01])
    visible = float(np.abs(after - before).max() / 2)
    note = f"10 ms from t_s this adds {visible:.2g} N m, too little for a figure; the accelerations are small, 0.01 m/s^2"
    printed, right = power_across(wrong.motion, wrong.at), power_across(corrected_motion().trajectory, T_S)
    reason, what = "the two accelerations are exchanged", "(9.51), (9.52): t_s^T w_d where the motion crosses"
    return [
        unprinted("(9.53), (9.54) as printed: instant of the crossing", wrong.at, "s"),
        corrected(what, printed, right, reason, "N", 1e-6, proof=right / printed, formula=True),
        wrong.unbounded("(9.53), (9.54) as printed: torques near the crossing", "", note),
        *wrong.sizes(NAMES),
    ]


def _planned() -> Line:
    planned = cross(five_bar(), START, END, T_F)
    peaks = ", ".join(f"{v:.4g} N m" for v in planned.peak)
    return unprinted(
        "plan.cross between the same ends: largest torques", peaks, note=f"crosses at {planned.passages[0].time:.4f} s"
    )
