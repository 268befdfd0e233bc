"""Polynomials of section 9.4 from their conditions, and the criterion that two of them should satisfy.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.34)-(9.54), Fig. 9.5.
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.robot_drawing import draw_into, frame_all, robot_axes
from parados.plots.skeleton import skeleton
from parados.plots.style import PALETTE, new_figure, style
from parados.sources.briot_khalil.rigid.five_bar_numbers import PRINTED as PARAMETERS
from parados.sources.briot_khalil.singular.five_bar_motions import (
    CHOICES,
    END,
    M_3,
    NAIVE,
    PRINTED,
    START,
    T_F,
    T_S,
    corrected_motion,
    crossing,
    five_bar,
    naive_motion,
    printed_conditions,
)
from parados.sources.briot_khalil.singular.rounded import Conditions, PrintedPolynomial
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, equal, holds, unprinted
from parados.trajectory.conditions import Condition, polynomials_from_conditions

__all__ = ["section_9_4"]

Array = NDArray[np.float64]

PRINTED_XDD, PRINTED_YDD = 6.8e-4, -0.01


def section_9_4() -> Reproduction:
    """Compute the entry 003/section-9.4: five-bar mechanism through a Type 2 singularity: polynomials and criterion, Fig. 9.5."""
    lines = [_mass()]
    for printed, ours in zip(NAIVE, naive_motion().power_coefficients(), strict=True):
        lines += printed.lines(ours)
    for printed, conditions in zip(PRINTED, printed_conditions(), strict=True):
        lines += printed.lines_from(conditions)
        lines += [_velocity(printed), _without_velocity(printed, conditions), *_met(printed, conditions)]
    lines += _criterion()
    return Reproduction(lines, {"fig-9.5": _paths()}, {"coefficients": _coefficients()}, CHOICES)


def _mass() -> Line:
    p = PARAMETERS
    total = p["m_4"] + p["mx_12"] / p["d_13"] + p["mx_22"] / p["d_23"]
    note = "links 12 and 22 as masses at P, from section 8.4.3.1; 9.5.5 prints 0.40 +- 0.02 kg for this prototype"
    return equal("m_4 + mx_12 / d_13 + mx_22 / d_23", M_3, total, 0.02, "kg", note)


def _velocity(printed: PrintedPolynomial) -> Line:
    value, rounding = printed.at(T_S, 1)
    note = "the eighth degree needs a velocity at t_s, which is not printed"
    return unprinted(f"{printed.place} d{printed.variable}/dt at t_s", f"{value:.4f} +- {rounding:.1e} m/s", note=note)


def _without_velocity(printed: PrintedPolynomial, conditions: Conditions) -> Line:
    """Check that the eight printed conditions leave one of nine coefficients free; with least jerk the motion is different."""
    values = {key: float(text) for key, text in conditions.values.items() if key != (T_S, 1)}
    smoothest = polynomials_from_conditions([Condition(t, order, [v]) for (t, order), v in values.items()], T_F, degree=8)
    smooth = float(smoothest.derivative(T_S, 1)[0])
    meant, rounding = printed.at(T_S, 1)
    what = f"{printed.place} the printed conditions alone, with the least jerk"
    shown = f"d{printed.variable}/dt = {meant:.4f} m/s at t_s"
    return holds(what, shown, f"{smooth:.4f} m/s: not the printed motion", abs(smooth - meant) > 10 * rounding)


def _met(printed: PrintedPolynomial, conditions: Conditions) -> list[Line]:
    """Compare position and acceleration at t_s of the printed coefficients with the conditions."""
    lines = []
    for order, unit in ((0, "m"), (2, "m/s^2")):
        value, rounding = printed.at(T_S, order)
        wanted = conditions.values[T_S, order]
        note = f"within {rounding:.1e}, the rounding of the coefficients"
        own = dict(zip(conditions.values, conditions.half_digits(), strict=True))[T_S, order]
        what = f"{printed.place} {'d2' * (order // 2)}{printed.variable}{'/dt2' * (order // 2)} at t_s"
        lines.append(equal(what, float(wanted), value, rounding + own, unit, note))
    return lines


def _criterion() -> list[Line]:
    """Check (9.34), (9.39) with the engine, and (9.40) with the printed accelerations."""
    passage = corrected_motion().passages[0]
    q = five_bar().joints(passage.x)
    angle = q[0] + q[1]
    across = np.array([-np.sin(angle), np.cos(angle)])
    own = passage.criterion.motions[0] / np.linalg.norm(passage.criterion.motions[0])
    own = own * np.sign(own @ across)
    linear = passage.criterion.linear[0] / np.linalg.norm(passage.criterion.motions[0])
    linear = linear * np.sign(linear @ across)
    slope, exchanged, wanted = PRINTED_YDD / PRINTED_XDD, PRINTED_XDD / PRINTED_YDD, float(np.tan(angle))
    reason, cut = "(9.40) requires tan(q_11 + q_12); the two values are exchanged", "within 2 %: 6.8e-4 is truncated"
    return [
        agree("t_s of (9.34), by the engine", "(-sin, cos)(q_11 + q_12)", difference(own, across), within=1e-9),
        agree("criterion (9.39) over xdd, ydd, by the engine", "m_4 t_s", difference(linear, M_3 * across), within=1e-9),
        unprinted("tan(q_11 + q_12) at the singular pose", wanted),
        corrected("(9.51), (9.52): ydd / xdd at t_s", slope, wanted, reason, proof=-own[0] / own[1] / wanted - 1),
        holds("the two values exchanged", f"{exchanged:.3f}", f"{wanted:.4f}", abs(exchanged / wanted - 1) < 0.02, cut),
    ]


def _coefficients() -> dict[str, Array]:
    columns: dict[str, Array] = {"power": np.arange(9.0)}
    for printed, conditions in zip(PRINTED, printed_conditions(), strict=True):
        S = conditions.sensitivity()
        columns |= {
            f"{printed.variable}, printed": printed.coefficients,
            f"{printed.variable}, from the conditions": S @ conditions.numbers(),
            f"{printed.variable}, rounding allows": np.abs(S) @ conditions.half_digits() + printed.half_digits,
        }
    mended = corrected_motion().trajectory.power_coefficients()  # type: ignore[attr-defined]
    return columns | {f"{name}, corrected motion": row for name, row in zip("xy", mended, strict=True)}


def _paths() -> Figure:
    """Draw the mechanism in its singularity, and both paths through it."""
    model, motion = five_bar(), corrected_motion()
    t = np.linspace(0, T_F, 301)
    drawn = skeleton(model, motion.passages[0].x)
    ways = {"(9.45), (9.46)": motion.naive.derivative(t, 0), "corrected motion": motion.trajectory.derivative(t, 0)}
    naive = crossing(motion.naive).x
    with style():
        figure = new_figure(5.2, 4.2)
        axes, planar = robot_axes(figure, model)
        draw_into(axes, drawn, planar)
        for (name, way), color, dashes in zip(ways.items(), (PALETTE[4], PALETTE[2]), ("--", "-"), strict=True):
            axes.plot(*way.T, color=color, linestyle=dashes, label=name, zorder=4)
        axes.plot(*np.array([naive, motion.passages[0].x]).T, "x", color=PALETTE[6], markersize=6, label="singular", zorder=11)
        for name, place in (("$P_0$", START), ("$P_f$", END)):
            axes.annotate(name, place, textcoords="offset points", xytext=(6, 4))
        frame_all(axes, np.vstack([drawn.points(), np.pad(np.vstack(list(ways.values())), ((0, 0), (0, 1)))]), planar)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure
