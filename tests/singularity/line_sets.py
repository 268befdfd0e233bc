"""Sets of lines for every kind of Grassmann variety, built from its definition, and rigid motions of them."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation


def line(point, direction):
    u = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    return np.concatenate([u, np.cross(point, u)])


def moment(direction):
    return np.concatenate([np.zeros(3), np.asarray(direction, dtype=float) / np.linalg.norm(direction)])


def moved(lines, turn, shift):
    """Move lines rigidly: [R u, R m + t x R u]."""
    R = Rotation.from_rotvec(turn).as_matrix()
    f = lines[:, :3] @ R.T
    return np.hstack([f, lines[:, 3:] @ R.T + np.cross(shift, f)])


def _spread(rng, count, low=-1.0, high=1.0):
    """Return random numbers that are not too close to each other."""
    steps = np.linspace(low, high, count)
    return steps + rng.uniform(-0.3, 0.3, count) * (high - low) / count


def _direction(rng, normal=None):
    u = rng.normal(size=3)
    if normal is not None:
        u -= normal * (u @ normal) / (normal @ normal)
    return u / np.linalg.norm(u)


Z, ORIGIN = np.array([0.0, 0.0, 1.0]), np.zeros(3)


def one_line(rng):
    return np.array([line(a * np.ones(3), s * np.ones(3)) for a, s in zip(rng.normal(size=3), (1, -1, 1), strict=True)])


def skew_pair(rng):
    return np.array([line([0.1, 0, -rng.uniform(0.3, 1)], [1, 0.2, 0]), line([0, 0.2, rng.uniform(0.3, 1)], [0.1, 1, 0])])


def skew_to_infinity(rng):
    return np.array([line(rng.normal(size=3), Z), moment([0.2, 0.1, 1])])


def flat_pencil(rng):
    return np.array([line(ORIGIN, [np.cos(a), np.sin(a), 0]) for a in _spread(rng, 4, 0, 2.5)])


def parallel_in_a_plane(rng):
    return np.array([line([a, 0, 0], [0, 1, 0]) for a in _spread(rng, 3)])


def parallel_with_a_moment(rng):
    return np.array([line([rng.normal(), 0, 0], [0, 1, 0]), line([rng.normal(), 0, 0], [0, -1, 0]), moment(Z)])


def moments_in_a_plane(rng):
    return np.array([moment([np.cos(a), np.sin(a), 0]) for a in _spread(rng, 3, 0, 2)])


def hyperboloid(rng):
    a, b, c = rng.uniform(0.5, 1.5, 3)
    return np.array([line([a * np.cos(t), b * np.sin(t), 0], [-a * np.sin(t), b * np.cos(t), c]) for t in _spread(rng, 5, 0, 5)])


def paraboloid(rng):
    return np.array([line([s, 0, 0], [0, 1, s]) for s in _spread(rng, 4)])


def two_pencils(rng):
    angles = _spread(rng, 3, 0.4, 2.6)
    first = [line([0, 0, 0], [np.cos(a), np.sin(a), 0]) for a in angles]
    return np.array(first + [line([1, 0, 0], [np.cos(a), 0, np.sin(a)]) for a in angles])


def two_pencils_one_parallel(rng):
    """Lines through a point in the plane z = 0, and lines parallel to x in the plane y = 0."""
    first = [line([0, 0, 0], [np.cos(a), np.sin(a), 0]) for a in _spread(rng, 3, 0.4, 2.6)]
    return np.array(first + [line([0, 0, a], [1, 0, 0]) for a in _spread(rng, 3)])


def bundle(rng):
    return np.array([line(ORIGIN, u) for u in np.eye(3) + rng.uniform(-0.2, 0.2, (3, 3))] + [line(ORIGIN, _direction(rng))])


def parallel_in_space(rng):
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]) + rng.uniform(-0.2, 0.2, (4, 3))
    return np.array([line(p, Z) for p in corners])


def plane(rng):
    triangle = zip(([0, 0, 0], [1, 0, 0], [0, 1, 0]), ([1, 0.1, 0], [-0.1, 1, 0], [1, -1, 0]), strict=True)
    return np.array([line(p, u) for p, u in triangle] + [line([*rng.normal(size=2), 0], [*rng.normal(size=2), 0])])


def moments_only(rng):
    return np.array([moment(u) for u in np.eye(3) + rng.uniform(-0.2, 0.2, (3, 3))])


def elliptic(rng):
    """Rulings of one family of nested hyperboloids about z: every direction (-y, x, c) at (x, y, 0)."""
    c = rng.uniform(0.5, 1.5)
    places = np.array([[1, 0], [-0.5, 0.9], [-0.4, -0.8], [0, 0], [0.3, -0.2]]) + rng.uniform(-0.1, 0.1, (5, 2))
    return np.array([line([x, y, 0], [-y, x, c]) for x, y in places])


def hyperbolic(rng):
    a, b = _spread(rng, 3), _spread(rng, 3)
    return np.array([line([s, 0, 0], np.array([0.2 * t, t, 1]) - [s, 0, 0]) for s in a for t in b])


def hyperbolic_at_infinity(rng):
    """Lines that meet the z axis at right angles."""
    return np.array(
        [line([0, 0, h], [np.cos(a), np.sin(a), 0]) for h, a in zip(_spread(rng, 6), rng.uniform(0, 3, 6), strict=True)]
    )


def parabolic(rng):
    """Lines that meet the z axis at height t in the plane through it and (1, t, 0)."""
    return np.array([line([0, 0, t], [1, t, s]) for t, s in zip(_spread(rng, 6), rng.uniform(-2, 2, 6), strict=True)])


def degenerate(rng):
    through = np.array([0.3, 0.2, 0.0])
    return np.vstack([plane(rng), [line(through, [*rng.normal(size=2), rng.uniform(0.5, 1)]) for _ in range(3)]])


def degenerate_parallel(rng):
    """Lines in the plane z = 0, or parallel to x."""
    return np.vstack([plane(rng), [line([0, h, k], [1, 0, 0]) for h, k in ((0.1, 0.7), (-0.4, 0.3))]])


def general_complex(rng):
    pitch = rng.choice([-1, 1]) * rng.uniform(0.3, 1)
    places = rng.uniform(-1, 1, (9, 3))
    return np.array([line(p, _direction(rng, pitch * Z + np.cross(Z, p))) for p in places])


def singular_complex(rng):
    return np.array([line([0, 0, h], _direction(rng)) for h in _spread(rng, 9)])


def singular_complex_at_infinity(rng):
    return np.array([line(rng.uniform(-1, 1, 3), _direction(rng, Z)) for _ in range(9)])


def general(rng):
    return np.array([line(rng.uniform(-1, 1, 3), _direction(rng)) for _ in range(9)])


KINDS = {
    one_line: "1", skew_pair: "2a", skew_to_infinity: "2a", flat_pencil: "2b", parallel_in_a_plane: "2b",
    parallel_with_a_moment: "2b", moments_in_a_plane: "2b", hyperboloid: "3a", paraboloid: "3a", two_pencils: "3b",
    two_pencils_one_parallel: "3b", bundle: "3c", parallel_in_space: "3c", plane: "3d", moments_only: "3d", elliptic: "4a",
    hyperbolic: "4b", hyperbolic_at_infinity: "4b", parabolic: "4c", degenerate: "4d", degenerate_parallel: "4d",
    general_complex: "5a", singular_complex: "5b", singular_complex_at_infinity: "5b", general: "6",
}  # fmt: skip
"""Function that makes a set of lines -> name of its kind in the book."""
