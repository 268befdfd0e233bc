"""Triangles of simple solids, and the turns that place them; nothing here knows a robot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.plots.shapes import faces

__all__ = ["Mesh", "ball", "box", "coil", "cylinder", "hull", "quaternions_of", "ring_arrow", "turns_from_z"]

Array = NDArray[np.float64]

Mesh = tuple[Array, NDArray[np.int64]]
"""Vertices (n, 3) [m] and triangles (m, 3) of a solid."""

SIDES = 16
"""Number of sides of a cylinder."""


def cylinder(sides: int = SIDES) -> Mesh:
    """Return a cylinder of radius 1 from z = 0 to z = 1; its caps have vertices of their own, so that edges look sharp."""
    phi = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([np.cos(phi), np.sin(phi)], axis=1)
    low, high = (np.column_stack([ring, np.full(sides, z)]) for z in (0.0, 1.0))
    vertices = np.vstack([low, high, low, high, [[0, 0, 0], [0, 0, 1]]])
    k, after = np.arange(sides), (np.arange(sides) + 1) % sides
    side = np.vstack([np.stack([k, after, after + sides], 1), np.stack([k, after + sides, k + sides], 1)])
    bottom = np.stack([after + 2 * sides, k + 2 * sides, np.full(sides, 4 * sides)], 1)
    top = np.stack([k + 3 * sides, after + 3 * sides, np.full(sides, 4 * sides + 1)], 1)
    return vertices, np.vstack([side, bottom, top])


def ball(rings: int = 10, sides: int = SIDES) -> Mesh:
    """Return a ball of radius 1."""
    theta, phi = np.pi * np.arange(rings + 1) / rings, 2 * np.pi * np.arange(sides) / sides
    grid = np.stack(
        [np.outer(np.sin(theta), np.cos(phi)), np.outer(np.sin(theta), np.sin(phi)), np.outer(np.cos(theta), np.ones(sides))], 2
    )
    k = np.arange(rings * sides)
    right = k - k % sides + (k + 1) % sides
    return grid.reshape(-1, 3), np.vstack([np.stack([k, k + sides, right], 1), np.stack([right, k + sides, right + sides], 1)])


def box() -> Mesh:
    """Return a cube from -1 to 1 in every direction; each face has its own vertices."""
    square = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], dtype=float)
    turns = [np.eye(3)[:, order] * sign for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)) for sign in (1, -1)]
    vertices = np.vstack([square @ turn.T for turn in turns])
    triangles = [
        (np.array([[0, 1, 2], [0, 2, 3]]) if np.linalg.det(turn) > 0 else np.array([[0, 2, 1], [0, 3, 2]])) + 4 * k
        for k, turn in enumerate(turns)
    ]
    return vertices, np.vstack(triangles)


def hull(points: Array, thickness: float) -> Mesh:
    """Return the convex hull of points (n, 3), made thicker: every point becomes the corners of a small cube [m]."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float) * thickness / 2
    polygons = faces((points[:, None] + corners).reshape(-1, 3))
    vertices = np.vstack(polygons)
    triangles = np.arange(len(vertices)).reshape(-1, 3)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - vertices.mean(axis=0)) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    return vertices, triangles


def coil(ends: Array, radius: float, turns: int = 10, points: int = 160) -> Array:
    """Return the wire (points - 1, 2, 3) of a spring between two points (2, 3), as segments."""
    s = np.linspace(0.0, 1.0, points)
    wound = np.clip((s - 0.1) / 0.8, 0.0, 1.0)
    phi, r = 2 * np.pi * turns * wound, radius * np.minimum(1.0, 8 * np.minimum(wound, 1 - wound))
    length = float(np.linalg.norm(ends[1] - ends[0]))
    local = np.stack([r * np.cos(phi), r * np.sin(phi), s * length], axis=1)
    turn = turns_from_z((ends[1] - ends[0])[None])[0]
    wire = local @ turn.T + ends[0]
    return np.stack([wire[:-1], wire[1:]], axis=1)


def ring_arrow(thick: float = 0.055, steps: int = 40, sides: int = 10) -> Mesh:
    """Return an arrow of radius 1 that turns about z by five sixths of a turn; its head ends the turn."""
    phi = np.linspace(0.0, 5 * np.pi / 3, steps)
    radii = np.full(steps, thick)
    head = phi > phi[-1] - 0.45
    phi, radii = np.insert(phi, head.argmax(), phi[head.argmax()]), np.insert(radii, head.argmax(), thick)
    late = phi > phi[-1] - 0.45
    late[head.argmax()] = False
    radii[late] = 2.6 * thick * (phi[-1] - phi[late]) / (phi[-1] - phi[late][0]) + 1e-6
    psi = 2 * np.pi * np.arange(sides) / sides
    out = 1 + radii[:, None] * np.cos(psi)
    grid = np.stack([out * np.cos(phi)[:, None], out * np.sin(phi)[:, None], radii[:, None] * np.sin(psi)], axis=2)
    k = np.arange(steps * sides)
    after = k - k % sides + (k + 1) % sides
    return grid.reshape(-1, 3), np.vstack([np.stack([k, k + sides, after], 1), np.stack([after, k + sides, after + sides], 1)])


def turns_from_z(directions: Array) -> Array:
    """(n, 3, 3) rotations that turn z into the directions (n, 3) on the shortest way; a zero vector counts as z."""
    w, x, y, z = quaternions_of(directions).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def quaternions_of(directions: Array) -> Array:
    """(n, 4) unit quaternions w, x, y, z of `turns_from_z`."""
    length = np.linalg.norm(directions, axis=1, keepdims=True)
    d = np.where(length > 0, directions / np.where(length > 0, length, 1.0), [0.0, 0.0, 1.0])
    q = np.stack([1 + d[:, 2], -d[:, 1], d[:, 0], np.zeros(len(d))], axis=1)
    q = np.where(d[:, 2:] < -1 + 1e-12, [0.0, 1.0, 0.0, 0.0], q)
    return np.asarray(q / np.linalg.norm(q, axis=1, keepdims=True))
