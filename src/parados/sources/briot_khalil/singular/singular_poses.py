"""Kinds of singularity: figures of robots in singular poses, with the findings of `classify`.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections 7.5.1, 7.5.2 and 7.5.6.1, Figs. 7.18-7.22.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.charts.chart_motion import platform_motion
from parados.singularity.path_crossings import crossings
from parados.sources.briot_khalil.singular.serial_robots import slides_in_line, three_rrr
from parados.sources.briot_khalil.singular.singular_figures import Arrow, Turn
from parados.sources.briot_khalil.singular.singular_lines import apart, classified, entry, still
from parados.sources.comparing import agree
from parados.sources.entry import Reproduction, equal, holds

__all__ = ["fig_7_18", "fig_7_19", "fig_7_20", "fig_7_21", "fig_7_22"]

Array = NDArray[np.float64]


def fig_7_18() -> Reproduction:
    """Compute the entry 003/fig-7.18: leg 1 of the five-bar mechanism stretched."""
    model, x = load("five-bar").in_coordinates(["q11", "q12"]).compile("vm"), np.array([1.0, 0.0])
    finding, lines = classified(model, x, "Type 1")
    P = model.platform_frame(x)[:3, 3]
    along = np.array([np.cos(x[0]), np.sin(x[0]), 0.0])
    lines += [
        equal(
            "q_12, zero where leg 1 is stretched (7.5.6.1)",
            0.0,
            float(model.joints(x)[model.joint_names.index("q12")]),
            0.0,
            "rad",
        ),
        agree("lost direction", "along the leg", apart(finding.lost[:3], along), within=1e-9),
        still(model, x, along, "speed of P along the leg at any rates of q_11, q_12"),
    ]
    marks = [Arrow(P, 0.09 * along, "lost", both=True, lost=True)]
    return entry(model, x, lines, finding, marks, "leg 1 is at q_11 = 1 rad; the figure of the book has no numbers.")


def fig_7_19() -> Reproduction:
    """Compute the entry 003/fig-7.19: A_12, P and A_22 on one line."""
    model = load("five-bar").compile("vm")
    x = crossings(model, ([0.03, 0.26], [0.03, 0.14]))[0].x
    finding, lines = classified(model, x, "Type 2")
    q = dict(zip(model.joint_names, model.joints(x), strict=True))
    angle = q["q11"] + q["q12"]
    turned = angle - q["q21"] - q["q22"]
    t_s = np.array([-np.sin(angle), np.cos(angle), 0.0])
    lines += [
        holds("q_11 + q_12 - q_21 - q_22 (7.5.6.1)", "0 or pi", f"sin = {np.sin(turned):.1e}", abs(np.sin(turned)) < 1e-9),
        agree("t_s", "(-sin, cos)(q_11 + q_12)", apart(finding.platform[:3], t_s), within=1e-6),
        agree("J_inv t_s: rates of the actuators", "0", float(np.abs(model.joint_rates(x, t_s[:2])).max()), within=1e-9),
    ]
    marks = [Arrow(model.platform_frame(x)[:3, 3], 0.09 * t_s, "$t_s$", both=True)]
    choice = "P is the singular point at x = 0.03 m of the mode with the elbows outside; the figure of the book has no numbers."
    return entry(model, x, lines, finding, marks, choice)


def fig_7_20() -> Reproduction:
    """Compute the entry 003/fig-7.20: two actuators of a leg slide along one line."""
    model, x = slides_in_line().in_coordinates(["q11", "q12", "q13"]).compile("vm"), np.array([0.15, 0.0, 0.25])
    finding, lines = classified(model, x, "LAJTS")
    rates = finding.joints[:3]
    moved = platform_motion(model, x, rates, np.zeros(3)).xd
    lines += [
        equal("qd_1 / qd_3 of the free motion", -1.0, float(rates[0] / rates[2]), 1e-9),
        agree("speed of the platform at these rates", "0", float(np.abs(moved).max()), within=1e-9),
    ]
    frames = model.link_frames(x)
    slides = [frames[k, :3, 3] + np.array([0, 0.03, 0]) for k in (0, 2)]
    middle = (frames[0, :3, 3] + frames[2, :3, 3]) / 2 + np.array([0, 0.03, 0])
    marks = [
        Arrow(start, 0.09 * rates[k] * frames[k, :3, 2], label, shift=(-8, 8))
        for start, k, label in ((slides[0], 0, r"$\dot q_1$"), (middle, 2, r"$\dot q_3 = -\dot q_1$"))
    ]
    choice = "leg 1 is PRP with both slides actuated, leg 2 is RPR; the figure of the book gives neither robot nor numbers."
    return entry(model, x, lines, finding, marks, choice)


def fig_7_21() -> Reproduction:
    """Compute the entry 003/fig-7.21: the passive joints of a leg move although platform and actuators do not."""
    model, x = load("tripteron").in_coordinates(["pz", "q12", "q13"]).compile("vm"), np.array([0.4, 0.35, 0.0])
    finding, lines = classified(model, x, "LPJTS")
    names = model.joint_names
    rates = finding.joints[[names.index(name) for name in ("q12", "q13")]]
    moved = platform_motion(model, x, np.array([0.0, *rates]), np.zeros(3)).xd
    frames = model.link_frames(x)
    first, middle = (frames[names.index(name), :3, 3] for name in ("q12", "q13"))
    v_s = rates[0] * np.cross([0.0, 0.0, 1.0], middle - first)
    lines += [
        agree("speed of the platform at these rates", "0", float(np.abs(moved).max()), within=1e-9),
        agree(
            "v_A13 along A_12 A_13 (Fig. 9.4)", "0", abs(float(v_s @ (middle - first))) / float(np.linalg.norm(v_s)), within=1e-9
        ),
    ]
    marks = [Arrow(middle, 0.22 * v_s / np.linalg.norm(v_s), "$v_{A_{13}}^s$", both=True)]
    choice = (
        "the leg is leg 1 of the Tripteron, stretched, with its slide locked; the book gives neither robot nor numbers."
    )
    return entry(model, x, lines, finding, marks, choice)


def fig_7_22() -> Reproduction:
    """Compute the entry 003/fig-7.22: all joints of a leg move together although the platform does not."""
    model, x = three_rrr().in_coordinates(["q11", "q12", "q13"]).compile("vm"), np.array([np.pi / 2, 0.0, -np.pi / 2])
    finding, lines = classified(model, x, "serial")
    up = np.array([0.0, 1.0, 0.0])
    P, rates = model.platform_frame(x)[:3, 3], finding.joints[:3]
    moved = platform_motion(model, x, rates, np.zeros(3)).xd
    lines += [
        still(model, x, up, "vertical speed of the platform at any rates of the leg's joints"),
        agree("speed of the platform at the free rates", "0", float(np.abs(moved).max()), within=1e-9),
        holds("rates of q_11, q_12, q_13", "all move", ", ".join(f"{v:+.3g}" for v in rates), bool(np.abs(rates).min() > 0.1)),
    ]
    frames = model.link_frames(x)
    marks: list[Arrow | Turn] = [Arrow(P, 0.09 * up, "lost", both=True, lost=True)]
    marks += [Turn(frames[k, :3, 3], float(rates[k]), rf"$\dot q_{{1{k + 1}}}$", 0.03) for k in range(3)]
    choice = "the leg is leg 1, upright, of a 3-RRR robot that we chose; the book gives neither robot nor numbers."
    return entry(model, x, lines, finding, marks, choice)
