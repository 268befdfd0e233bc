"""The ten standard inertial parameters of a rigid body, and checks that a body can have them.

Order: xx xy xz yy yz zz mx my mz m. These are the elements of the inertia matrix at the frame's origin
(xy = -integral x*y dm), the first moments of mass, and the mass.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.spatial.live_numbers import as_numbers

__all__ = [
    "INERTIAL_NAMES",
    "NO_MASS",
    "completed_plate",
    "from_centre_of_mass",
    "inertia_matrix",
    "moved",
    "pseudo_inertia",
    "suspects",
    "why_distant",
    "why_impossible",
]

INERTIAL_NAMES = ("xx", "xy", "xz", "yy", "yz", "zz", "mx", "my", "mz", "m")

Array = NDArray[np.float64]

NO_MASS = 1e-30
"""Mass [kg] below which a body counts as massless: a first moment divided by a smaller mass may overflow."""

DISTANT = 1e4
"""Largest radius of gyration about a link's frame, divided by the size of the mechanism. Above it, round-off hides the inertia
about the other axes: 1e-16 of the largest element is then 1e-8 of m size^2."""


def inertia_matrix(six: ArrayLike) -> Array:
    """Build the (3, 3) inertia matrix from xx xy xz yy yz zz."""
    xx, xy, xz, yy, yz, zz = as_numbers(six)
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def from_centre_of_mass(mass: float, com: Sequence[float], inertia: Sequence[float]) -> Array:
    """(10,) standard parameters of a body given at its centre of mass (Huygens)."""
    six = as_numbers([inertia[0], 0, 0, inertia[1], 0, inertia[2]] if len(inertia) == 3 else inertia)
    c = as_numbers(com)
    at_origin = inertia_matrix(six) + mass * _second_moment(c)
    return np.concatenate([at_origin[np.triu_indices(3)], mass * c, [mass]])


def _second_moment(c: Array) -> Array:
    """(3, 3) inertia (c . c) 1 - c c^T of a unit mass at c, computed as a product to avoid cancellation."""
    x, y, z = c
    c_hat = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(c_hat.T @ c_hat)


def moved(standard: ArrayLike, frame: Array) -> Array:
    """(10,) parameters of a body in another frame. `frame` (4, 4) is the old frame seen from the new one."""
    K = frame @ pseudo_inertia(standard) @ frame.T
    J = np.trace(K[:3, :3]) * np.eye(3) - K[:3, :3]
    return np.concatenate([J[np.triu_indices(3)], K[:3, 3], [K[3, 3]]])


def pseudo_inertia(standard: ArrayLike) -> Array:
    """(4, 4) integral of [r; 1] [r; 1]^T dm, positive semi-definite for every distribution of mass."""
    p = as_numbers(standard)
    J = inertia_matrix(p[:6])
    K = np.zeros((4, 4), dtype=p.dtype)
    K[:3, :3] = 0.5 * np.trace(J) * np.eye(3) - J
    K[:3, 3] = K[3, :3] = p[6:9]
    K[3, 3] = p[9]
    return K


def completed_plate(p: Array) -> Array:
    """Complete the inertia of a plate of which only one diagonal element is given, e.g. zz.

    The other two diagonal elements, xx and yy, have the sum zz; about the centre of mass they are made equal. The product of
    inertia xy follows from the first moments. So every zz that a plate can have is accepted. All other bodies are returned
    unchanged.
    """
    given = [k for k, place in enumerate((0, 3, 5)) if p[place] != 0]
    if len(given) != 1 or p[[1, 2, 4]].any() or p[6 + given[0]] != 0 or p[9] <= 0:
        return p
    axis = given[0]
    i, j = (axis + 1) % 3, (axis + 2) % 3
    s_i, s_j = p[6 + i], p[6 + j]
    J = np.zeros((3, 3))
    J[axis, axis] = p[(0, 3, 5)[axis]]
    spare = J[axis, axis] - (s_i**2 + s_j**2) / p[9]
    J[i, i], J[j, j] = s_j**2 / p[9] + spare / 2, s_i**2 / p[9] + spare / 2
    J[i, j] = J[j, i] = -s_i * s_j / p[9]
    return np.concatenate([J[np.triu_indices(3)], p[6:]])


def _is_central_plate(p: Array) -> bool:
    """Tell whether the inertia at the centre of mass is given about one axis only, and is positive."""
    c = p[6:9] / p[9]
    central = inertia_matrix(p[:6]) - p[9] * _second_moment(c)
    size = np.abs(inertia_matrix(p[:6])).max()
    filled = np.argwhere(np.abs(central) > 1e-12 * size)
    return len(filled) == 1 and filled[0][0] == filled[0][1] and central.max() > 0


def why_impossible(standard: ArrayLike, tolerance: float = 1e-9) -> str | None:
    """Return a phrase that says why no body can have these parameters; None if a body can.

    A body that moves in a plane may be given by its planar parameters alone: if only one diagonal element of the inertia is
    given, e.g. zz, the body is checked as a thin plate with this element.
    """
    p = np.asarray(standard, dtype=float).copy()
    if p[9] < 0:
        return f"the mass {p[9]:g} kg is negative"
    if p[9] < NO_MASS:
        p[9] = 0.0
    p = completed_plate(p)
    if p[9] == 0 and p[6:9].any():
        return "the first moments of mass are not zero although the mass is zero"
    if p[9] > 0 and _is_central_plate(p):
        return None
    K = pseudo_inertia(p)
    scale = max(np.trace(K[:3, :3]), 1e-300)
    lowest = np.linalg.eigvalsh(K[:3, :3] - (np.outer(p[6:9], p[6:9]) / p[9] if p[9] > 0 else 0.0)).min()
    if lowest < -tolerance * scale:
        J = inertia_matrix(p[:6])
        if np.linalg.eigvalsh(J).min() < -tolerance * scale:
            return "the inertia matrix at the frame's origin is not positive"
        return "the inertia violates the triangle inequality about the centre of mass: no body can have it"
    return None


def suspects(standard: Array) -> NDArray[np.intp]:
    """Return the rows (N, 10) for which `why_impossible` has to look; for all others it returns None.

    Possible bodies are found for all rows at once: those with a positive central pseudo-inertia, and plates.
    """
    xx, xy, xz, yy, yz, zz, *first, m = standard.T
    J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
    s = np.array(first).T
    with np.errstate(all="ignore"):
        shift = np.einsum("ni,nj->nij", s, s) / m[:, None, None]
        central = J - np.trace(shift, axis1=1, axis2=2)[:, None, None] * np.eye(3) + shift
        pseudo = 0.5 * np.trace(central, axis1=1, axis2=2)[:, None, None] * np.eye(3) - central
        heavy = (m > NO_MASS) & np.isfinite(pseudo).all(axis=(1, 2))
        lowest = np.linalg.eigvalsh(np.where(heavy[:, None, None], pseudo, 0.0)).min(axis=1)
        spatial = heavy & (lowest >= 0)
        diagonal = np.einsum("nii->ni", central)
        off = np.abs(central - np.einsum("ni,ij->nij", diagonal, np.eye(3))).max(axis=(1, 2))
        size = np.abs(J).max(axis=(1, 2))
        single = (np.abs(diagonal) > 1e-12 * size[:, None]).sum(axis=1) == 1
        plate = heavy & single & (off <= 1e-12 * size) & (diagonal.max(axis=1) > 0)
    empty = ~standard.any(axis=1)
    return np.flatnonzero(~(spatial | plate | empty))


def why_distant(standard: ArrayLike, size: float) -> str | None:
    """Return a phrase if round-off hides small elements of a body's inertia in a robot of this size [m]; None otherwise."""
    p = np.asarray(standard, dtype=float)
    radius = float(np.sqrt(np.abs(p[:6]).max() / p[9])) if p[9] > NO_MASS else 0.0
    if radius <= DISTANT * size:
        return None
    return (
        f"the inertia is that of a mass {radius:.3g} m from the frame of the link, but the links of this robot are at most "
        f"{size:.3g} m long, and round-off hides the small elements of the inertia; check the units of com and inertia"
    )
