"""Compute the angles of a named convention and their three derivatives from a rotation and its angular velocity."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.trajectory.turning import as_rotation

__all__ = ["angle_derivatives", "angles_of", "angles_to_quaternion", "other_branch", "regularity"]

Array = NDArray[np.float64]


def angles_of(orientation: str, q: Array) -> Array:
    """Return the angles (N, 3) of quaternions (N, 4), in the ranges of SciPy; tilt-torsion as in `parados.spatial.rotations`."""
    if orientation == "tilt-torsion":
        phi, theta, psi = as_rotation(q).as_euler("ZYZ").T
        return np.column_stack([phi, theta, psi + phi])
    return np.asarray(as_rotation(q).as_euler(orientation))


def angles_to_quaternion(orientation: str, angles: Array) -> Array:
    """Return the quaternions (N, 4) of angles (N, 3)."""
    from scipy.spatial.transform import Rotation

    if orientation == "tilt-torsion":
        phi, theta, sigma = angles.T
        turned = Rotation.from_euler("ZYZ", np.column_stack([phi, theta, sigma - phi]))
    else:
        turned = Rotation.from_euler(orientation, angles)
    return np.roll(turned.as_quat(), 1, axis=-1)


def other_branch(orientation: str, angles: Array) -> Array:
    """Return the second triple of angles (N, 3) of the same rotation."""
    a, b, c = angles.T
    if orientation == "tilt-torsion":
        return np.column_stack([a + np.pi, -b, c])
    proper = orientation[0] == orientation[2]
    return np.column_stack([a + np.pi, -b if proper else np.pi - b, c + np.pi])


def regularity(orientation: str, q: Array) -> Array:
    """Return |det D| (N,), with omega = D d(angles)/dt.

    This is the sine of the angular distance to the orientation at which the angle convention is singular.
    """
    from parados.spatial.rotations import factors

    first, last = factors(orientation)[0].axis, factors(orientation)[-1].axis
    row = as_rotation(q).as_matrix()[:, first]  # its entry `last` is the sine or cosine of the second angle
    return np.asarray(np.linalg.norm(np.delete(row, last, axis=1), axis=1))


def angle_derivatives(orientation: str, angles: Array, omega: list[Array]) -> list[Array]:
    """Return the first to third derivative of the angles (N, 3).

    They follow from omega = D(angles) d(angles)/dt and its first two time derivatives.
    """
    rest = np.zeros_like(angles)

    def solve(D: Array, right: Array) -> Array:
        return np.asarray(np.linalg.solve(D, right[:, :, None])[:, :, 0])

    def times(D: Array, v: Array) -> Array:
        return np.einsum("nij,nj->ni", D, v)

    D0 = _columns(orientation, angles, rest, rest)[0]
    ad = solve(D0, omega[0])
    D1 = _columns(orientation, angles, ad, rest)[1]
    add = solve(D0, omega[1] - times(D1, ad))
    D2 = _columns(orientation, angles, ad, add)[2]
    return [ad, add, solve(D0, omega[2] - 2 * times(D1, add) - times(D2, ad))]


def _columns(orientation: str, a: Array, ad: Array, add: Array) -> tuple[Array, Array, Array]:
    """Return D (N, 3, 3) and its first two time derivatives.

    Each elementary rotation adds its axis, turned by the rotations before it, to the column of its angle.
    """
    from parados.spatial.rotations import factors  # imports CasADi, which other trajectories do not need

    D = [np.zeros((len(a), 3, 3)) for _ in range(3)]
    R = [np.tile(np.eye(3) if k == 0 else np.zeros((3, 3)), (len(a), 1, 1)) for k in range(3)]
    for axis, index, sign in factors(orientation):
        for k in range(3):
            D[k][:, :, index] += sign * R[k][:, :, axis]
        E = _elementary(axis, sign * a[:, index], sign * ad[:, index], sign * add[:, index])
        R = [R[0] @ E[0], R[1] @ E[0] + R[0] @ E[1], R[2] @ E[0] + 2 * R[1] @ E[1] + R[0] @ E[2]]
    return D[0], D[1], D[2]


def _elementary(axis: int, a: Array, ad: Array, add: Array) -> list[Array]:
    """Return the rotation matrix (N, 3, 3) about a coordinate axis and its first two time derivatives."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    E = [np.zeros((len(a), 3, 3)) for _ in range(3)]
    c, s = np.cos(a), np.sin(a)
    E[0][:, axis, axis] = 1.0
    cosines, sines = (c, -s * ad, -c * ad**2 - s * add), (s, c * ad, -s * ad**2 + c * add)
    for part, cosine, sine in zip(E, cosines, sines, strict=True):
        part[:, i, i] = part[:, j, j] = cosine
        part[:, i, j], part[:, j, i] = -sine, sine
    return E
