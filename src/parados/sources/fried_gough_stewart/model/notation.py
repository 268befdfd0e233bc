"""Operators tilde and hat of section 2.2 of the paper; spatial vectors are [angular; linear]."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.spatial.vectors import SX, Vector, matrix

__all__ = ["U", "diagonal", "hat", "spatial_inertia", "tilde"]


def U(n: int) -> SX:
    """Return the (n, n) unit matrix."""
    return matrix(np.eye(n))


def tilde(v: Vector) -> SX:
    """Return the (3, 3) matrix with tilde(v) w = v x w; known zeros are not stored."""
    return ca.sparsify(ca.skew(ca.densify(v)))


def hat(v: Vector) -> SX:
    """Return V-hat = [U V~; 0 U] (6, 6); it moves a force from the point v to the origin, its transpose moves a velocity."""
    return ca.blockcat([[U(3), tilde(v)], [SX(3, 3), U(3)]])


def diagonal(*blocks: SX) -> SX:
    """Return the block diagonal matrix Diag(blocks)."""
    return ca.diagcat(*blocks)


def spatial_inertia(m: float, S: Vector, I_centre: SX) -> SX:
    """Return the inertia (6, 6) at the origin of a body of mass m with its centre of mass at S, in the axes of S."""
    S_t = tilde(S)
    return ca.blockcat([[I_centre - m * (S_t @ S_t), m * S_t], [-m * S_t, m * U(3)]])
