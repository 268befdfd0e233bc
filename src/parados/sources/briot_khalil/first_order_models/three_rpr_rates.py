"""First-order kinematics of the planar 3-RPR with the matrices of the book; x = [x, y, phi], t_r = [xd, yd, phid].

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (7.18)-(7.20), (7.126)-(7.134).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.first_order_models.strut_legs import StrutLegs
from parados.sources.own_numbers import check_vector
from parados.spatial.vectors import SX, Vector

__all__ = ["ThreeRPR", "ThreeRPRParameters"]

Point = tuple[float, float]


@dataclass(frozen=True)
class ThreeRPRParameters:
    """Points of the three legs in the plane [m]; the defaults are those of `3-rpr` in the catalog.

    A_1 : points A_i1 on the base;  A_3 : points A_i3 on the platform, in the frame of the platform
    """

    A_1: tuple[Point, Point, Point] = ((0.0, 0.0), (1.0, 0.0), (0.5, 0.9))
    A_3: tuple[Point, Point, Point] = ((-0.2, -0.12), (0.2, -0.12), (0.0, 0.22))

    def __post_init__(self) -> None:
        for name in ("A_1", "A_3"):
            for k, point in enumerate(getattr(self, name)):
                check_vector(f"{name}[{k}]", point, 2)


class ThreeRPR(StrutLegs):
    """The planar 3-RPR; its struts are the actuators, with positive lengths."""

    def __init__(self, parameters: ThreeRPRParameters | None = None) -> None:
        self.parameters = parameters or ThreeRPRParameters()
        self.x, self.t_r = SX.sym("x", 3), SX.sym("t_r", 3)

    @cached_property
    def arms(self) -> list[Vector]:
        """Vectors from P to A_i3, base axes; printed in (7.127): the coordinates of A_i3 for these."""
        c, s = ca.cos(self.x[2]), ca.sin(self.x[2])
        return [ca.vertcat(c * u - s * v, s * u + c * v, 0) for u, v in self.parameters.A_3]

    @cached_property
    def struts(self) -> list[Vector]:
        """Vectors from A_i1 to A_i3."""
        P = ca.vertcat(self.x[0], self.x[1], 0)
        return [P + arm - ca.vertcat(*at, 0) for arm, at in zip(self.arms, self.parameters.A_1, strict=True)]

    @property
    def Psi_t(self) -> SX:
        """(6, 3) t_p = Psi_t t_r, (7.131)."""
        Psi_t = SX(6, 3)
        Psi_t[0, 0] = Psi_t[1, 1] = Psi_t[5, 2] = 1
        return Psi_t
