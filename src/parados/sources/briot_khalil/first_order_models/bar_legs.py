"""First-order kinematics of robots whose legs act along bars: A_r t_r + B qd_a = 0 (Briot & Khalil 7.3.1, 7.3.4).

zeta_i is the unit force along the bar of leg i, from its point on the base side to its point on the platform. It is reciprocal
to all passive joints, so A has the rows zeta_i^T, and B = -diag(zeta_i^T $_ia) with the unit twists of the actuators.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

import casadi as ca

from parados.spatial.vectors import SX, Vector, cross

__all__ = ["BarLegs"]


class BarLegs(ABC):
    """Matrices of the book as attributes: expressions of the pose `x` and of the platform's twist `t_r`."""

    x: SX
    t_r: SX

    @property
    @abstractmethod
    def q_a(self) -> SX:
        """(n, 1) positions of the actuators [m]."""

    @property
    @abstractmethod
    def bars(self) -> list[Vector]:
        """(3, 1) unit vectors along the bars."""

    @property
    @abstractmethod
    def arms(self) -> list[Vector]:
        """(3, 1) vectors from P to the ends of the bars on the platform [m]."""

    @property
    @abstractmethod
    def actuators(self) -> list[Vector]:
        """(3, 1) unit vectors along which the actuators push."""

    @property
    @abstractmethod
    def Psi_t(self) -> SX:
        """(6, n) matrix with t_p = Psi_t t_r."""

    @cached_property
    def A(self) -> SX:
        """(n, 6) rows zeta_i^T, unit forces at P, (7.58)."""
        return ca.vertcat(*[ca.vertcat(n, cross(arm, n)).T for n, arm in zip(self.bars, self.arms, strict=True)])

    @cached_property
    def A_r(self) -> SX:
        """(n, n) A Psi_t, (7.62)."""
        return ca.sparsify(self.A @ self.Psi_t)

    @cached_property
    def B(self) -> SX:
        """(n, n) -diag(zeta_i^T $_ia), (7.59)."""
        return -ca.diag(ca.vertcat(*[ca.dot(n, axis) for n, axis in zip(self.bars, self.actuators, strict=True)]))

    @cached_property
    def J_inv(self) -> SX:
        """(n, n) qd_a = J_inv t_r, (7.64)."""
        return ca.vertcat(*[self.A_r[i, :] / -self.B[i, i] for i in range(self.B.shape[0])])

    def functions(self) -> dict[str, ca.Function]:
        """Return the models as callable functions."""
        parts = {"A": self.A, "Psi_t": self.Psi_t, "A_r": self.A_r, "B": self.B, "J_inv": self.J_inv}
        dense = [ca.densify(value) for value in ca.cse(list(parts.values()))]
        return {
            "inverse_geometry": ca.Function("inverse_geometry", [self.x], [self.q_a], ["x"], ["q_a"]),
            "matrices": ca.Function("matrices", [self.x], dense, ["x"], list(parts)),
            "first_order": ca.Function(
                "first_order", [self.x, self.t_r], [ca.densify(self.J_inv @ self.t_r)], ["x", "t_r"], ["qd_a"]
            ),
        }
