"""Ground reaction of the five-bar mechanism: the closed form of the book, as printed and corrected.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.6.1, (8.206)-(8.215).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.sources.briot_khalil.rigid.five_bar import CHOICE, five_bar_motion
from parados.sources.briot_khalil.rigid.five_bar_numbers import LinkNumbers, link_numbers
from parados.sources.briot_khalil.rigid.motion_panels import columns
from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, Reproduction, corrected, unprinted
from parados.trajectory.motion_table import MotionTable

__all__ = ["Form", "closed_form", "ground_reaction"]

Array = NDArray[np.float64]

PARTS = ("force along x", "force along y", "moment about z")
UNITS = ("N", "N", "N m")
PLANE = [0, 1, 5]
"""Indices of these components in a wrench."""


@dataclass(frozen=True)
class Form:
    """Selection of the parts of (8.208)-(8.214) that are used as printed."""

    moment: bool = False  #: (8.208), the sign of my_i2
    force: bool = False  #: (8.209), m_i2 d_i2 turns with link 2
    lever: bool = False  #: (8.212) and (8.214), the lever arm


def ground_reaction() -> Reproduction:
    """Compute the entry 003/section-8.6.1: ground reaction of the five-bar mechanism."""
    model, motion = load("five-bar-feasible").compile("vm"), five_bar_motion()
    still = np.zeros_like(motion.x)
    whole = model.ground_reaction(*motion.states)
    ours = (whole - model.ground_reaction(motion.x, still, still))[:, PLANE]  # (8.206)-(8.215) have no gravity
    lines = [
        agree("(8.206)-(8.215) corrected, and engine", "", difference(closed_form(model, motion, Form()), ours)),
        agree("components out of the plane", "0", float(np.abs(whole[:, 2:5]).max())),
        *_errors(model, motion, ours),
        *_whose(model),
        *[unprinted(f"largest {name}", float(np.abs(ours[:, k]).max()), UNITS[k]) for k, name in enumerate(PARTS)],
    ]
    printed = closed_form(model, motion, Form(True, True, True))
    shown = [
        Panel(f"{name}\n[{UNITS[k]}]", {"corrected, and engine": ours[:, k], "as printed": printed[:, k]})
        for k, name in enumerate(PARTS)
    ]
    figures = {"ground-reaction": curves_figure(motion.t, shown)}
    choices = [
        CHOICE,
        "robot five-bar-feasible: the identified set of section 8.4.3.1 has no masses of links, on which the reaction depends.",
        "the weight is subtracted, since the formulas have no gravity; rotors do not act on the ground, as in (8.208).",
    ]
    return Reproduction(lines, figures, {"ground": columns(motion, {"f [N]": ours[:, :2], "m [N m]": ours[:, 2:]})}, choices)


def closed_form(model: Model, motion: MotionTable, form: Form) -> Array:
    """Return f_x, f_y, m_z (N, 3) of (8.215) at the base origin, without gravity [N, N m]."""
    x, xd, xdd = motion.states
    q = model.joints(x)[:, [0, 1, 3, 4]]
    qd, qdd = model.joint_rates(x, xd, joints="all")[:, [0, 1, 3, 4]], model.joint_accelerations(*motion.states, joints="all")
    qdd = qdd[:, [0, 1, 3, 4]]
    m_p = float(model.parameters[model.parameter_names.index("m_p")])
    total = m_p * np.column_stack([xdd, x[:, 0] * xdd[:, 1] - x[:, 1] * xdd[:, 0]])  # (8.210), (8.211)
    for leg in (1, 2):
        own = slice(2 * leg - 2, 2 * leg)
        total = total + _leg(link_numbers(model, leg), q[:, own], qd[:, own], qdd[:, own], form, leg)
    return np.asarray(total)


def _leg(n: LinkNumbers, q: Array, qd: Array, qdd: Array, form: Form, leg: int) -> Array:
    """Return f_x, f_y, m_z (N, 3) of one leg, base axes [N, N m]."""
    c_1, s_1 = np.cos(q[:, 0]), np.sin(q[:, 0])
    f_x, f_y = _force(n, q[:, 1], qd, qdd, form.force)
    F_x, F_y = c_1 * f_x - s_1 * f_y, s_1 * f_x + c_1 * f_y  # (8.213)
    moment = _moment(n, q[:, 1], qd, qdd, -1 if form.moment else 1)
    if form.lever:
        k = -1 if leg == 1 else 1
        return np.column_stack([F_x, F_y, moment - k * n.d_1 * f_y])  # -R r-hat f, (8.212), (8.214)
    return np.column_stack([F_x, F_y, moment + n.d_1 * F_y])  # r-hat R f, r = [d_i1, 0, 0] in base axes


def _moment(n: LinkNumbers, q_2: Array, qd: Array, qdd: Array, sign: int) -> Array:
    """Return m_zi (8.208); printed: + my, that is, sign = -1."""
    twice, coriolis = 2 * qdd[:, 0] + qdd[:, 1], qd[:, 1] * (2 * qd[:, 0] + qd[:, 1])
    c, s = np.cos(q_2), np.sin(q_2)
    return np.asarray(
        (n.zz_1 + n.d_2**2 * n.m_2) * qdd[:, 0]
        + n.zz_2 * (qdd[:, 0] + qdd[:, 1])
        + n.d_2 * n.mx_2 * (twice * c - coriolis * s)
        - sign * n.d_2 * n.my_2 * (twice * s + coriolis * c)
    )


def _force(n: LinkNumbers, q_2: Array, qd: Array, qdd: Array, printed: bool) -> tuple[Array, Array]:
    """Return f_i1 (8.209) in axes of link 1; the origin of link 2 moves with link 1, so m_2 d_2 goes with qdd_1 and qd_1^2."""
    at_elbow = n.m_2 * n.d_2
    first, second = (0.0, at_elbow) if printed else (at_elbow, 0.0)
    mx_1, mx_2, c, s = n.mx_1 + first, n.mx_2 + second, np.cos(q_2), np.sin(q_2)
    turned_x, turned_y = mx_2 * c - n.my_2 * s, mx_2 * s + n.my_2 * c
    w2, wd2 = (qd[:, 0] + qd[:, 1]) ** 2, qdd[:, 0] + qdd[:, 1]
    f_x = -n.my_1 * qdd[:, 0] - mx_1 * qd[:, 0] ** 2 - wd2 * turned_y - w2 * turned_x
    f_y = mx_1 * qdd[:, 0] - n.my_1 * qd[:, 0] ** 2 + wd2 * turned_x - w2 * turned_y
    return np.asarray(f_x), np.asarray(f_y)


def _errors(model: Model, motion: MotionTable, ours: Array) -> list[Line]:
    forms = {
        "(8.208): sign of my_i2": (Form(moment=True), "as in (8.116): minus d_i2 my_i2 (...)"),
        "(8.209): m_i2 d_i2": (Form(force=True), "goes with the acceleration of link 1, which carries the origin of link 2"),
        "(8.212), (8.214): lever arm": (
            Form(lever=True),
            "r-hat R f with r = [d_i1, 0, 0] in base axes, d_11 < 0 as in Table 7.1",
        ),
    }
    lines, gap = [], difference(closed_form(model, motion, Form()), ours)
    for what, (form, note) in forms.items():
        printed = closed_form(model, motion, form)
        error = np.abs(printed - ours) / np.abs(ours).max(axis=0)
        row, k = np.unravel_index(error.argmax(), error.shape)
        message = f"{note}; values where the error is largest, {error[row, k]:.0%} of the peak"
        wrong, right = float(printed[row, k]), float(ours[row, k])
        lines.append(corrected(f"{what}, {PARTS[k]}", wrong, right, message, UNITS[k], 1e-6, proof=gap, formula=True))
    return lines


def _whose(model: Model) -> list[Line]:
    """Report the direction of the reaction at rest: the robot pushes the ground down with its weight, the ground pushes up."""
    still = np.zeros(2)
    up = float(model.ground_reaction(model.survey.home, still, still)[1])
    masses = [value for name, value in zip(model.parameter_names, model.parameters, strict=True) if name.startswith("m_")]
    weight = float(sum(masses)) * model.spec.gravity[1]
    gap = difference(-up, weight)
    note = "(8.206) is the sum of the forces on the bodies: the ground applies it to the robot, not the robot to the ground"
    return [
        corrected("(8.206): f_y at rest; printed: on the ground, that is the weight", weight, up, note, "N", 1e-6, proof=gap),
        agree("ground reaction at rest, engine, and weight", "opposite", gap),
    ]
