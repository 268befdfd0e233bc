"""First-order kinematics of the Gough-Stewart platform with the matrices of the book.

x = [x, y, z, a1, a2, a3] with angles of the sequence ZYX, as `gough-stewart-lopes` in the catalog; t_r = t_p = [v, omega].

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (7.37), (7.148)-(7.153).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.sources.briot_khalil.first_order_models.strut_legs import StrutLegs
from parados.sources.own_numbers import check_points
from parados.spatial.rotations import rotation_matrix
from parados.spatial.vectors import SX, Vector, matrix

__all__ = ["GoughStewart", "GoughStewartParameters"]

Array = NDArray[np.float64]


def _ring(radius: float, degrees: tuple[float, ...]) -> Array:
    """(6, 3) points on a circle about the origin, in the plane z = 0 [m]."""
    angles = np.radians(degrees)
    return np.column_stack([radius * np.cos(angles), radius * np.sin(angles), np.zeros(len(angles))])


@dataclass(frozen=True)
class GoughStewartParameters:
    """Points (6, 3) of the six legs [m]; the defaults are those of `gough-stewart-lopes` in the catalog.

    A_1 : points A_i1 on the base;  A_6 : points A_i6 on the platform, in the frame of the platform
    """

    A_1: Array = field(default_factory=lambda: _ring(1.5, (15, 105, 135, 225, 255, 345)))
    A_6: Array = field(default_factory=lambda: _ring(0.75, (60, 60, 180, 180, 300, 300)))

    def __post_init__(self) -> None:
        check_points("A_1", self.A_1)
        check_points("A_6", self.A_6)


class GoughStewart(StrutLegs):
    """The 6-UPS platform; its struts are the actuators, with positive lengths."""

    def __init__(self, parameters: GoughStewartParameters | None = None) -> None:
        self.parameters = parameters or GoughStewartParameters()
        self.x, self.t_r = SX.sym("x", 6), SX.sym("t_r", 6)

    @cached_property
    def arms(self) -> list[Vector]:
        """Vectors from P to A_i6, base axes."""
        angles = self.x[3:]
        R = rotation_matrix("ZYX", ca.cos(angles), ca.sin(angles))
        return ca.horzsplit(R @ matrix(np.asarray(self.parameters.A_6, dtype=float).T))

    @cached_property
    def struts(self) -> list[Vector]:
        """Vectors from A_i1 to A_i6."""
        base = ca.horzsplit(matrix(np.asarray(self.parameters.A_1, dtype=float).T))
        return [self.x[:3] + arm - at for arm, at in zip(self.arms, base, strict=True)]

    @property
    def Psi_t(self) -> SX:
        """(6, 6) the unit matrix: t_p = t_r, (7.153)."""
        return SX.eye(6)
