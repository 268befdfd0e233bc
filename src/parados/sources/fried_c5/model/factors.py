"""Jacobian as a product of two sparse matrices, section 6.2, without the assumption (28).

All vectors are in the axes of the plates. The paper assumes y_1 = y_2, z_3 = z_4, x_5 = x_6 (28). On both mechanisms each of
these differences is really about 2 L times a tilt of the platform, so that (33)-(35) are coupled:

    a_1 beta + a_2 gamma = (Q_11 - Q_21)/2,  b_1 gamma + b_2 alpha = (Q_31 - Q_41)/2,  c_1 alpha + c_2 beta = (Q_51 - Q_61)/2

whose determinant is a_1 b_1 c_1 + a_2 b_2 c_2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from parados.spatial.vectors import SX, Vector, cross

__all__ = ["Arms", "Coupling", "moments_to_pairs", "moved", "pi_1_under_28", "spread"]

Coupling = tuple[SX, SX, SX, SX, SX, SX]
"""a_1, a_2, b_1, b_2, c_1, c_2 of the three equations above."""


def pi_1_under_28(P: list[Vector]) -> SX:
    """Return Pi_1 (6, 6) of (39) for P_12 .. P_62; it is right only if (28) holds."""
    P1, P2, P3, P4, P5, P6 = P
    a, b, g = 1 / (P5[1] - P6[1]), 1 / (P1[2] - P2[2]), 1 / (P3[0] - P4[0])
    w_a, w_b = (P5[1] - P1[1]) * a, (P1[0] - P5[0]) * b
    u_a, u_g = (P1[2] - P3[2]) * a, (P3[0] - P1[0]) * g
    Pi_1 = SX(6, 6)  # (39)
    Pi_1[0, :] = ca.horzcat(w_a, 1 - w_a, 0, 0, w_b, -w_b)
    Pi_1[1, :] = ca.horzcat(u_a, -u_a, u_g, 1 - u_g, 0, 0)
    Pi_1[2, 2], Pi_1[2, 3] = g, -g
    Pi_1[3, 4], Pi_1[3, 5] = b, -b
    Pi_1[4, 0], Pi_1[4, 1] = a, -a
    Pi_1[5, 5] = 1
    return Pi_1


@dataclass(frozen=True)
class Arms:
    """The vectors P_i2 = B_iC on which J_1 and Pi_1 depend, in the axes of the plates, (3, 1) [m].

    P_1 is P_12; half_12 = (P_12 - P_22)/2 and so on; from_3 = P_12 - P_32, from_5 = P_12 - P_52.
    """

    P_1: Vector
    half_12: Vector
    half_34: Vector
    half_56: Vector
    from_3: Vector
    from_5: Vector

    @cached_property
    def coupling(self) -> Coupling:
        """The coefficients of (33)-(35), halved; under (28) those with index 2 are zero."""
        x, y, z = self.half_12, self.half_34, self.half_56
        return -x[2], x[1], -y[0], y[2], -z[1], z[0]

    @cached_property
    def rates(self) -> SX:
        """(3, 3) Omega: [alpha beta gamma]^t = Omega [Q_11 - Q_21, Q_31 - Q_41, Q_51 - Q_61]^t, from (33)-(35)."""
        a_1, a_2, b_1, b_2, c_1, c_2 = self.coupling
        e = 0.5 / (a_1 * b_1 * c_1 + a_2 * b_2 * c_2)
        ea_1, eb_1, ea_2, ec_2 = e * a_1, e * b_1, e * a_2, e * c_2
        return ca.vertcat(
            ca.horzcat(-ec_2 * b_1, ec_2 * a_2, ea_1 * b_1),
            ca.horzcat(eb_1 * c_1, -ea_2 * c_1, ea_2 * b_2),
            ca.horzcat(ec_2 * b_2, ea_1 * c_1, -ea_1 * b_2),
        )

    @cached_property
    def Pi_1(self) -> SX:
        """(6, 6) rates [w u gamma beta alpha Q_11] of segment 1 over those of the actuators, (30)."""
        alpha, beta, gamma = (spread(self.rates[k, :]) for k in range(3))
        w = -self.from_5[1] * alpha + self.from_5[0] * beta  # (37)
        u = self.from_3[2] * alpha - self.from_3[0] * gamma  # (36)
        w[1] += 1
        u[3] += 1
        Q_11 = ca.horzcat(*[SX(k == 5) for k in range(6)])
        return ca.sparsify(ca.vertcat(w, u, gamma, beta, alpha, Q_11))  # printed: (39), right only under (28)

    @cached_property
    def J_1(self) -> SX:
        """(6, 6) Jacobian of segment 1 at C, (41)."""
        x_1, y_1, z_1 = (self.P_1[k] for k in range(3))
        rows = [
            [0, 0, 0, 0, 1, 0],
            [0, 0, 0, 1, 0, 0],
            [0, 0, 1, 0, 0, 0],
            [0, 0, -y_1, z_1, 0, 1],
            [0, 1, x_1, 0, -z_1, 0],
            [1, 0, 0, -x_1, y_1, 0],
        ]
        return ca.sparsify(ca.vertcat(*[ca.horzcat(*row) for row in rows]))


def moments_to_pairs(coupling: Coupling, n: Vector) -> list[SX]:
    """Solve [a_1 beta + a_2 gamma, ...] . t = [alpha beta gamma] . n for t_1, t_2, t_3: the transposed equations."""
    a_1, a_2, b_1, b_2, c_1, c_2 = coupling
    ab_1 = a_1 * b_1
    t_3 = (ab_1 * n[0] - b_2 * (a_1 * n[2] - a_2 * n[1])) / (ab_1 * c_1 + a_2 * b_2 * c_2)
    t_1 = (n[1] - c_2 * t_3) / a_1
    t_2 = (n[2] - a_2 * t_1) / b_1
    return [t_1, t_2, t_3]


def spread(over_pairs: SX) -> SX:
    """Return a row (1, 6) over Q_a, from a row (1, 3) over the differences of the pairs."""
    d_1, d_2, d_3 = (over_pairs[k] for k in range(3))
    return ca.horzcat(-d_3, d_3, -d_2, d_2, -d_1, d_1)


def moved(K: SX, P: Vector) -> SX:
    """Return P-hat K: the wrench K = [moment; force] at C, moved to B, with P = BC."""
    return ca.vertcat(K[:3] + cross(P, K[3:]), K[3:])
