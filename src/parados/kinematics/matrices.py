"""The matrices of the first-order models under the book's names (Briot & Khalil 7.3), at one configuration.

A t_p + B qd_a = 0                                 (7.60)
A_r = A Psi_t,  J_inv = -B^-1 A_r,  J = J_inv^-1   (7.61)-(7.64), pseudo-inverses with redundancy
J_td qd_d = J_t t_r - J_ta qd_a                    (7.91)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from parados.kinematics.wrenches import LegWrenches
from parados.topology.mechanism import Mechanism

__all__ = ["KinematicMatrices", "kinematic_matrices", "passive_rows"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class KinematicMatrices:
    """t_p is the twist [v, omega] at P in base axes, t_r its independent components, q_a and q_d the actuated and
    passive joints.

    Attributes
    ----------
    A : (n_w, 6) unit actuation wrenches;  B : (n_w, n_a);  A_r : (n_w, n)
    Psi_t : (6, n) t_p = Psi_t t_r
    J_inv : (n_a, n) qd_a = J_inv t_r;  J : (n, n_a) t_r = J qd_a
    J_t : (n_d, n);  J_ta : (n_d, n_a);  J_td : (n_d, n_d)
    """

    A: Array
    B: Array
    A_r: Array
    Psi_t: Array
    J: NDArray[np.floating]
    J_inv: NDArray[np.floating]
    J_t: Array
    J_ta: Array
    J_td: Array


def passive_rows(rows: Array, mechanism: Mechanism) -> list[int]:
    """Closure rows that determine the passive joints, chosen by pivoting; `rows` (m, n_t + 6) at a regular
    configuration."""
    passive = list(mechanism.passive)
    _, _, order = qr(rows[:, passive].T, pivoting=True, mode="economic")
    return sorted(int(k) for k in order[: len(passive)])


def kinematic_matrices(
    mechanism: Mechanism, rows: Array, Psi_t: Array, wrenches: Sequence[LegWrenches], chosen: Sequence[int]
) -> KinematicMatrices:
    """Assemble the matrices from closure rows (m, n_t + 6), Psi_t (6, n), the legs' wrenches and the rows for q_d."""
    n_t = len(mechanism.joints)
    A = np.vstack([leg.actuation for leg in wrenches])
    B = -np.vstack([leg.work for leg in wrenches])
    A_r = A @ Psi_t
    n_w, n_a = B.shape
    if n_w == n_a:
        J_inv = -np.linalg.solve(B, A_r)
        J = np.linalg.pinv(J_inv) if n_a > A_r.shape[1] else np.linalg.inv(J_inv)
    else:  # kinematic redundancy: A_r is square, B is not
        J = -np.linalg.solve(A_r, B)
        J_inv = np.asarray(np.linalg.pinv(J), dtype=np.float64)
    picked = rows[list(chosen)]
    return KinematicMatrices(
        A=A,
        B=B,
        A_r=A_r,
        Psi_t=Psi_t,
        J=J,
        J_inv=J_inv,
        J_t=-picked[:, n_t:] @ Psi_t,
        J_ta=picked[:, list(mechanism.actuated)],
        J_td=picked[:, list(mechanism.passive)],
    )
