"""Singularities of the five-bar mechanism, computed from its lengths only, without the engine (Briot & Khalil 7.5.6.1).

Type 1: a leg is stretched or folded, |P - A_i1| = d_i2 +- d_i3, and the other leg reaches P.
Type 2: A_12, P and A_22 are aligned. Either the distance of A_12 and A_22 is d_13 + d_23 and P is between them, or it is
|d_13 - d_23|. Here d_13 = d_23, so in the second case A_12 and A_22 coincide and P moves on a circle around them.
"""

from __future__ import annotations

import numpy as np

HALF_BASE, D2, D3 = 0.14, 0.213, 0.1878
FEET = np.array([[-HALF_BASE, 0.0], [HALF_BASE, 0.0]])
SAMPLES = 2_000_001


def _round(centre, radius):
    """Return points (n, 2) of circles with centres (2,) or (n, 2)."""
    angle = np.linspace(0.0, 2 * np.pi, SAMPLES)
    return np.asarray(centre) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _cross(u, v):
    return u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]


def working_mode(elbow, end, foot):
    """Return +1 if the elbow is to the left of the line from foot to end (the larger angle of the actuated joint), else -1."""
    return np.sign(_cross(end - foot, elbow - foot))


def type_1():
    """Return points (n, 2) at which one leg is stretched or folded and the other leg reaches P."""
    parts = []
    for leg, foot in enumerate(FEET):
        for radius in (D2 + D3, D2 - D3):
            points = _round(foot, radius)
            way = np.linalg.norm(points - FEET[1 - leg], axis=1)
            parts.append(points[(way <= D2 + D3) & (way >= D2 - D3)])
    return np.concatenate(parts)


def _stretched_couplers(leg):
    """Yield the elbows of legs 1 and 2 and P, (n, 2) each, with aligned distal links, over the angle of one leg.

    The curves must be sampled over the angles of both legs, since one angle may stand still while the other moves.
    """
    own = _round(FEET[leg], D2)
    to_foot = FEET[1 - leg] - own
    size = np.linalg.norm(to_foot, axis=1)
    along = (size**2 + (2 * D3) ** 2 - D2**2) / (2 * size)  # part of the line between the elbows that points to the other foot
    across2 = (2 * D3) ** 2 - along**2
    closes = across2 >= 0
    own, unit = own[closes], to_foot[closes] / size[closes, None]
    normal = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    for side in (1.0, -1.0):
        other = own + along[closes, None] * unit + side * np.sqrt(across2[closes])[:, None] * normal
        yield (own, other, (own + other) / 2) if leg == 0 else (other, own, (own + other) / 2)


def type_2():
    """Return mode -> points (n, 2) at which A_12, P and A_22 are aligned in that working mode."""
    elbows = [*_stretched_couplers(0), *_stretched_couplers(1)]
    for side in (1.0, -1.0):
        both = np.tile([0.0, side * np.sqrt(D2**2 - HALF_BASE**2)], (SAMPLES, 1))
        elbows.append((both, both, _round(both[0], D3)))
    found = {}
    for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        parts = [P[(working_mode(A, P, FEET[0]) == signs[0]) & (working_mode(B, P, FEET[1]) == signs[1])] for A, B, P in elbows]
        found[signs] = np.concatenate(parts)
    return found


def cells(points, first, second):
    """Return (n - 1, m - 1) True for each cell that contains a point (k, 2), in a grid with values (n,) and (m,)."""
    hit = np.zeros((len(first) - 1, len(second) - 1), dtype=bool)
    i = np.searchsorted(first, points[:, 0], side="right") - 1
    j = np.searchsorted(second, points[:, 1], side="right") - 1
    inside = (i >= 0) & (j >= 0) & (i < hit.shape[0]) & (j < hit.shape[1])
    hit[i[inside], j[inside]] = True
    return hit
