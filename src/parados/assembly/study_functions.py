"""Study parameters of a pose, and the 17 quadratic functions in which the constraints of legs are linear.

A pose is a point z = (e, g) of the projective space P7 with e . g = 0: e is a quaternion of the rotation R, of any length, and
the translation is p = vec(g e*) / h with h = e . e. These functions of z are quadratic:

    h R (9),  X = h p = vec(g e*) (3),  Y = h R' p = vec(e* g) (3),  r = h p . p = g . g,  h

A constraint of a leg that is linear in R, p, R' p, p . p and 1 is linear in them. If a point b of the platform has the distance l
from a point a of the base, for instance,

    r + (a . a + b . b - l^2) h + 2 b . Y - 2 a . X - 2 a' (h R) b = 0

References
----------
Study, Von den Bewegungen und Umlegungen, Mathematische Annalen 39 (1891). Husty, An algorithm for solving the direct kinematics
of general Stewart-Gough platforms, Mechanism and Machine Theory 31 (1996). Wampler, Forward displacement analysis of general
six-in-parallel SPS (Stewart) platform manipulators using soma coordinates, Mechanism and Machine Theory 31 (1996).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "FUNCTIONS", "STUDY", "SYMMETRIC", "distance_form", "forms_of_frames", "frames_of", "function_values", "quadrics",
    "study_points",
]  # fmt: skip

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

FUNCTIONS = 17
"""Number of quadratic functions: h R row by row (0 to 8), X (9 to 11), Y (12 to 14), r (15), h (16)."""


def _product(a: Array, b: Array) -> Array:
    """(4,) product of two quaternions w, x, y, z."""
    return np.array([
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ])


CONJUGATE = np.array([1.0, -1, -1, -1])


def _values(z: Array) -> Array:
    """(18,) the 17 functions at one point z (8,), then e . g."""
    e, g = z[:4], z[4:]
    w, x, y, v = e
    hR = [
        [w * w + x * x - y * y - v * v, 2 * (x * y - w * v), 2 * (x * v + w * y)],
        [2 * (x * y + w * v), w * w - x * x + y * y - v * v, 2 * (y * v - w * x)],
        [2 * (x * v - w * y), 2 * (y * v + w * x), w * w - x * x - y * y + v * v],
    ]
    X, Y = _product(g, CONJUGATE * e)[1:], _product(CONJUGATE * e, g)[1:]
    return np.array([*np.ravel(hR), *X, *Y, g @ g, e @ e, e @ g])


def _matrices() -> Array:
    """(18, 8, 8) symmetric matrices S_k with function k = z' S_k z, by polarisation."""
    unit = np.eye(8)
    S = np.zeros((18, 8, 8))
    for i in range(8):
        for j in range(8):
            S[:, i, j] = (_values(unit[i] + unit[j]) - _values(unit[i]) - _values(unit[j])) / 2
    return S


SYMMETRIC = _matrices()
"""(18, 8, 8) matrices of the quadratic functions; the last one is e . g."""

_COLUMNS = np.ascontiguousarray(SYMMETRIC.reshape(18, 64).T)

STUDY = SYMMETRIC[17]
"""(8, 8) matrix of the Study quadric, e . g = z' STUDY z."""


def function_values(z: NDArray[Any]) -> NDArray[Any]:
    """(N, 18) values of the 17 functions and of e . g at points (N, 8)."""
    return np.asarray((z[:, :, None] * z[:, None, :]).reshape(-1, 64) @ _COLUMNS)


def quadrics(forms: NDArray[Any]) -> NDArray[Any]:
    """(..., k, 8, 8) symmetric matrices of linear forms (..., k, 17) in the quadratic functions."""
    return np.asarray(np.tensordot(forms, SYMMETRIC[:FUNCTIONS], axes=1))


def distance_form(a: Array, b: Array, square: float) -> Array:
    """(17,) form of the constraint that the point b of the platform has a distance with this square from the point a."""
    return np.concatenate([-2 * np.outer(a, b).ravel(), -2 * a, 2 * b, [1.0, a @ a + b @ b - square]])


def forms_of_frames(frames: Array) -> Array:
    """(N, 17) values of the functions, divided by h, at frames (N, 4, 4)."""
    R, p = frames[:, :3, :3], frames[:, :3, 3]
    turned = np.einsum("nij,ni->nj", R, p)
    one = np.ones((len(frames), 1))
    return np.hstack([R.reshape(-1, 9), p, turned, np.sum(p * p, axis=1, keepdims=True), one])


def frames_of(z: NDArray[Any]) -> NDArray[Any]:
    """(N, 4, 4) frames of Study points (N, 8), complex for complex points."""
    values = function_values(z)
    frames = np.zeros((len(z), 4, 4), dtype=z.dtype)
    frames[:, :3, :3] = (values[:, :9] / values[:, 16:17]).reshape(-1, 3, 3)
    frames[:, :3, 3] = values[:, 9:12] / values[:, 16:17]
    frames[:, 3, 3] = 1
    return frames


def study_points(frames: Array) -> Array:
    """(N, 8) Study points of frames (N, 4, 4), with e of length 1."""
    from scipy.spatial.transform import Rotation

    e = np.roll(Rotation.from_matrix(frames[:, :3, :3]).as_quat(), 1, axis=1)
    p = np.hstack([np.zeros((len(frames), 1)), frames[:, :3, 3]])
    g = np.array([_product(a, b) for a, b in zip(p, e, strict=True)]).reshape(-1, 4)
    return np.hstack([e, g])
