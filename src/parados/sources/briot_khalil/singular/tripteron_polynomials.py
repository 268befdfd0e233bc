"""Polynomials of section 9.5.5 from their conditions, the circle of the elbow, and the criterion of the leg.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.106)-(9.117), Fig. 9.14.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.style import GROUND, LINK, PALETTE, PLATFORM, new_figure, style
from parados.singularity.classification import classify
from parados.sources.briot_khalil.rigid.mode_figures import circle
from parados.sources.briot_khalil.singular.rounded import PrintedPolynomial
from parados.sources.briot_khalil.singular.tripteron_leg import (
    A_12,
    A_21,
    D_13,
    D_14,
    M_13,
    RADIUS,
    Y_S,
    ElbowMotion,
    elbow,
    leg_model,
)
from parados.sources.briot_khalil.singular.tripteron_motions import (
    CHOICES,
    NAIVE,
    PRINTED,
    T_F,
    T_S,
    VELOCITY,
    corrected_motion,
    naive_motion,
    printed_conditions,
    wanted_acceleration,
)
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, equal

__all__ = ["section_9_5"]

Array = NDArray[np.float64]


def section_9_5() -> Reproduction:
    """Compute the entry 003/section-9.5: Tripteron through an LPJTS singularity: polynomials and criterion, Fig. 9.14."""
    conditions = printed_conditions()
    lines = NAIVE.lines(naive_motion().y.power_coefficients()[0])
    lines += [*PRINTED.lines_from(conditions), *_exchanged(PRINTED), _circle(), *_criterion()]
    S = conditions.sensitivity()
    mended = corrected_motion().trajectory
    assert isinstance(mended, ElbowMotion)
    data = {
        "coefficients": {
            "power": np.arange(9.0),
            "printed": PRINTED.coefficients,
            "from the conditions": S @ conditions.numbers(),
            "rounding allows": np.abs(S) @ conditions.half_digits() + PRINTED.half_digits,
            "all digits": mended.y.power_coefficients()[0],
        }
    }
    return Reproduction(lines, {"fig-9.14": _leg_figure()}, data, CHOICES)


def _exchanged(printed: PrintedPolynomial) -> list[Line]:
    """Compare (9.115) with the values of (9.117) at t_s."""
    lines = [equal("(9.117) y at t_s", Y_S, printed.at(T_S, 0)[0], 5e-5 + printed.at(T_S, 0)[1], "m")]
    for order, stated, exchanged, unit in ((1, 0.147, VELOCITY, "m/s"), (2, VELOCITY, 0.147, "m/s^2")):
        value, rounding = printed.at(T_S, order)
        note = "the two numbers are exchanged; ours is from (9.117)"
        what = f"(9.115): {'velocity' if order == 1 else 'acceleration'} of A_13 at t_s"
        lines.append(corrected(what, stated, value, note, unit, rounding, proof=max(abs(value - exchanged) - rounding - 5e-4, 0)))
    return lines


def _circle() -> Line:
    """Check (9.111): the distance from A_12 to A_13 must be d_13."""
    t = np.linspace(0, T_F, 101)
    law = naive_motion().y
    printed, right = (np.linalg.norm(elbow(t, law, sign) - A_12, axis=1) for sign in (1.0, -1.0))
    worst = int(np.abs(printed - D_13).argmax())
    gap = difference(right, np.full_like(right, D_13))
    note = "minus under the root: A_13 is on a circle about A_12; values where the two differ most, at the ends"
    what = "(9.111): length of A_12 A_13"
    return corrected(what, float(printed[worst]), float(right[worst]), note, "m", 1e-6, proof=gap, formula=True)


def _criterion() -> list[Line]:
    """Check (9.106) and (9.108) with the engine in q_12, q_13."""
    passage = corrected_motion().passages[0]
    found = classify(leg_model(), passage.x)
    (free,) = [f for f in found.findings if f.kind == "LPJTS"]
    names = leg_model().joint_names
    rates = np.array([free.joints[names.index(name)] for name in ("q12", "q13", "q14")])
    book = np.array([D_14, -(D_13 + D_14), D_13])  # (9.106) with the lengths of Table 9.2
    motions = passage.criterion.motions[0]
    linear = passage.criterion.linear[0] * D_14 / motions[1]
    printed, right, ours = M_13 * D_13**3, M_13 * D_13**2 * D_14, float(linear[1])
    others = float(np.abs(linear[[0, 2]]).max() / abs(linear[1]))
    note, lengths = "m_13 d_13^2 d_14 qdd_12, of the first degree: (9.106) times (9.90)", "(d_14, -(d_13 + d_14), d_13)"
    length = "with d_13 = 0.1888 m; 0.1878 m would give 0.149"
    return [
        agree("qd_d^s of (9.106), by the engine", lengths, difference(rates / rates[0] * D_14, book), within=1e-8),
        agree("(9.15) over accelerations of z, q_12, q_13, by the engine", "qdd_12 alone", others, within=1e-12),
        corrected("(9.108): factor of qdd_12", printed, ours, note, "kg m^3", 1e-6, proof=ours / right - 1, formula=True),
        equal("ydd of A_13 at t_s by (9.108), yd = -0.693", 0.147, wanted_acceleration(), 5e-4, "m/s^2", length),
    ]


def _leg_figure() -> Figure:
    """Draw leg 1 at the start, in its singularity and at the end, and the circles of A_13 and A_14."""
    motion = corrected_motion().trajectory
    moments = (("start", 0.0, ":", (-6, 8)), ("singular", T_S, "-", (6, 5)), ("end", T_F, "--", (-8, -14)))
    with style():
        figure = new_figure(5.0, 4.4)
        axes: Any = figure.add_subplot(1, 1, 1)
        axes.plot(*circle(A_12, D_13).T, color=PALETTE[4], linewidth=0.9, label="$A_{13}$ about $A_{12}$")
        axes.plot(*circle(A_21, RADIUS).T, color=PALETTE[2], linewidth=0.9, label="$A_{14}$ about $A_{21}$")
        for name, t, dashes, offset in moments:
            _, q_12, q_13 = motion(t).x
            middle = A_12 + D_13 * np.array([np.cos(q_12), np.sin(q_12)])
            tip = middle + D_14 * np.array([np.cos(q_12 + q_13), np.sin(q_12 + q_13)])
            bars = np.array([A_12, middle, tip])
            axes.plot(*bars.T, color=LINK, linestyle=dashes, marker="o", markersize=4, markerfacecolor="white", label=name)
            axes.plot(*tip, "D", color=PLATFORM, markersize=5, zorder=5)
            axes.annotate("$A_{13}$", middle, textcoords="offset points", xytext=offset)
            if name == "singular":
                axes.annotate("$A_{14}$", tip, textcoords="offset points", xytext=(6, 5))
        axes.plot(*np.array([A_12, A_21]).T, "^", color=GROUND, markersize=6)
        axes.annotate("$A_{12}$", A_12, textcoords="offset points", xytext=(-20, 4))
        axes.annotate("$A_{21}$", A_21, textcoords="offset points", xytext=(6, -10))
        axes.set_xlim(-0.19, 0.37)
        axes.set_ylim(-0.04, 0.42)
        axes.set_aspect("equal", adjustable="box")
        axes.set_xlabel("x [m]")
        axes.set_ylabel("y [m]")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure
