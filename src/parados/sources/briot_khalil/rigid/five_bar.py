"""The five-bar mechanism along a trajectory, with the parameters identified on its prototype.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.4.3.1, Figs. 8.8-8.10.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.plots.path_figure import path_figure
from parados.sources.briot_khalil.five_bar_model import FiveBar
from parados.sources.briot_khalil.rigid.five_bar_numbers import PRINTED, as_printed, formulation_parameters, unit
from parados.sources.briot_khalil.rigid.motion_panels import columns, panels
from parados.sources.comparing import agree, corrected_at_worst, difference, values
from parados.sources.entry import Line, Reproduction, unprinted
from parados.sources.graph_rows import rows
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.point_by_point import point_by_point

__all__ = ["CHOICE", "five_bar_motion", "trajectory"]

Array = NDArray[np.float64]

CORNERS = ([0.0, 0.26], [0.06, 0.28], [0.05, 0.32], [-0.06, 0.30], [-0.05, 0.25], [0.0, 0.26])
"""Corners of the path, away from Type 2 singularities [m]."""

SECONDS = 0.4
"""Time from corner to corner [s]."""

NAMES = ("$q_{11}$", "$q_{21}$")

CHOICE = (
    f"the path (Figs. 8.8, 8.9 have no numbers) is a pentagon in the upper assembly mode, {SECONDS} s per side with the "
    "fifth-degree law, at rest in its corners."
)


def five_bar_motion() -> MotionTable:
    """Return the motion through the corners, two seconds long."""
    motion = point_by_point(CORNERS, SECONDS)
    return motion.table(np.linspace(*motion.times, 120 * (len(CORNERS) - 1) + 1))


def trajectory() -> Reproduction:
    """Compute the entry 003/section-8.4.3.1: five-bar along a trajectory, Figs. 8.8-8.10."""
    model, motion = load("five-bar").compile("vm"), five_bar_motion()
    q, qd = model.inverse_kinematics(motion.x), model.joint_rates(motion.x, motion.xd)
    qdd, tau = model.joint_accelerations(*motion.states), model.inverse_dynamics(*motion.states)
    inertial = model.inverse_dynamics(*motion.states, friction=False)
    lines = values(PRINTED, as_printed(model), unit)
    lines += _agreement(model, motion, qd, qdd, tau)
    lines += [_sign_of_my(motion), _missing_drift(model, motion, tau)]
    lines += _peaks(qd, qdd, tau, inertial)
    labels = ("position [rad]", "velocity [rad/s]", "acceleration [rad/s$^2$]")
    moving = np.where(np.abs(qd) > 0, tau, np.nan)
    torques = [
        Panel(f"torque of {name} [N m]", {"inverse dynamics": moving[:, i], "without friction": inertial[:, i]})
        for i, name in enumerate(NAMES)
    ]
    figures = {
        "fig-8.8": path_figure(model, motion.x[0], model.pose(motion.x)[:, :3]),
        "fig-8.9": curves_figure(motion.t, panels(labels, NAMES, (q, qd, qdd))),
        "fig-8.10": curves_figure(motion.t, torques),
    }
    parts = {"x [m]": motion.x, "q [rad]": q, "qd [rad/s]": qd, "qdd [rad/s^2]": qdd, "tau [N m]": tau}
    choices = [
        CHOICE,
        "all torques are computed; the book also shows measured torques, but only as curves.",
        "at rest in the corners dry friction is not determined: the drawn torques have a gap there, the data use sign(0) = 0.",
    ]
    return Reproduction(lines, figures, {"motion": columns(motion, parts)}, choices)


def _agreement(model: Model, motion: MotionTable, qd: Array, qdd: Array, tau: Array) -> list[Line]:
    """Compare formulation and engine, inverse and direct dynamics."""
    f = FiveBar(formulation_parameters(model)).functions()
    x, xd, xdd = motion.states
    book, second = rows(f["inverse_dynamics"], "tau", **motion.named), rows(f["second_order"], "qdd_a", **motion.named)
    back = rows(f["forward_dynamics"], "xdd", x=x, xd=xd, tau=tau)
    return [
        agree("velocities (7.112), formulation and engine", "", difference(rows(f["first_order"], "qd_a", x=x, xd=xd), qd)),
        agree("accelerations (7.187), formulation and engine", "", difference(second, qdd)),
        agree("torques (8.125), formulation and engine", "", difference(book, tau)),
        agree("direct model (8.142) of these torques, formulation", "the motion", difference(back, xdd)),
        agree("direct model of these torques, engine", "the motion", difference(model.forward_dynamics(x, xd, tau), xdd)),
    ]


def _sign_of_my(motion: MotionTable) -> Line:
    """Report a wrong sign of my_i2, on the robot with feasible parameters; with my_12 = my_22 = 0 it has no effect."""
    model = load("five-bar-feasible").compile("vm")
    books = [FiveBar(formulation_parameters(model, flip).without_friction()) for flip in (True, False)]
    printed, ours = (rows(book.functions()["inverse_dynamics"], "tau", **motion.named) for book in books)
    note = "my_i2 has the opposite sign in (8.116)-(8.121); no effect with the identified parameters, where my_i2 = 0"
    still = np.zeros_like(motion.xd)
    weight = model.inverse_dynamics(motion.x, still, still, friction=False)  # the formulation has no gravity here
    gap = difference(ours, model.inverse_dynamics(*motion.states, friction=False) - weight)
    what = "(8.116)-(8.121): torque by (8.125), feasible set, no friction"
    return corrected_at_worst(what, printed, ours, note, "N m", proof=gap)


def _missing_drift(model: Model, motion: MotionTable, tau: Array) -> Line:
    """Report the torque M qdd_a + c with c_r = 0, as printed after (8.141)."""
    book = FiveBar(formulation_parameters(model))
    drift = ca.Function("drift", [book.x, book.xd], [book.J.T @ (book.parameters.m_4 * book.a_t)], ["x", "xd"], ["tau"])
    missing = rows(drift, "tau", x=motion.x, xd=motion.xd)
    note = "c_r = M_p a_t' is not zero but m_4 a_t"
    gap = difference(rows(book.functions()["inverse_dynamics"], "tau", **motion.named), tau)
    return corrected_at_worst("after (8.141): torque by (8.140)-(8.142)", tau - missing, tau, note, "N m", proof=gap)


def _peaks(qd: Array, qdd: Array, tau: Array, inertial: Array) -> list[Line]:
    share = np.abs(tau - inertial).max(axis=0) / np.abs(tau).max(axis=0)
    lines = [unprinted(f"largest torque of q_{i + 1}1", float(np.abs(tau[:, i]).max()), "N m") for i in range(2)]
    return [
        *lines,
        unprinted("largest velocity", float(np.abs(qd).max()), "rad/s"),
        unprinted("largest acceleration", float(np.abs(qdd).max()), "rad/s^2"),
        unprinted(
            "largest friction over largest torque", f"{share[0]:.0%} and {share[1]:.0%}", note="fv = 6.76 N m s/rad dominates"
        ),
    ]
