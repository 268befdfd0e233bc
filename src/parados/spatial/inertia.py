"""Inertial parameters of a rigid body: the ten standard ones and what makes them possible.

Order: xx xy xz yy yz zz mx my mz m, matrix elements at the frame's origin (xy = -integral x*y dm), first moments, mass.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["INERTIAL_NAMES", "from_centre_of_mass", "inertia_matrix", "pseudo_inertia", "why_impossible"]

INERTIAL_NAMES = ("xx", "xy", "xz", "yy", "yz", "zz", "mx", "my", "mz", "m")

Array = NDArray[np.float64]


def inertia_matrix(six: ArrayLike) -> Array:
    """(3, 3) from xx xy xz yy yz zz."""
    xx, xy, xz, yy, yz, zz = np.asarray(six, dtype=float)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def from_centre_of_mass(mass: float, com: Sequence[float], inertia: Sequence[float]) -> Array:
    """(10,) standard parameters of a body given at its centre of mass (Huygens)."""
    six = np.array([inertia[0], 0, 0, inertia[1], 0, inertia[2]]) if len(inertia) == 3 else np.array(inertia, dtype=float)
    c = np.array(com, dtype=float)
    at_origin = inertia_matrix(six) + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return np.concatenate([at_origin[np.triu_indices(3)], mass * c, [mass]])


def pseudo_inertia(standard: ArrayLike) -> Array:
    """(4, 4) integral of [r; 1] [r; 1]^T dm, positive semi-definite for every distribution of mass."""
    p = np.asarray(standard, dtype=float)
    J = inertia_matrix(p[:6])
    K = np.zeros((4, 4))
    K[:3, :3] = 0.5 * np.trace(J) * np.eye(3) - J
    K[:3, 3] = K[3, :3] = p[6:9]
    K[3, 3] = p[9]
    return K


def why_impossible(standard: ArrayLike, tolerance: float = 1e-9) -> str | None:
    """One phrase that says why no body has these parameters, or None.

    A body that moves in a plane may be given by its planar parameters alone: an inertia tensor with only zz is completed
    by the smallest xx and yy that a plate of the same zz would have.
    """
    p = np.asarray(standard, dtype=float).copy()
    if p[9] < 0:
        return f"the mass {p[9]:g} kg is negative"
    planar = p[5] != 0 and not p[[0, 1, 2, 3, 4, 8]].any()
    if planar and p[9] > 0:
        p[0], p[1], p[3] = p[7] ** 2 / p[9], -p[6] * p[7] / p[9], p[6] ** 2 / p[9]
        spare = p[5] - p[0] - p[3]
        p[0] += spare / 2
        p[3] += spare / 2
    if p[9] == 0 and p[6:9].any():
        return "there is a first moment of mass without mass"
    K = pseudo_inertia(p)
    scale = max(np.trace(K[:3, :3]), 1e-300)
    lowest = np.linalg.eigvalsh(K[:3, :3] - (np.outer(p[6:9], p[6:9]) / p[9] if p[9] > 0 else 0.0)).min()
    if lowest < -tolerance * scale:
        J = inertia_matrix(p[:6])
        if np.linalg.eigvalsh(J).min() < -tolerance * scale:
            return "the inertia matrix at the frame's origin is not positive"
        return "the inertia violates the triangle inequality about the centre of mass: no distribution of mass has it"
    return None
