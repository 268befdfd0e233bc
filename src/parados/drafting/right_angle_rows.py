"""MDH rows between frames that are turned by right angles, with a named length along one axis.

A row is Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r) (Briot & Khalil 4.3). Frames whose axes
are along those of one reference frame are connected by several such rows; the shortest one is the readable one.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from parados.spatial.mdh import rotation_x, rotation_z

__all__ = ["Row", "X", "Y", "Z", "axes_along", "shortest_row"]

Array = NDArray[np.float64]

Row = dict[str, str]
"""Entries of a row that are not zero, as they are written in a file."""

X, Y, Z = np.eye(3)

RIGHT_ANGLES = {0: "", 1: "pi/2", -1: "-pi/2", 2: "pi"}
"""Quarter turns and their spelling in a file."""


def axes_along(z: Array, x: Array = X) -> Array:
    """(3, 3) axes of a frame with the given z axis; its x axis is the given one, or another if that is parallel to z."""
    if abs(x @ z) > 0.5:
        x = np.roll(x, 1)
    return np.column_stack([x, np.cross(z, x), z])


def shortest_row(before: Array, after: Array, along: Array = X, length: str = "") -> Row:
    """Return the shortest row from a frame with axes `before` (3, 3) to one with axes `after`.

    The origin moves by the named length along `along` (3,), a unit vector in the axes in which both frames are given.
    """
    R, shift = before.T @ after, before.T @ along
    rows = []
    for gamma, alpha, theta in product(RIGHT_ANGLES, repeat=3):
        turned = rotation_z(gamma * np.pi / 2)
        tilted = turned @ rotation_x(alpha * np.pi / 2)
        if not np.allclose(tilted @ rotation_z(theta * np.pi / 2), R):
            continue
        angles = {"gamma": RIGHT_ANGLES[gamma], "alpha": RIGHT_ANGLES[alpha], "theta": RIGHT_ANGLES[theta]}
        for place, axis in (("d", turned[:, 0]), ("b", Z), ("r", tilted[:, 2])):
            if not length:
                rows.append(angles)
            elif abs(axis @ shift) > 0.5:
                rows.append({**angles, place: length if axis @ shift > 0 else f"-{length}"})
    best = min(rows, key=lambda row: sum(map(len, row.values())))
    return {key: best[key] for key in ("gamma", "b", "alpha", "d", "theta", "r") if best.get(key)}
