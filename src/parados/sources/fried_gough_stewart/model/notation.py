"""The tilde and hat of the paper's section 2.2; spatial vectors are [angular; linear]."""

from __future__ import annotations

import casadi as ca
import numpy as np

from parados.spatial.vectors import SX, Vector, matrix

__all__ = ["U", "diagonal", "hat", "spatial_inertia", "tilde"]


def U(n: int) -> SX:
    """The (n, n) unit matrix."""
    return matrix(np.eye(n))


def tilde(v: Vector) -> SX:
    """(3, 3) matrix with tilde(v) w = v x w; entries that are known to be zero are structural."""
    return ca.sparsify(ca.skew(ca.densify(v)))


def hat(v: Vector) -> SX:
    """(6, 6) V-hat = [U V~; 0 U]: brings a force from the point v to the origin; its transpose brings a velocity there."""
    return ca.blockcat([[U(3), tilde(v)], [SX(3, 3), U(3)]])


def diagonal(*blocks: SX) -> SX:
    """Diag(blocks)."""
    return ca.diagcat(*blocks)


def spatial_inertia(m: float, S: Vector, I_centre: SX) -> SX:
    """(6, 6) inertia at the origin of a body of mass m with its centre at S, axes of S."""
    S_t = tilde(S)
    return ca.blockcat([[I_centre - m * (S_t @ S_t), m * S_t], [-m * S_t, m * U(3)]])
