"""Velocity and force ellipsoids of the platform at one pose.

With the twist t = J_p xd of the platform at P and xd = J qd, T are the rows of J_p J of the velocity of P. The velocities of P
for actuator rates of norm 1 fill an ellipsoid with the singular values of T as half axes; the forces at P that actuator efforts
of norm 1 hold have the inverse half axes in the same directions. If P does not move, T are the rows of the angular velocity,
and the forces are moments.

References
----------
Merlet, Jacobian, manipulability, condition number and accuracy of parallel robots, Journal of Mechanical Design 128 (2006)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["MotionEllipsoids", "motion_ellipsoids"]

Array = NDArray[np.float64]

SAME_RANK = 1e-9
"""Part of the largest singular value below which another one counts as zero."""


@dataclass(frozen=True)
class MotionEllipsoids:
    """Velocity and force ellipsoid at one pose.

    Attributes
    ----------
    directions : (3, 3) unit vectors of the half axes as columns, base axes; the first `rank` of them are motions of the platform
    velocities : (3,) half axes for actuator rates of norm 1, largest first; 0 in directions without motion
    rank : number of independent directions in which the platform moves at this pose
    turning : True if P does not move, so that the half axes are angular velocities and moments
    """

    directions: Array
    velocities: Array
    rank: int
    turning: bool

    @property
    def forces(self) -> Array:
        """(3,) half axes of the force ellipsoid for actuator efforts of norm 1; 0 in directions without motion, which need no
        effort, and infinite in a direction in which actuators move nothing."""
        with np.errstate(divide="ignore"):
            return np.where(np.arange(3) < self.rank, 1 / self.velocities, 0.0)

    @property
    def condition(self) -> float:
        """Largest half axis divided by the smallest one: 1 is isotropic, infinite is singular."""
        smallest = self.velocities[self.rank - 1] if self.rank else 0.0
        return float(self.velocities[0] / smallest) if smallest > 0 else float("inf")


def motion_ellipsoids(model: Model, x: ArrayLike, *, mode: ArrayLike | None = None) -> MotionEllipsoids:
    """Compute the ellipsoids at a pose x (n_x,); raises SingularConfigurationError where the Jacobian does not exist."""
    J_p, J = model.platform_jacobian(x, mode=mode), model.jacobian(x, mode=mode)
    turning = _rank(J_p[:3] / model.characteristic_length, J_p) == 0
    rows = J_p[3:] if turning else J_p[:3]
    U, sizes, _ = np.linalg.svd(rows @ J)
    rank = min(_rank(rows, rows), len(sizes))
    velocities = np.zeros(3)
    velocities[:rank] = sizes[:rank]
    return MotionEllipsoids(U, velocities, rank, turning)


def _rank(rows: Array, scale: Array) -> int:
    """Return the rank of rows; singular values below SAME_RANK times the largest entry of `scale` are zero."""
    return int((np.linalg.svd(rows, compute_uv=False) > SAME_RANK * max(float(np.abs(scale).max()), 1e-300)).sum())
