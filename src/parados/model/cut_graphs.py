"""Graphs of the robot with all loops cut (`dynamics.cut_robot`), from which simulations are made; by name.

| name | inputs | outputs |
|---|---|---|
| `cut_closing` | z, reference | g (m, 1) closures, G (m, n_z) their derivatives |
| `cut_motion` | z, zd, reference, direction, wrench | M, h, viscous, dry, G, gamma (m, 1) = dG/dt zd, damped, pushed |
| `cut_report` | z, zd, zdd, reference | frame (4, 4), twist, by_rates, acceleration, kinetic, potential, springs |

M (n_z, n_z) zdd + h + [viscous + dry; 0] + G^T lambda = efforts. h has gravity, springs, dampers, velocities and the wrench on
the platform. viscous = fv qd + f0 (n_t, 1); dry is the rest of the friction, where `direction` (n_t,) replaces the sign of the
rates of joints whose friction jumps. damped is the power that dampers turn into heat, pushed that of the wrench [W]. twist and
acceleration (6, 1) are those of the platform at P, base axes; by_rates (6, n_z) = d twist / d zd. Inputs that a robot does not
use are left out. The live parameters are the last input, if there are any.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.dynamics.cut_robot import CutRobot
from parados.dynamics.dynamic_parameters import Parameters
from parados.dynamics.energy import dissipated, kinetic, potential
from parados.dynamics.friction import friction, without_dry_friction
from parados.dynamics.spring_forces import Springs
from parados.geometry.residual import closing_rows
from parados.kinematics.first_order import Kinematics
from parados.model.geometry_quantities import homogeneous
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["CUT_GRAPHS", "cut_graph"]

Array = NDArray[np.float64]
Outputs = dict[str, SX]


def _closing(robot: CutRobot, direction: SX, wrench: SX) -> Outputs:
    g = closing_rows(robot.mechanism, robot.tree)
    return {"g": g, "G": ca.jacobian(g, robot.z)}


def _motion(robot: CutRobot, direction: SX, wrench: SX) -> Outputs:
    closing = _closing(robot, direction, wrench)
    loop, own = robot.dynamics(wrench), Parameters.at(robot.tree)
    h = ca.substitute([loop.force], [robot.zdd], [SX.zeros(robot.zdd.numel())])[0]
    viscous = friction(robot.mechanism, without_dry_friction(own), robot.qd)
    rates = closing["G"] @ robot.zd
    return {
        "M": loop.mass_matrix,
        "h": h,
        "viscous": viscous,
        "dry": friction(robot.mechanism, own, robot.qd, direction) - viscous,
        "G": closing["G"],
        "gamma": ca.jtimes(rates, robot.z, robot.zd) if rates.numel() else rates,
        "damped": dissipated(cast(Kinematics, robot), own, with_friction=False),
        "pushed": ca.dot(wrench, _twist(robot)),
    }


def _report(robot: CutRobot, direction: SX, wrench: SX) -> Outputs:
    kinematics, own = cast(Kinematics, robot), Parameters.at(robot.tree)
    twist, moving = _twist(robot), robot.platform_motion(robot.zdd, robot.zdd)
    return {
        "frame": homogeneous(robot.pose),
        "twist": twist,
        "by_rates": ca.jacobian(twist, robot.zd),
        "acceleration": ca.vertcat(moving.v_dot, moving.omega_dot),
        "kinetic": kinetic(kinematics, own),
        "potential": potential(kinematics, own),
        "springs": Springs(kinematics, own).energy,
    }


def _twist(robot: CutRobot) -> SX:
    """(6, 1) twist of the platform at P, base axes."""
    moving = robot.platform_motion(SX(robot.zd.numel(), 1), SX(robot.zd.numel(), 1))
    return ca.vertcat(moving.v, moving.omega)


CUT_GRAPHS: dict[str, Callable[[CutRobot, SX, SX], Outputs]] = {
    "cut_closing": _closing,
    "cut_motion": _motion,
    "cut_report": _report,
}


def cut_graph(mechanism: Mechanism, home: Array, name: str) -> ca.Function:
    """Build a graph of z, zd, reference, direction, wrench and the live parameters, without inputs that it does not use."""
    robot = CutRobot.of(mechanism, home)
    direction, wrench = SX.sym("direction", len(mechanism.joints)), SX.sym("wrench", 6)
    outputs = CUT_GRAPHS[name](robot, direction, wrench)
    found = ca.cse([ca.densify(output) for output in outputs.values()])
    inputs = {name: getattr(robot, name) for name in ("z", "zd", "zdd", "reference")}
    inputs |= {"direction": direction, "wrench": wrench, "parameters": mechanism.family.symbol}
    everything = ca.vertcat(*[ca.vec(output) for output in found])
    used = {key: s for key, s in inputs.items() if key == "z" or (s.numel() and ca.depends_on(everything, s))}
    return ca.Function(name, list(used.values()), found, list(used), list(outputs))
