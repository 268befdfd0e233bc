"""Curves on the group of rotations: R(t) = R_k exp(theta(t)), and their angular velocity with two derivatives.

All computations use quaternions w, x, y, z, whose signs do not jump along the curve: q = q_k (C, S theta) with
C = cos(|theta| / 2) and S = sin(|theta| / 2) / |theta|, power series in m = theta . theta, and omega = 2 qd q* in base axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.polynomial.polynomial import polyder, polyval
from numpy.typing import NDArray

from parados.trajectory.base import Trajectory
from parados.trajectory.chain_rule import composed, composed_at, product
from parados.trajectory.one_orientation import exponential_at, quaternion_product
from parados.trajectory.piecewise import Piecewise
from parados.trajectory.power_sums import OneState

__all__ = ["Turning", "as_rotation", "spline_turning", "straight_turning"]

Array = NDArray[np.float64]

TERMS = 24
COSINE = np.array([(-0.25) ** j / factorial(2 * j) for j in range(TERMS)])
SINE = np.array([0.5 * (-0.25) ** j / factorial(2 * j + 1) for j in range(TERMS)])


class Turning:
    """Rotation as a function of time.

    Parameters
    ----------
    starts : (k, 4) quaternions at the start of each piece, with signs that do not jump
    pieces : `scipy.interpolate.PPoly` of the rotation vector from the start of the piece, in the piece's axes, over s
    law : s(t), one coordinate that never moves back
    """

    def __init__(self, starts: Array, pieces: Any, law: Trajectory) -> None:
        self.starts, self.pieces, self.law = starts, pieces, law
        self._vector = Piecewise(pieces)

    @property
    def breaks(self) -> Array:
        return self.law.breaks

    def quaternions(self, t: Array) -> list[Array]:
        """Return the derivatives 0 to 3 of the quaternion, (N, 4) each."""
        s = [self.law._derivative(t, k) for k in range(4)]
        at = np.clip(s[0][:, 0], self.pieces.x[0], self.pieces.x[-1])
        theta = composed([self.pieces(at, nu=k) for k in range(4)], s)
        m = [np.sum(part, axis=1, keepdims=True) for part in product(theta, theta)]
        C = composed([polyval(m[0], polyder(COSINE, k)) for k in range(4)], m)
        S = composed([polyval(m[0], polyder(SINE, k)) for k in range(4)], m)
        piece = np.clip(np.searchsorted(self.pieces.x, at, side="right") - 1, 0, len(self.starts) - 1)
        turned = [np.hstack([c, v]) for c, v in zip(C, product(S, theta), strict=True)]
        return [_times(self.starts[piece], part) for part in turned]

    def quaternion_at(self, t: float) -> OneState:
        """Return the quaternion and its first two derivatives at one time."""
        s = self.law._at(t)
        first, last = self._vector.times
        at = min(max(s[0][0], first), last)
        start = self.starts[self._vector.piece_at(at)].tolist()
        q, qd, qdd = exponential_at(composed_at(self._vector._at(at), s))
        return quaternion_product(start, q), quaternion_product(start, qd), quaternion_product(start, qdd)

    def angular(self, q: Sequence[Array]) -> list[Array]:
        """Return omega and its first two derivatives in base axes, (N, 3) each, given the derivatives of the quaternion."""
        conjugate = [part * [1, -1, -1, -1] for part in q]
        return [
            2 * np.sum([comb(k, i) * _times(q[i + 1], conjugate[k - i]) for i in range(k + 1)], axis=0)[:, 1:] for k in range(3)
        ]


def as_rotation(q: Array) -> Any:
    """Return the SciPy `Rotation` of quaternions (N, 4) w, x, y, z."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(np.roll(q, -1, axis=-1))


def straight_turning(first: Array, last: Array, law: Trajectory, length: float = 1.0) -> Turning:
    """Build the shortest turn about one axis between two quaternions, followed by a law from 0 to a length."""
    from scipy.interpolate import PPoly

    vector = (as_rotation(first).inv() * as_rotation(last)).as_rotvec()
    return Turning(first[None], PPoly(np.array([vector / length, np.zeros(3)])[:, None], [0.0, length]), law)


def spline_turning(times: Array, quaternions: Array, law: Trajectory) -> Turning:
    """Build a rotation spline (SciPy's RotationSpline) at s = law(t) through rotations at times (k,).

    Its angular acceleration is continuous.
    """
    from scipy.spatial.transform import RotationSpline

    rotations = as_rotation(quaternions)
    pieces = RotationSpline(times, rotations).interpolator
    starts = quaternions[:-1].copy()
    for k in range(1, len(starts)):  # use the sign at the end of the piece before
        end = _exponential((rotations[k - 1].inv() * rotations[k]).as_rotvec())
        starts[k] *= np.sign(_times(starts[k - 1 : k], end[None])[0] @ starts[k])
    return Turning(starts, pieces, law)


def _exponential(vector: Array) -> Array:
    m = vector @ vector
    return np.append(polyval(m, COSINE), polyval(m, SINE) * vector)


def _times(p: Array, q: Array) -> Array:
    """Return products of quaternions (N, 4)."""
    w = p[:, :1] * q[:, :1] - np.sum(p[:, 1:] * q[:, 1:], axis=1, keepdims=True)
    return np.hstack([w, p[:, :1] * q[:, 1:] + q[:, :1] * p[:, 1:] + np.cross(p[:, 1:], q[:, 1:])])
