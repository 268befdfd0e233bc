"""First-order kinematics of the Orthoglide with the matrices of the book; x = [x, y, z], t_r = [xd, yd, zd].

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (7.23)-(7.29), (7.135)-(7.147).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.sources.briot_khalil.first_order_models.bar_legs import BarLegs
from parados.sources.own_numbers import check_length, check_number
from parados.spatial.vectors import SX, Vector, unit

__all__ = ["Orthoglide", "OrthoglideParameters"]

RAILS = (2, 0, 1)
"""Axis of each rail: z, x, y, (7.137)-(7.139)."""

OFFSETS = (0, 1, 0)
"""Axis along which the end of each bar is displaced from P by -d_6, (7.23)-(7.25)."""


@dataclass(frozen=True)
class OrthoglideParameters:
    """Lengths of Table 7.3 and Fig. 7.8 [m]: position a of rails 2 and 3, length d_4 of a bar, d_6 from its end to P."""

    a: float = 0.34
    d_4: float = 0.31
    d_6: float = 0.03

    def __post_init__(self) -> None:
        check_number("a", self.a)
        check_length("d_4", self.d_4)
        check_number("d_6", self.d_6)


class Orthoglide(BarLegs):
    """The Orthoglide with a bar between two universal joints in each leg; `mode` holds the signs of (7.29)."""

    def __init__(self, parameters: OrthoglideParameters | None = None, mode: tuple[int, int, int] = (-1, -1, -1)) -> None:
        self.parameters, self.mode = parameters or OrthoglideParameters(), mode
        self.x, self.t_r = SX.sym("x", 3), SX.sym("t_r", 3)

    @cached_property
    def arms(self) -> list[Vector]:
        """Vectors from P to A_i4."""
        return [-self.parameters.d_6 * unit(axis) for axis in OFFSETS]

    @cached_property
    def _from_rails(self) -> list[Vector]:
        """Vectors to A_i4 from the zero of q_i1 on the rail of leg i."""
        a = self.parameters.a
        zeros = [SX(3, 1), ca.vertcat(-a, 0, a), ca.vertcat(0, -a, a)]
        return [self.x + arm - zero for arm, zero in zip(self.arms, zeros, strict=True)]

    @cached_property
    def _along(self) -> list[SX]:
        """Component of the bar of leg i along its rail: the root of (7.29), +-sqrt(d_4^2 - across^2) [m]."""
        across = [
            ca.sumsqr(ca.vertcat(*[r[k] for k in range(3) if k != axis])) for r, axis in zip(self._from_rails, RAILS, strict=True)
        ]
        roots = [ca.sqrt(self.parameters.d_4**2 - square) for square in across]
        return [-sign * root for sign, root in zip(self.mode, roots, strict=True)]

    @cached_property
    def q_a(self) -> SX:
        """(3, 1) positions q_i1 of the carriages [m], (7.29)."""
        return ca.vertcat(*[r[axis] - own for r, axis, own in zip(self._from_rails, RAILS, self._along, strict=True)])

    @cached_property
    def bars(self) -> list[Vector]:
        """Unit vectors from A_i3 to A_i4, (7.136)."""
        found = []
        for r, axis, own in zip(self._from_rails, RAILS, self._along, strict=True):
            bar = SX(r)
            bar[axis] = own
            found.append(bar / self.parameters.d_4)
        return found

    @property
    def actuators(self) -> list[Vector]:
        """Directions of the rails, (7.137)-(7.139)."""
        return [unit(axis) for axis in RAILS]

    @property
    def Psi_t(self) -> SX:
        """(6, 3) t_p = Psi_t t_r, (7.144)."""
        return ca.vertcat(SX.eye(3), SX(3, 3))
