"""Angles of a rotation as expressions of its matrix (Briot & Khalil 2.4.3 to 2.4.5).

R is the product of three elementary rotations about the axes i, j, k of a sequence. The first angle follows from a column of R.
When R is multiplied by the inverse of the first rotation, row j of the product depends on the third angle only. The three angles
therefore reproduce R also where the sequence is singular and the first angle is arbitrary.
"""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from parados.spatial.rotations import factors, turn_about
from parados.spatial.vectors import SX, Vector

__all__ = ["angle_expressions", "other_set"]


def angle_expressions(orientation: str, R: SX) -> Vector:
    """(3, 1) angles a1, a2, a3 [rad] of a rotation matrix R (3, 3).

    orientation : a sequence of axes such as "XYZ", or "tilt-torsion"
    """
    if orientation == "tilt-torsion":  # (2.49): Rz(phi) Ry(theta) Rz(psi) with psi = sigma - phi
        phi, theta, psi = ca.vertsplit(_three("ZYZ", R))
        return ca.vertcat(phi, theta, ca.atan2(ca.sin(phi + psi), ca.cos(phi + psi)))
    return _three(orientation, R)


def other_set(orientation: str, a1: Any, a2: Any, a3: Any) -> tuple[Any, Any, Any]:
    """Return the other three angles of the same rotation [rad], as numbers, arrays or expressions; not brought to one turn."""
    if orientation == "tilt-torsion":
        return a1 + np.pi, -a2, a3
    middle = -a2 if orientation[0].upper() == orientation[2].upper() else np.pi - a2
    return a1 + np.pi, middle, a3 + np.pi


def _three(sequence: str, R: SX) -> Vector:
    (i, first, _), (j, _, _), (k, last, _) = factors(sequence)
    other = 3 - i - j
    hand = 1 if (j - i) % 3 == 1 else -1  # of the axes i, j and the third one
    if i == k:
        a_first = ca.atan2(R[j, i], -hand * R[other, i])
        a_second = ca.atan2(ca.sqrt(R[i, j] ** 2 + R[i, other] ** 2), R[i, i])
    else:
        a_first = ca.atan2(-hand * R[j, k], R[k, k])
        a_second = ca.atan2(hand * R[i, k], ca.sqrt(R[i, i] ** 2 + R[i, j] ** 2))
    rest = turn_about(i, ca.cos(a_first), -ca.sin(a_first)) @ R
    beside = 3 - j - k
    a_last = ca.atan2((-1 if (j - k) % 3 == 1 else 1) * rest[j, beside], rest[j, j])
    by_place = {first: a_first, 1: a_second, last: a_last}
    return ca.vertcat(by_place[0], by_place[1], by_place[2])
