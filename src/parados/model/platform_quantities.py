"""Quantities of the platform's motion: its Jacobian, and the rates of the angles of a platform that a link carries.

The twist comes from the platform's coordinates, or from the tree if a link carries the platform. Only `pose`, `pose_rates` and
`pose_accelerations` contain angles; if a link carries the platform, its angles are computed from its frame.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from parados.errors import RobotFileError
from parados.geometry.platform_motion import PlatformMotion
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.model.graphs import Graphs
from parados.model.quantity import Options, Quantity, entering, matrix
from parados.spatial.rotation_angles import angle_expressions
from parados.spatial.rotations import rate_drift
from parados.spatial.vectors import SX
from parados.topology.mechanism import Mechanism

__all__ = ["PLATFORM_QUANTITIES", "CarriedAngles", "check_platform"]

PLATFORM_QUANTITIES: dict[str, Quantity] = {}
quantity = entering(PLATFORM_QUANTITIES)


def check_platform(mechanism: Mechanism, wanted: str) -> None:
    """Raise RobotFileError if the robot has no platform; `wanted` is the name of the quantity in the message."""
    if mechanism.platform.is_absent:
        advice = "fix a platform on one of its links with platform: {carrier: NAME}, or use link_frames"
        raise RobotFileError(mechanism.name, [f"platform: this robot has no platform, so it has no {wanted}; {advice}"])


def _motion(graphs: Graphs, accelerated: bool) -> PlatformMotion:
    """Return the motion of the platform as expressions of nu and, if wanted, of its derivative."""
    k = graphs.kinematics
    if not accelerated:
        return k.platform_motion(SX(k.nu.numel(), 1), SX(k.rates.numel(), 1))
    return k.platform_motion(graphs.nu_dot_symbol, k.second_order(graphs.nu_dot_symbol))


@quantity({"jacobian": matrix})
def platform_jacobian(graphs: Graphs, options: Options, pivots: Pivots) -> dict[str, SX]:
    """J_p with twist = J_p xd, at P in base axes."""
    check_platform(graphs.mechanism, "Jacobian of the platform")
    moving = _motion(graphs, accelerated=False)
    return {"jacobian": ca.jacobian(ca.vertcat(moving.v, moving.omega), graphs.kinematics.nu) @ graphs.transform()}


@dataclass(frozen=True)
class CarriedAngles:
    """The six coordinates of a platform that a link carries, and their rates, from its frame and its motion."""

    graphs: Graphs

    @property
    def _orientation(self) -> str:
        return self.graphs.mechanism.platform.orientation

    @property
    def coordinates(self) -> SX:
        """(6, 1) px, py, pz, a1, a2, a3."""
        pose = self.graphs.survey.geometry.pose
        return ca.vertcat(pose.p, angle_expressions(self._orientation, pose.R))

    def rates(self, pivots: Pivots) -> SX:
        """(6, 1) rates of the coordinates as expressions of nu; the rates of the angles solve D rates = omega, (7.69)."""
        moving = _motion(self.graphs, accelerated=False)
        D = Factorised(self.graphs.survey.geometry.angle_rates, "D", pivots)
        return ca.vertcat(moving.v, D.solve(moving.omega))

    def accelerations(self, pivots: Pivots) -> SX:
        """(6, 1) derivatives of the rates, from D a_dd + D_dot a_d = omega_dot."""
        moving, a = _motion(self.graphs, accelerated=True), self.coordinates[3:]
        D = Factorised(self.graphs.survey.geometry.angle_rates, "D", pivots)
        drift = rate_drift(self._orientation, ca.cos(a), ca.sin(a), D.solve(moving.omega))
        return ca.vertcat(moving.v_dot, D.solve(moving.omega_dot - drift))
