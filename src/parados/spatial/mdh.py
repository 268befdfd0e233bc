"""Modified Denavit-Hartenberg rows (Briot & Khalil, section 4.2), and the screws of joints.

A row gamma, b, alpha, d, theta, r gives the frame of a link in the frame of its antecedent, (4.3):

    T = Rot(z, gamma) Trans(z, b) Rot(x, alpha) Trans(x, d) Rot(z, theta) Trans(z, r)

The joint adds its variable to theta (R) or to r (P). Both commute with the last two factors, so that T(q) = T(0)
Rot(z, q) or T(0) Trans(z, q): a joint is a constant frame followed by a motion about or along the joint's z axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.spatial.live_numbers import LiveNumber
from parados.spatial.vectors import snap

__all__ = ["PRISMATIC", "REVOLUTE", "Screw", "homogeneous", "mdh_matrix", "rotation_x", "rotation_y", "rotation_z"]

Matrix = NDArray[np.float64]


def _cos_sin(angle: Any) -> tuple[Any, Any]:
    return (angle.cos(), angle.sin()) if isinstance(angle, LiveNumber) else _rounded_cos_sin(float(angle))


@lru_cache(maxsize=4096)
def _rounded_cos_sin(angle: float) -> tuple[float, float]:
    c, s = snap([np.cos(angle), np.sin(angle)])
    return float(c), float(s)


def rotation_x(angle: float) -> Matrix:
    """(3, 3) matrix of a rotation about x by an angle [rad]."""
    c, s = _cos_sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rotation_y(angle: float) -> Matrix:
    """(3, 3) matrix of a rotation about y by an angle [rad]."""
    c, s = _cos_sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def rotation_z(angle: float) -> Matrix:
    """(3, 3) matrix of a rotation about z by an angle [rad]."""
    c, s = _cos_sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def homogeneous(R: Matrix, p: Matrix | list[float]) -> Matrix:
    """Build the (4, 4) matrix of a frame with axes R (3, 3) and origin p (3,) [m]."""
    T = np.eye(4, dtype=np.result_type(float, np.asarray(R), np.asarray(p)))
    T[:3, :3] = R
    T[:3, 3] = p
    return T


def mdh_matrix(gamma: float, b: float, alpha: float, d: float, theta: float, r: float) -> Matrix:
    """Build the (4, 4) matrix of an MDH row, (4.3). Angles in rad, lengths in m."""
    R_u = rotation_z(gamma) @ rotation_x(alpha)
    p = rotation_z(gamma) @ np.array([d, 0, b]) + R_u @ np.array([0, 0, r])
    return homogeneous(R_u @ rotation_z(theta), p)


@dataclass(frozen=True)
class Screw:
    """Motion of a joint about and along the z axis of its frame.

    turn : 1 if the joint turns by its variable [rad], else 0
    slide : translation along z for one unit of the variable [m/rad]; 1 for a prismatic joint
    """

    turn: int
    slide: float

    @property
    def unit(self) -> str:
        """Unit of the joint variable, "rad" or "m"."""
        return "rad" if self.turn else "m"

    @property
    def period(self) -> float | None:
        """Period of the joint variable: 2 pi for a revolute joint, None for the others."""
        return 2 * np.pi if self.turn and not self.slide else None


REVOLUTE = Screw(1, 0.0)
PRISMATIC = Screw(0, 1.0)
