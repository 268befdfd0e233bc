"""The signals of a law as symbols of an expression graph, and the models of the robot as functions of these signals.

A law is written once, on these symbols. The same graph runs in Python and is written as C.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import casadi as ca

from parados.graph.graph_calls import pivot_margin, quantity_value
from parados.model.joint_turns import JointTurns
from parados.model.model import Model
from parados.spatial.vectors import SX

__all__ = ["Place", "Signals", "pose_error"]


class Place(NamedTuple):
    """A configuration: x (n_x,), the unknowns (n_u,) of a numeric geometry, empty for a closed form, the actuators q (n_a,)."""

    x: SX
    unknowns: SX
    q: SX


@dataclass
class Signals:
    """Symbols of one law.

    model : the controller's model;  mode : signs of its working mode
    x, xd, q, qd : measured coordinates, their rates, and those of the actuated joints
    wrench : (6,) measured wrench of the environment on the platform at P, base axes [N, N m]
    wanted, xd_r, xdd_r, q_r, qd_r, qdd_r : reference
    tau_r, friction_r : efforts of the model along the reference, and the part of them that overcomes friction
    clear_r : 0 near a singularity of the reference, 1 far from it
    dt : (1,) period of the sampled law [s]
    state, gains, parameters : discrete state of the law, its gains, live parameters of the model
    """

    model: Model
    mode: ca.DM
    n_state: int
    n_gains: int
    margins: list[SX] = field(default_factory=list)

    def __post_init__(self) -> None:
        labels = self.model.labels
        n_x, n, n_a, n_u = len(labels["x"]), len(labels["xd"]), len(labels["q"]), len(self.model.survey.home_unknowns)
        n_u = 0 if self.model.survey.geometry.is_closed_form else n_u
        sizes = {"x": n_x, "xd": n, "q": n_a, "qd": n_a, "unknowns": n_u, "wrench": 6}
        wanted = {"x_r": n_x, "xd_r": n, "xdd_r": n, "q_r": n_a, "qd_r": n_a, "qdd_r": n_a, "unknowns_r": n_u}
        wanted |= {"tau_r": n_a, "friction_r": n_a, "clear_r": 1}
        own = {"dt": 1, "state": self.n_state, "gains": self.n_gains, "parameters": len(self.model.live_vector)}
        self.symbols = {name: SX.sym(name, size) for name, size in {**sizes, **wanted, **own}.items()}

    def __getattr__(self, name: str) -> SX:
        try:
            return self.__dict__["symbols"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def here(self) -> Place:
        """The measured configuration."""
        return Place(self.symbols["x"], self.symbols["unknowns"], self.symbols["q"])

    @property
    def wanted(self) -> Place:
        """The configuration of the reference."""
        return Place(self.symbols["x_r"], self.symbols["unknowns_r"], self.symbols["q_r"])

    def value(self, name: str, place: Place, *, friction: bool = True, loaded: bool = False, **given: SX) -> SX:
        """Return the first output of a quantity of the model; inputs that are not given are zero.

        The margin of its pivots is kept: a law has no result where one of them is too small.
        """
        known = {"x": place.x, "unknowns": place.unknowns, "mode": self.mode, "parameters": self.symbols["parameters"], **given}
        joints = JointTurns(self.model, None)
        if not (joints.matter and joints.of_actuators.any() and self.model.survey.geometry.is_closed_form):
            return quantity_value(self.model.finished_graph(name, friction=friction, loaded=loaded), known, self.margins)
        known["parameters"] = ca.vertcat(self.symbols["parameters"], self._turns(place, joints))
        return quantity_value(joints.graph(name, friction=friction, loaded=loaded), known, self.margins)

    def _turns(self, place: Place, joints: JointTurns) -> SX:
        """(k, 1) whole turns [rad] of the joints where they matter, as far as the actuators tell them."""
        known = {"x": place.x, "unknowns": place.unknowns, "mode": self.mode, "parameters": self.symbols["parameters"]}
        gap = place.q - quantity_value(self.model.finished_graph("inverse_kinematics"), known, [])
        turned = joints.of_actuators_at(self.symbols["parameters"]) @ gap
        return turned - ca.atan2(ca.sin(turned), ca.cos(turned))

    def efforts(self, place: Place, xdd: SX, friction: bool | str) -> SX:
        """(n_a, 1) inverse dynamics at measured rates; friction at the measured rates (True), along the reference, or none."""
        tau = self.value("inverse_dynamics", place, xd=self.xd, xdd=xdd, friction=friction is True)
        rubs = any(joint.friction.acts for joint in self.model.mechanism.joints)
        return tau + self.friction_r if friction == "reference" and rubs else tau

    def margin(self) -> SX:
        """The smallest pivot over its limit; below 1 the configuration is singular."""
        return pivot_margin(self.margins)


def pose_error(model: Model, wanted: SX, x: SX) -> SX:
    """(n, 1) error of the pose: the difference of the coordinates; for a quaternion the small rotation from x to `wanted`.

    With unit quaternions (w_r, v_r) and (w, v), it is 2 s (w v_r - w_r v - v_r x v), where s is the sign of their product.
    """
    if not model.mechanism.platform.is_quaternion:
        return wanted - x
    w, v, w_r, v_r = x[3], x[4:7], wanted[3], wanted[4:7]
    side = ca.if_else(w * w_r + ca.dot(v, v_r) < 0, -1.0, 1.0)
    turn = 2 * side * (w * v_r - w_r * v - ca.cross(v_r, v))
    return ca.vertcat(wanted[:3] - x[:3], turn, wanted[7:] - x[7:])
