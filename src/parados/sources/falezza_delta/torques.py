"""Torques of the complete and the simplified model on two pick-and-place cycles, and their difference (Figs. 7-10, Tab. 3-5)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, holds, unprinted
from parados.sources.falezza_delta.cycle import LONG, SHORT, Cycle
from parados.sources.falezza_delta.delta_figures import columns, difference_figure, lift_figure, motion_figure, torque_figure
from parados.sources.falezza_delta.model import DeltaParameters
from parados.sources.falezza_delta.models import COMPLETE, SIMPLIFIED, by_engine, by_formulation, engine, functions, joint_motion
from parados.sources.falezza_delta.printed_means import Y_1, Y_2, Y_3, Means
from parados.sources.falezza_delta.rotor_inertia import judged, rod_inertia
from parados.sources.graph_rows import rows
from parados.trajectory.motion_table import MotionTable

__all__ = ["long_cycle", "short_cycle"]

Array = NDArray[np.float64]

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
    return replace(reproduction, lines=[*reproduction.lines, _at_rest(), rod_inertia()])


def _torques(cycle: Cycle, printed: Means, choice: str) -> Reproduction:
    motion = cycle.motion()
    ours, general = by_formulation(motion), by_engine(motion)
    lines = [
        agree(f"{name}: formulation and engine", "", difference(ours[name], general[name])) for name in (COMPLETE, SIMPLIFIED)
    ]
    theta_dd = joint_motion(motion)["thetadd"]
    lines += [*_apart(ours, printed), *judged(ours, theta_dd), _offset(motion, ours), *_demands(motion, ours[COMPLETE])]
    lines += _as_printed(motion, ours[COMPLETE], difference(ours[COMPLETE], general[COMPLETE]))
    cycle_name = f"chosen cycle 25/{1e3 * cycle.length:.0f}/25 mm, {cycle.duration} s each way"
    return Reproduction(
        lines,
        figures={
            "torques": torque_figure(motion, ours, f"Delta D3-1200, {cycle_name}: torques"),
            "difference": difference_figure(motion, ours, f"Delta D3-1200, {cycle_name}: difference of the models"),
            "path": lift_figure(motion, f"Delta D3-1200, {cycle_name}: path (not to scale)"),
            "motion": motion_figure(motion, f"Delta D3-1200, {cycle_name}: motion of the platform"),
        },
        data={"torques": columns(motion, ours)},
        choices=[
            choice,
            f"It runs along y, centred at x = y = 0, picks and places at z = {cycle.height} m and comes back without a pause; "
            "lift, crossing and lowering are polynomials of the seventh degree that overlap.",
            "The paper's trajectories and measured torques are not printed: the models are compared with each other, and no mean "
            "or standard deviation of ours can be compared with Tables 3-5.",
        ],
    )


def _apart(tau: dict[str, Array], printed: Means) -> list[Line]:
    """Report mean and standard deviation of M_f - M_s for each joint, and the largest differences."""
    apart = tau[COMPLETE] - tau[SIMPLIFIED]
    lines = printed.compared(apart)
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
        unprinted("largest mechanical power of the three motors", float(power.max()), "W", "installed, Table 2: 4500 W"),
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
    p = DeltaParameters()
    theta = engine(COMPLETE).inverse_kinematics(x)
    proof = largest / (p.m1 * p.g * (p.l1 / 2 - p.a1) * float(np.cos(theta).max())) - 1
    return corrected(what, min(Y_3.differences), largest, note, "N m", 1.0, proof=proof)


def _as_printed(motion: MotionTable, right: Array, gap: float) -> list[Line]:
    """Report the torques of M_f with (6)-(30) as printed, and in their best reading: printed angles (12), exact derivatives."""
    known = joint_motion(motion)
    states = {name: known[name] for name in ("x", "xd", "xdd", "theta", "thetad", "thetadd")}
    lines = []
    for what, name, cause in (
        ("M_f as a whole: largest torque, every formula as printed", "as_printed", "all misprints together"),
        ("(12): largest torque, angles as printed and all else right", "best_reading", "arccos of planar projections"),
    ):
        wrong = rows(functions()[name], "tau", **states)
        note = f"{cause}: the torques are off by {difference(wrong, right):.0%} of the largest"
        printed, ours = float(np.abs(wrong).max()), float(np.abs(right).max())
        lines.append(corrected(what, printed, ours, note, "N m", 0.1, proof=gap, formula=True))
    return lines
