"""Matrices of the first-order models at one configuration, with the names of the book (Briot & Khalil 7.3).

A t_p + B qd_a = 0                                 (7.60)
A_r = A Psi_t,  J_inv = -B^-1 A_r,  J = J_inv^-1   (7.61)-(7.64), pseudo-inverses if the robot is redundant
J_td qd_d = J_t t_r - J_ta qd_a                    (7.91)

A_d xd + B_d qd_a = 0,  A_d = A_r D_r,  B_d = B,  t_r = D_r xd     (7.71)-(7.77)
qd_d = J_d qd_a = J_r t_r                                          (8.73), (8.147)

In a kinematically redundant robot (7.3.2.4) t_r contains only the independent components of the platform's twist. A_r is square,
B has more columns than rows, J = -A_r^-1 B, and J_inv is the pseudo-inverse of J.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from parados.errors import InputError, SingularConfigurationError
from parados.geometry.platform_motion import declared_angles
from parados.kinematics.matrix_display import matrices_display
from parados.kinematics.wrenches import LegWrenches
from parados.text.result_display import Display, Shown
from parados.topology.mechanism import Mechanism

__all__ = ["KinematicMatrices", "SecondOrderTerms", "kinematic_matrices", "passive_rows"]

Array = NDArray[np.float64]


LOST = 1e-12
"""A matrix has lost rank if its smallest singular value is at most this times the largest."""


@dataclass(frozen=True)
class SecondOrderTerms:
    """Accelerations of one possible motion with the given velocities, and the angular term e of (7.168).

    t_r_dot : (n,);  qdd_a : (n_a,);  qdd_d : (n_d,);  e : (3,)
    """

    t_r_dot: Array
    qdd_a: Array
    qdd_d: Array
    e: Array


@dataclass(frozen=True, repr=False)
class KinematicMatrices(Shown):
    """Matrices of the first-order kinematic models at one configuration.

    t_p is the twist [v, omega] at P in base axes, t_r its independent components, q_a and q_d the actuated and passive
    joints. J and J_inv raise SingularConfigurationError where A_r or B has lost rank; the other matrices always exist.

    Attributes
    ----------
    A : (n_w, w) unit actuation wrenches, continuous over the workspace of a working mode;  B : (n_w, n_a);  A_r : (n_w, n)
    Psi_t : (w, n) t_p = Psi_t t_r; w is 6, or 6 + n_p if n_p joints stand on the platform: t_p is then the twist, followed by the
        rates of these joints
    J_inv : (n_a, n) qd_a = J_inv t_r;  J : (n, n_a) t_r = J qd_a
    J_t : (n_d, n);  J_ta : (n_d, n_a);  J_td : (n_d, n_d)
    D : (3, 3) omega_p = D d(angles)/dt, the unit matrix for a quaternion;  D_r : (n, n) t_r = D_r xd
    A_d, B_d : (n_w, n), (n_w, n_a) A_d xd + B_d qd_a = 0
    J_d : (n_d, n_a) qd_d = J_d qd_a;  J_r : (n_d, n) qd_d = J_r t_r
    second : terms of the second-order models; None if `xd` was not given
    actuated, passive : names of the joints in q_a and q_d
    """

    A: Array
    B: Array
    A_r: Array
    Psi_t: Array
    J_t: Array
    J_ta: Array
    J_td: Array
    D: Array
    D_r: Array
    second: SecondOrderTerms | None = None
    actuated: tuple[str, ...] = ()
    passive: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return self.summary()

    def _display(self) -> Display:
        return matrices_display(self)

    @property
    def _is_redundant(self) -> bool:
        """True if there are more actuators than actuation wrenches (kinematic redundancy)."""
        return self.B.shape[1] > self.B.shape[0]

    @cached_property
    def J(self) -> Array:
        if self._is_redundant:
            return -_solve(self.A_r, self.B, "A_r")
        n_a, n = self.J_inv.shape
        _check_rank(self.J_inv, "A_r")
        return np.asarray(np.linalg.pinv(self.J_inv) if n_a > n else np.linalg.inv(self.J_inv), dtype=np.float64)

    @cached_property
    def J_inv(self) -> Array:
        if self._is_redundant:
            return np.asarray(np.linalg.pinv(self.J), dtype=np.float64)
        return -_solve(self.B, self.A_r, "B")


    @property
    def A_d(self) -> Array:
        return np.asarray(self.A_r @ self.D_r)  # (7.76)

    @property
    def B_d(self) -> Array:
        return self.B  # (7.77)

    @cached_property
    def J_d(self) -> Array:
        return _solve(self.J_td, self.J_t @ self.J - self.J_ta, "J_td")  # (8.73)

    @cached_property
    def J_r(self) -> Array:
        return _solve(self.J_td, self.J_t - self.J_ta @ self.J_inv, "J_td")  # (8.147)

    def _terms(self) -> SecondOrderTerms:
        if self.second is None:
            raise InputError("xd: b_p, a_t, a_q, d_c and e depend on the velocities; give xd to `Model.matrices`")
        return self.second

    @property
    def e(self) -> Array:
        """(3,) omega_p_dot = D d2(angles)/dt2 + e, (7.168)."""
        return self._terms().e

    @property
    def b_p(self) -> Array:
        """(n_w,) A_r t_r_dot + B qdd_a = b_p, (7.161)."""
        terms = self._terms()
        return np.asarray(self.A_r @ terms.t_r_dot + self.B @ terms.qdd_a)

    @property
    def a_t(self) -> Array:
        """(n,) t_r_dot = J qdd_a + a_t, (7.163)."""
        terms = self._terms()
        return np.asarray(terms.t_r_dot - self.J @ terms.qdd_a)

    @property
    def a_q(self) -> Array:
        """(n_a,) qdd_a = J_inv t_r_dot + a_q, (7.164); of least norm if the robot is kinematically redundant, (7.166)."""
        terms = self._terms()
        if self._is_redundant:
            return np.asarray(-self.J_inv @ self.a_t)
        return np.asarray(terms.qdd_a - self.J_inv @ terms.t_r_dot)

    @property
    def d_c(self) -> Array:
        """(n_d,) J_t t_r_dot - J_ta qdd_a + d_c = J_td qdd_d, (7.181)."""
        terms = self._terms()
        return np.asarray(self.J_td @ terms.qdd_d + self.J_ta @ terms.qdd_a - self.J_t @ terms.t_r_dot)


_TYPES = {"A_r": "Type 2", "B": "Type 1", "J_td": "LPJTS"}


def _check_rank(matrix: Array, name: str) -> None:
    """Raise SingularConfigurationError if a matrix has lost rank."""
    sizes = np.linalg.svd(matrix, compute_uv=False)
    if sizes.size and sizes[-1] <= LOST * sizes[0]:
        values = f"its smallest singular value is {sizes[-1]:.1e}, the largest {sizes[0]:.1e}"
        lost = "J_d and J_r" if name == "J_td" else "J and J_inv"
        raise SingularConfigurationError(f"{name} has lost rank ({_TYPES[name]}): {values}; {lost} are not defined here")


def _solve(matrix: Array, rhs: Array, name: str) -> Array:
    """Solve a square system, or a consistent system with more rows than unknowns."""
    if matrix.shape[0] < matrix.shape[1]:
        raise SingularConfigurationError("B has lost rank (Type 1): a leg has no actuation wrench here, so J is not defined")
    _check_rank(matrix, name)
    square = matrix.shape[0] == matrix.shape[1]
    return np.asarray(np.linalg.solve(matrix, rhs) if square else np.linalg.lstsq(matrix, rhs, rcond=None)[0], dtype=np.float64)


def passive_rows(rows: Array, mechanism: Mechanism) -> list[int]:
    """Choose closure rows that determine the passive joints, by pivoting.

    rows : (m, n_t + 6) all closure rows at a regular configuration
    """
    passive = list(mechanism.passive)
    _, _, order = qr(rows[:, passive].T, pivoting=True, mode="economic")
    return sorted(int(k) for k in order[: len(passive)])


def kinematic_matrices(
    mechanism: Mechanism, rows: Array, Psi_t: Array, wrenches: Sequence[LegWrenches], chosen: Sequence[int], D: Array
) -> KinematicMatrices:
    """Assemble the matrices of the first-order models at one configuration.

    rows : (m, n_t + 6) closure rows: rows [joint rates; t_p] = 0
    Psi_t : (w, n) motions of the platform for unit quasi-velocities nu
    wrenches : actuation and constraint wrenches of each leg
    chosen : indices of the rows that determine the passive joints (`passive_rows`)
    D : (3, 3) omega = D d(angles)/dt
    """
    n_t = len(mechanism.joints)
    A = np.vstack([leg.actuation for leg in wrenches])
    B = -np.vstack([leg.work for leg in wrenches])
    Psi_t, B = _platform_alone(mechanism, A, B, Psi_t)
    picked = rows[list(chosen)]
    return KinematicMatrices(
        A=A,
        B=B,
        A_r=A @ Psi_t,
        Psi_t=Psi_t,
        J_t=-picked[:, n_t:] @ Psi_t[:6],
        J_ta=picked[:, list(mechanism.actuated)],
        J_td=picked[:, list(mechanism.passive)],
        D=D,
        D_r=_rates_of_x(mechanism, D)[: Psi_t.shape[1], : Psi_t.shape[1]],
        actuated=tuple(mechanism.joint_names[k] for k in mechanism.actuated),
        passive=tuple(mechanism.joint_names[k] for k in mechanism.passive),
    )


def _rates_of_x(mechanism: Mechanism, D: Array) -> Array:
    """(n, n) D_r with t_r = D_r xd: D if all three angles are declared, (7.71)."""
    D_r, end = np.eye(mechanism.n_dof), len(mechanism.platform.coordinates)
    if declared_angles(mechanism.platform):
        D_r[end - 3 : end, end - 3 : end] = D
    return D_r


def _platform_alone(mechanism: Mechanism, A: Array, B: Array, Psi_t: Array) -> tuple[Array, Array]:
    """Return Psi_t and B without the columns of actuated joints that are entries of x, for a kinematically redundant robot.

    The columns of Psi_t that remain belong to the coordinates of the platform (7.3.2.4). An actuated joint in x can also change
    the twist through dependent coordinates; this effect is added to its column of B. Other robots keep both matrices.

    A : (n_w, w);  B : (n_w, n_a);  Psi_t : (w, n)
    """
    given = mechanism.joints_in_x
    n, (n_w, n_a) = Psi_t.shape[1] - len(given), B.shape
    if not n == n_w < n_a or not set(given) <= set(mechanism.actuated):
        return Psi_t, B
    B = B.copy()
    B[:, [mechanism.actuated.index(joint) for joint in given]] += A @ Psi_t[:, n:]
    return Psi_t[:, :n], B
