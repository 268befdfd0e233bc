"""The DualV, with four motors for three degrees of freedom, along a trajectory.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.5.3, Table 8.2, Figs. 8.16 and 8.17.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.plots.path_figure import path_figure
from parados.sources.briot_khalil.dualv_model import DualV, DualVParameters
from parados.sources.briot_khalil.rigid.dualv_errors import error_lines
from parados.sources.briot_khalil.rigid.dualv_limits import limit_lines
from parados.sources.briot_khalil.rigid.motion_panels import columns, named, panels
from parados.sources.comparing import agree, difference, values
from parados.sources.entry import Line, Reproduction, corrected, equal, unprinted
from parados.sources.graph_rows import rows
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.point_by_point import point_by_point

__all__ = ["dualv_motion", "trajectory"]

Array = NDArray[np.float64]

LEG = {"zz_i1R": 4.92e-2, "zz_i2": 2.23e-5, "mx_i2": 0.012, "my_i2": 0.0}
LEG |= {f"{kind}_i{j}": 0.0 for j in (1, 2, 3) for kind in ("fv", "fs")}
PLATFORM = {"m_4": 1.92, "zz_4": 2.06e-2, "mx_4": 0.0, "my_4": 0.0, "m_5": 5.42, "zz_5": 1.61e-2, "mx_5": -0.127, "my_5": 0.0}
LENGTHS = {"d_i1": 0.41, "d_i2": 0.28, "d_i3": 0.28, "r_p/2 of Table 8.2": 0.11}
ANGLES = {"gamma_11": 15.52, "gamma_21": 164.48, "gamma_31": -164.48, "gamma_41": -15.52}
"""Printed values [SI, deg]."""

UNITS = {"m": "kg", "zz": "kg m^2", "mx": "kg m", "my": "kg m", "fv": "N m s/rad", "fs": "N m"}

CORNERS = ((0.0, 0.0, 0.0), (0.08, 0.04, 0.2), (-0.07, 0.08, -0.1), (-0.09, -0.05, 0.15), (0.05, -0.08, -0.25), (0.0, 0.0, 0.0))
"""Corners of the path: x, y [m] and phi [rad]."""

SECONDS = 0.15
"""Time from corner to corner [s]."""

NAMES = ("$q_{11}$", "$q_{21}$", "$q_{31}$", "$q_{41}$")


def dualv_motion() -> MotionTable:
    """Return the motion through the corners, 0.75 s long."""
    motion = point_by_point(CORNERS, SECONDS)
    return motion.table(np.linspace(*motion.times, 80 * (len(CORNERS) - 1) + 1))


def trajectory() -> Reproduction:
    """Compute the entry 003/section-8.5.3: DualV along a trajectory, Figs. 8.16-8.17."""
    model, motion, book = load("dualv").compile("vm"), dualv_motion(), DualV()
    f = book.functions()
    tau, printed = model.inverse_dynamics(*motion.states), rows(f["inverse_dynamics_book"], "tau", **motion.named)
    lines = [*_numbers(model, book.parameters), *_agreement(model, motion, tau, printed, book)]
    lines += _norms(tau, printed, model, motion)
    lines += error_lines(model, book, motion) + limit_lines(book, float(np.abs(tau).max()))
    poses = [Panel("position [m]", named(("x", "y"), motion.x[:, :2])), Panel("angle [rad]", {r"$\phi$": motion.x[:, 2]})]
    torques = panels(("torque of least norm [N m]", "(8.148) with $\\eta = 0$\nminus that [N m]"), NAMES, (tau, printed - tau))
    figures = {
        "fig-8.16-path": path_figure(model, motion.x[0], model.pose(motion.x)[:, :3]),
        "fig-8.16": curves_figure(motion.t, poses),
        "fig-8.17": curves_figure(motion.t, torques, size=(6.5, 5.4)),
    }
    parts = {"x [m, rad]": motion.x, "tau [N m]": tau, "tau-8.148 [N m]": printed}
    choices = [
        f"the path (Fig. 8.16 has no numbers) goes through four poses, {SECONDS} s from one to the next by the fifth-degree law.",
        "all torques are computed; the book also shows measured torques, but only as curves.",
    ]
    return Reproduction(lines, figures, {"motion": columns(motion, parts)}, choices)


def _numbers(model: Model, p: DualVParameters) -> list[Line]:
    """Compare the printed numbers: the legs with the robot file, platform and payload with the formulation."""
    v = dict(zip(model.parameter_names, map(float, model.parameters), strict=True))
    joints = {joint.name: joint.fixed for joint in model.mechanism.joints}
    leg = {"zz_i1R": v["zz_q11"], "zz_i2": v["zz_q12"], "mx_i2": v["mx_q12"], "my_i2": v["my_q12"]}
    leg |= {name: v[name.replace("_i", "_q1")] for name in LEG if name[0] == "f"}
    end = model.spec.legs[0].closure
    half = float(end.frame.matrix()[0, 3]) if end else float("nan")
    places = [joints[f"q{i}1"][:2, 3] for i in range(1, 5)]
    lengths = {
        "d_i1": round(float(np.hypot(*places[0])), 10),
        "d_i2": float(joints["q12"][0, 3]),
        "d_i3": float(joints["q13"][0, 3]),
    }
    lengths["r_p/2 of Table 8.2"] = half
    found = {name: round(float(np.degrees(np.arctan2(at[1], at[0]))), 10) for name, at in zip(ANGLES, places, strict=True)}
    both = {name: getattr(p, f"{name}_4") + getattr(p, f"{name}_5") for name in ("m", "zz", "mx", "my")}
    return [
        *values(ANGLES, found, lambda _: "deg"),
        *values(LENGTHS, lengths, lambda _: "m"),
        *values(LEG, leg, lambda name: UNITS[name.partition("_")[0]]),
        *values(PLATFORM, {name: getattr(p, name) for name in PLATFORM}, lambda name: UNITS[name.partition("_")[0]]),
        *[
            equal(f"{name}_4 + {name}_5 in the robot file", value, v[f"{name}_p"], 1e-9, UNITS[name])
            for name, value in both.items()
        ],
        equal("degree of redundancy", 1, load("dualv").mobility().actuation_redundancy, 0),
    ]


def _agreement(model: Model, motion: MotionTable, tau: Array, printed: Array, book: DualV) -> list[Line]:
    f, states = book.functions(), motion.named
    force = model.platform_force(*motion.states)
    J_inv = model.inverse_jacobian(motion.x)
    engine_book = model.inverse_dynamics(*motion.states, solution="book")
    back = model.forward_dynamics(motion.x, motion.xd, printed)
    return [
        agree("J_inv^T tau (8.205), formulation and engine", "", difference(rows(f["platform_force"], "force", **states), force)),
        agree("torques of least norm, formulation and engine", "", difference(rows(f["inverse_dynamics"], "tau", **states), tau)),
        agree("torques (8.148) with eta = 0, formulation and engine", "", difference(printed, engine_book)),
        agree(
            "both sets of torques give the same platform force",
            "equal",
            difference(np.einsum("nij,ni->nj", J_inv, printed - tau) + force, force),
        ),
        agree("direct model of the torques (8.148)", "the motion", difference(back, motion.xdd)),
    ]


def _norms(tau: Array, printed: Array, model: Model, motion: MotionTable) -> list[Line]:
    """Compare norms; the least one is that of the pseudo-inverse of J_inv^T times the platform force."""
    J_inv, force = model.inverse_jacobian(motion.x), model.platform_force(*motion.states)
    proof = difference(np.einsum("nij,nj->ni", np.linalg.pinv(np.swapaxes(J_inv, 1, 2)), force), tau)
    what = "(8.148): norm of the torques with eta = 0"
    ours, book = np.linalg.norm(tau, axis=1), np.linalg.norm(printed, axis=1)
    worst = int((book - ours).argmax())
    note = (
        "the book calls it the minimum-norm solution, but only the part of platform and passive joints is; tau_ta is added to it"
    )
    lines = [unprinted(f"largest torque of q_{i + 1}1", float(np.abs(tau[:, i]).max()), "N m") for i in range(4)]
    return [
        corrected(what, float(book[worst]), float(ours[worst]), note, "N m", 1e-6, proof=proof, formula=True),
        *lines,
    ]
