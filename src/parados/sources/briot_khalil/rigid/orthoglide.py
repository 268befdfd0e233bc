"""The Orthoglide along a trajectory of 20 s, with its identified parameters.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.4.3.2, Table 8.1, Figs. 8.11-8.13.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.plots.path_figure import path_figure
from parados.sources.briot_khalil.rigid.closed_forms import OrthoglideForms
from parados.sources.briot_khalil.rigid.motion_panels import columns, named, panels
from parados.sources.comparing import agree, difference, values
from parados.sources.entry import Line, Reproduction, equal, unprinted
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.point_by_point import point_by_point

__all__ = ["TABLE_8_1", "orthoglide_motion", "trajectory"]

Array = NDArray[np.float64]

TABLE_8_1 = {
    "m_11": 1.32, "m_21": 1.25, "m_31": 6.26e-1, "Ia_11": 7.13, "Ia_21": 7.13, "Ia_31": 7.82,
    "fv_11": 79.70, "fv_21": 100.00, "fv_31": 79.40, "fs_11": 3.21, "fs_21": 3.23, "fs_31": 2.21,
    "fs_12": 0.0, "fs_22": 0.0, "fs_32": 1.28,
    **{f"{name}_{i}3": value for name, value in
       {"xx": 8.69e-6, "yy": 7.91e-3, "zz": 7.91e-3, "mx": 3.81e-2, "m": 2.46e-1}.items() for i in (1, 2, 3)},
    "fs_14": 1.22e-3, "fs_24": 0.0, "fs_34": 0.0, "m_6": 5.13e-1,
}  # fmt: skip
"""Identified parameters, in the order of the table."""

LENGTHS = {"a": 0.34, "d_4": 0.31, "d_6": 0.03}

UNITS = {"m": "kg", "Ia": "kg", "xx": "kg m^2", "yy": "kg m^2", "zz": "kg m^2", "mx": "kg m"}

CORNERS = np.array(
    [
        [0.03, 0.03, 0.34], [0.10, 0.10, 0.41], [-0.04, 0.10, 0.27], [-0.04, -0.04, 0.41], [0.10, -0.04, 0.27],
        [0.10, 0.10, 0.27], [0.03, -0.04, 0.34], [-0.04, 0.03, 0.41], [0.10, 0.03, 0.41], [0.03, 0.10, 0.27],
    ]
)  # fmt: skip
"""Corners of the path, in a cube of 0.14 m around the isotropic pose [m]."""

DURATION, SHOWN = 20.0, 5.0
"""Printed durations of the trajectory, and of its part in Figs. 8.12 and 8.13 [s]."""

NAMES = ("$q_{11}$", "$q_{21}$", "$q_{31}$")


def orthoglide_motion(until: float | None = None) -> MotionTable:
    """Return the motion four times through all corners, half a second from one to the next."""
    motion = point_by_point(np.vstack([np.tile(CORNERS, (4, 1)), CORNERS[:1]]), 0.5)
    end = motion.duration if until is None else until
    return motion.table(np.linspace(0.0, end, round(100 * end) + 1))


def trajectory() -> Reproduction:
    """Compute the entry 003/section-8.4.3.2: Orthoglide along a trajectory, Table 8.1 and Figs. 8.11-8.13."""
    model, motion = load("orthoglide").compile("vm"), orthoglide_motion()
    tau = model.inverse_dynamics(*motion.states)
    lines = values(TABLE_8_1, _as_printed(model), _unit) + _length_lines(model)
    lines.append(equal("duration of the trajectory", DURATION, float(motion.t[-1]), 1e-9, "s"))
    lines += _agreement(model, motion, tau)
    first = orthoglide_motion(SHOWN)
    part = slice(0, len(first.t))
    qd, qdd = model.joint_rates(first.x, first.xd), model.joint_accelerations(*first.states)
    inertial = model.inverse_dynamics(*first.states, friction=False)
    lines += [unprinted(f"largest force of q_{i + 1}1", float(np.abs(tau[:, i]).max()), "N") for i in range(3)]
    lines += [unprinted("largest velocity", float(np.abs(qd).max()), "m/s")]
    lines += [unprinted("largest acceleration", float(np.abs(qdd).max()), "m/s^2")]
    forces = [
        Panel(f"force of {name} [N]", {"inverse dynamics": tau[part, i], "without friction": inertial[:, i]})
        for i, name in enumerate(NAMES)
    ]
    figures = {
        "fig-8.11-path": path_figure(model, motion.x[0], model.pose(motion.x)[:, :3]),
        "fig-8.11": curves_figure(motion.t, [Panel("position [m]", named(("x", "y", "z"), motion.x))], size=(6.5, 3.0)),
        "fig-8.12": curves_figure(first.t, panels(("velocity [m/s]", "acceleration [m/s$^2$]"), NAMES, (qd, qdd))),
        "fig-8.13": curves_figure(first.t, forces),
    }
    data = {"motion": columns(first, {"x [m]": first.x, "qd [m/s]": qd, "qdd [m/s^2]": qdd, "tau [N]": tau[part]})}
    return Reproduction(lines, figures, data, _choices(model))


def _choices(model: Model) -> list[str]:
    g = ", ".join(f"{value:g}" for value in model.spec.gravity)
    return [
        "the path (Fig. 8.11 has no numbers) goes four times through ten points in a cube of 0.14 m, half a second from one to "
        "the next with the fifth-degree law, which gives the printed 20 s.",
        f"gravity is ({g}) m/s^2 in base axes; the book does not give the orientation of the prototype.",
        "all forces are computed; the book also shows measured forces, but only as curves, and prints no formula of the model.",
    ]


def _unit(name: str) -> str:
    kind, _, joint = name.partition("_")
    if kind in UNITS:
        return UNITS[kind]
    force = "N" if joint.endswith("1") else "N m"
    return force if kind == "fs" else f"{force} s/m"


def _as_printed(model: Model) -> dict[str, float]:
    found = dict(zip(model.parameter_names, map(float, model.parameters), strict=True))
    found["m_q6"] = found["m_p"]
    return {name: found[name.replace("Ia_", "ia_").replace("_", "_q")] for name in TABLE_8_1}


def _length_lines(model: Model) -> list[Line]:
    joints = {joint.name: joint.fixed for joint in model.mechanism.joints}
    end = model.spec.legs[0].closure
    d_6 = float(end.frame.matrix()[0, 3]) if end else float("nan")
    found = {"a": float(joints["q21"][2, 3]), "d_4": float(joints["q14"][0, 3]), "d_6": d_6}
    return values(LENGTHS, found, lambda _: "m")


def _agreement(model: Model, motion: MotionTable, tau: Array) -> list[Line]:
    """Check the closed form of the geometry, the inverse against the direct model, and the power against the energy."""
    x, xd, xdd = motion.states
    q = OrthoglideForms().actuated(x, np.array([-1, -1, -1]))
    still, forces = model.energy(x, xd), model.platform_force(x, xd, xdd, friction=False)
    d_x, d_xd = (cast(dict[str, Array], model.derivatives("energy", by)(x, xd)) for by in ("x", "xd"))
    power = sum((d_x[key] * xd + d_xd[key] * xdd).sum(axis=1) for key in ("kinetic", "potential"))
    return [
        agree("(7.29) along the trajectory, and engine", "closed form", difference(q, model.inverse_kinematics(x))),
        agree("direct model of the forces", "the motion", difference(model.forward_dynamics(x, xd, tau), xdd)),
        agree("d/dt of the energy = power of actuators minus friction", "equal", difference((forces * xd).sum(axis=1), power)),
        unprinted("largest kinetic energy", float(still.kinetic.max()), "J"),
    ]
