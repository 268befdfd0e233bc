"""Torques of the complete and the simplified model on two pick-and-place cycles, and their difference (Figs. 7-10, Tab. 3-5)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, at_most, corrected, holds, unprinted
from parados.sources.falezza_delta.cycle import LONG, SHORT, Cycle
from parados.sources.falezza_delta.delta_figures import columns, difference_figure, lift_figure, motion_figure, torque_figure
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED, by_engine, by_formulation, engine
from parados.sources.falezza_delta.printed_means import Y_1, Y_2, Y_3, Means, overestimate
from parados.trajectory.motion_table import MotionTable

__all__ = ["long_cycle", "short_cycle"]

Array = NDArray[np.float64]

INSTALLED_POWER = 4500.0
"""Installed power, Table 2 [W]."""

GRAVITY = 9.81


def short_cycle() -> Reproduction:
    """Compute the cycle of 25/305/25 mm in the middle of the workspace, like trajectory Y_2 of the paper."""
    return _torques(
        SHORT, Y_2, "The cycle is the usual 25/305/25 mm, one way in 0.2 s: 150 cycles per minute, the maximum in Table 2."
    )


def long_cycle() -> Reproduction:
    """Compute the cycle of 25/700/25 mm, like trajectory Y_1 of the paper, and the poses at rest of Y_3."""
    choice = "The cycle is 25/700/25 mm, one way in 0.3 s, with the same acceleration as the short cycle."
    reproduction = _torques(LONG, Y_1, choice)
    reproduction.lines.append(_at_rest())
    return reproduction


def _torques(cycle: Cycle, printed: Means, choice: str) -> Reproduction:
    motion = cycle.motion()
    ours, general = by_formulation(motion), by_engine(motion)
    lines = [
        agree(f"{name}: formulation and engine", "", difference(ours[name], general[name])) for name in (COMPLETE, SIMPLIFIED)
    ]
    lines += [*_apart(ours, printed), overestimate(ours), _offset(motion, ours), *_demands(motion, ours[COMPLETE])]
    length, seconds = 1e3 * cycle.length, cycle.duration
    return Reproduction(
        lines,
        figures={
            "torques": torque_figure(motion, ours, f"25/{length:.0f}/25 mm there and back, {seconds} s each way"),
            "difference": difference_figure(motion, ours),
            "path": lift_figure(motion),
            "motion": motion_figure(motion),
        },
        data={"torques": columns(motion, ours)},
        choices=[
            choice,
            f"It runs along y, centred at x = y = 0, picks and places at z = {cycle.height} m and comes back without a pause; "
            "lift, crossing and lowering are polynomials of the seventh degree that overlap.",
            "The paper's trajectories and measured torques are not printed. The models are compared with each other, "
            "and M_f - M_s is compared with the difference of the printed errors of M_s and of M_f.",
        ],
    )


def _apart(tau: dict[str, Array], printed: Means) -> list[Line]:
    """Report mean and standard deviation of M_f - M_s for each joint, and the largest differences."""
    apart = tau[COMPLETE] - tau[SIMPLIFIED]
    lines = []
    for joint in range(3):
        mean, spread = float(apart[:, joint].mean()), float(apart[:, joint].std())
        lines.append(printed.compared(joint, mean))
        lines.append(unprinted(f"joint {joint + 1}, standard deviation of M_f - M_s", spread, "N m"))
    largest, peak = float(np.abs(apart).max()), float(np.abs(tau[COMPLETE]).max())
    effective = float(np.sqrt((apart**2).mean() / (tau[COMPLETE] ** 2).mean()))
    return [
        *lines,
        unprinted("largest difference of the models", f"{largest:.3g} N m, {largest / peak:.1%} of the largest torque"),
        unprinted("root mean square of the difference over that of M_f", f"{effective:.1%}"),
    ]


def _offset(motion: MotionTable, tau: dict[str, Array]) -> Line:
    """Check a statement of section 5.1: at small accelerations the error of M_s is nearly constant and negative."""
    ends = [0, len(motion.t) // 2]
    offset = (tau[SIMPLIFIED] - tau[COMPLETE])[ends]
    found = f"{offset.min():.2f} to {offset.max():.2f} N m"
    note = "M_s puts the arm's centre of mass at l_1/2, not at a_1: m_1 g (a_1 - l_1/2) cos(theta)"
    return holds("M_s - M_f at the pick and place positions", "nearly constant, negative", found, bool((offset < 0).all()), note)


def _demands(motion: MotionTable, tau: Array) -> list[Line]:
    power = (tau * engine(COMPLETE).joint_rates(motion.x, motion.xd)).sum(axis=1)
    acceleration = np.linalg.norm(motion.xdd, axis=1).max() / GRAVITY
    return [
        at_most("largest mechanical power of the three motors, installed power of Table 2", INSTALLED_POWER, power.max(), "W"),
        unprinted("largest torque of M_f", float(np.abs(tau).max()), "N m"),
        unprinted("largest acceleration of the platform", float(acceleration), "g"),
    ]


def _at_rest() -> Line:
    """Compare the models at rest 600 mm from the centre: trajectory Y_3 mostly stands still at the limits of the workspace."""
    angle = np.linspace(0, 2 * np.pi, 73)
    x = np.column_stack([0.6 * np.cos(angle), 0.6 * np.sin(angle), np.full_like(angle, LONG.height)])
    still = np.zeros_like(x)
    tau = by_engine(MotionTable(angle, x, still, still))
    largest = float((tau[COMPLETE] - tau[SIMPLIFIED]).max())
    what = "Table 5: M_f - M_s at rest on a circle of 1200 mm, largest; printed: least difference of the means"
    note = "at rest the difference is at most m_1 g (l_1/2 - a_1) = 0.90 N m in every pose, with the numbers of Table 1"
    return corrected(what, min(Y_3.differences), largest, note, "N m", differs_by=1.0)
