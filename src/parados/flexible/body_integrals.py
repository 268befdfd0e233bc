"""Constants of inertia and stiffness of a flexible body (Briot & Khalil 10.2.2).

A particle is at r = r0 + Phi q, where r0 is its position in the undeformed body. The matrices MS_de, J_re and J_ee of the
book are S, the transpose of N0, and C. The other constants of the book follow from these: lambda and I_ee from C
(10.55)-(10.57), beta and I_re from N0 (10.59)-(10.60).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BodyIntegrals", "skew_part"]

Array = NDArray[np.float64]


def skew_part(X: Array) -> Array:
    """Return (..., 3) integral r x y dm, given (..., 3, 3) X = integral y r^T dm."""
    parts = (X[..., 2, 1] - X[..., 1, 2], X[..., 0, 2] - X[..., 2, 0], X[..., 1, 0] - X[..., 0, 1])
    return np.stack(parts, axis=-1)


@dataclass(frozen=True, eq=False)
class BodyIntegrals:
    """Constants of a flexible body in its frame, which may be live numbers; each elastic coordinate q is in m or rad.

    Every constant can be changed with `dataclasses.replace`; the mass matrix is computed from them.

    Attributes
    ----------
    m : mass [kg]
    s0 : (3,) integral r0 dm (10.41) [kg m]
    S : (3, n) integral Phi dm (10.42)
    P0 : (3, 3) integral r0 r0^T dm [kg m^2]
    N0 : (n, 3, 3) integral Phi_k r0^T dm, transposes of (10.58)
    C : (n, n, 3, 3) integral Phi_k Phi_l^T dm (10.54)
    Kee : (n, n) stiffness (10.35)
    """

    m: float
    s0: Array
    S: Array
    P0: Array
    N0: Array
    C: Array
    Kee: Array

    @property
    def n(self) -> int:
        """Number of elastic coordinates."""
        return int(self.S.shape[1])

    @property
    def Mee(self) -> Array:
        """(n, n) mass matrix of the elastic coordinates (10.55)."""
        return np.trace(self.C, axis1=2, axis2=3)

    @property
    def beta(self) -> Array:
        """(3, n) integral r0 x Phi dm (10.44); this is MS_re of the undeformed body (F.11)."""
        return skew_part(self.N0).T

    @property
    def Irr(self) -> Array:
        """(3, 3) inertia matrix of the undeformed body at its frame's origin (10.47) [kg m^2]."""
        return np.trace(self.P0) * np.eye(3) - self.P0

    def mass_matrix(self) -> Array:
        """(6 + n, 6 + n) inertia of the undeformed body for [v_dot, omega_dot, qdd] (F.10)."""
        x, y, z = self.s0
        ms = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
        return np.block([[self.m * np.eye(3), ms.T, self.S], [ms, self.Irr, self.beta], [self.S.T, self.beta.T, self.Mee]])

    @staticmethod
    def from_matrices(mass: Array, stiffness: Array) -> BodyIntegrals:
        """Build the constants from condensed matrices: mass (6 + n, 6 + n) as in `mass_matrix`, stiffness (n, n).

        The matrices determine only the skew part of N0 and the trace of C. The symmetric part of N0 is set to zero, and each
        C_kl is taken as a multiple of the unit matrix. This leaves out a part of the centrifugal and Coriolis forces, and the
        change of the inertia with the deformation.
        """
        n = len(stiffness)
        M_ee, beta = mass[6:, 6:], mass[3:6, 6:]
        x, y, z = mass[5, 1], mass[3, 2], mass[4, 0]
        J = mass[3:6, 3:6]
        N0 = np.zeros((n, 3, 3), dtype=mass.dtype)
        for axis, (i, j) in enumerate(((2, 1), (0, 2), (1, 0))):
            N0[:, i, j], N0[:, j, i] = beta[axis] / 2, -beta[axis] / 2
        C = (M_ee / 3)[:, :, None, None] * np.eye(3)
        P0 = np.trace(J) / 2 * np.eye(3) - J
        return BodyIntegrals(mass[0, 0], np.array([x, y, z]), mass[:3, 6:], P0, N0, C, stiffness)
