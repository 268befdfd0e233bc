"""The five-bar mechanism's singularities from its lengths alone (Briot & Khalil 7.5.6.1), written independently of the engine.

Type 1: a leg stretched or folded, |P - A_i1| = d_i2 +- d_i3, where the other leg reaches.
Type 2: A_12, P and A_22 aligned. Either A_12 and A_22 are d_13 + d_23 apart and P is between them, or |d_13 - d_23| apart;
these lengths are equal, so that A_12 and A_22 coincide and P runs on a circle around them.
"""

from __future__ import annotations

import numpy as np

HALF_BASE, D2, D3 = 0.14, 0.213, 0.1878
FEET = np.array([[-HALF_BASE, 0.0], [HALF_BASE, 0.0]])
SAMPLES = 2_000_001


def _round(centre, radius):
    """Points (n, 2) of circles with centres (2,) or (n, 2)."""
    angle = np.linspace(0.0, 2 * np.pi, SAMPLES)
    return np.asarray(centre) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _cross(u, v):
    return u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]


def working_mode(elbow, end, foot):
    """+1 where the actuated joint has the larger of its two angles: the elbow to the left of the way from foot to end."""
    return np.sign(_cross(end - foot, elbow - foot))


def type_1():
    """Points (n, 2) on the circles at which a leg is stretched or folded and the other one reaches."""
    parts = []
    for leg, foot in enumerate(FEET):
        for radius in (D2 + D3, D2 - D3):
            points = _round(foot, radius)
            way = np.linalg.norm(points - FEET[1 - leg], axis=1)
            parts.append(points[(way <= D2 + D3) & (way >= D2 - D3)])
    return np.concatenate(parts)


def _stretched_couplers(leg):
    """Elbows of leg 1 and 2 and P, (n, 2) each, with the two distal links in line, by the angle of one leg.

    The angles of both are needed: where one stands still, the other one moves on.
    """
    own = _round(FEET[leg], D2)
    to_foot = FEET[1 - leg] - own
    size = np.linalg.norm(to_foot, axis=1)
    along = (size**2 + (2 * D3) ** 2 - D2**2) / (2 * size)  # of the way from elbow to elbow, towards the other foot
    across2 = (2 * D3) ** 2 - along**2
    closes = across2 >= 0
    own, unit = own[closes], to_foot[closes] / size[closes, None]
    normal = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    for side in (1.0, -1.0):
        other = own + along[closes, None] * unit + side * np.sqrt(across2[closes])[:, None] * normal
        yield (own, other, (own + other) / 2) if leg == 0 else (other, own, (own + other) / 2)


def type_2():
    """mode -> points (n, 2) where A_12, P and A_22 are aligned in that working mode."""
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
    """(n - 1, m - 1) cells of a grid with these values (n,), (m,) that points (k, 2) lie in."""
    hit = np.zeros((len(first) - 1, len(second) - 1), dtype=bool)
    i = np.searchsorted(first, points[:, 0], side="right") - 1
    j = np.searchsorted(second, points[:, 1], side="right") - 1
    inside = (i >= 0) & (j >= 0) & (i < hit.shape[0]) & (j < hit.shape[1])
    hit[i[inside], j[inside]] = True
    return hit
