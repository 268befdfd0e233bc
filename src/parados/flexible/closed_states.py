"""Sampled closed states of a flexible robot, to find equal nodes of its graphs and the usual sizes of pivots."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.closed_equations import ClosedEquations
from parados.flexible.loop_closing import LoopClosing

__all__ = ["closed_states"]

Array = NDArray[np.float64]

MOVED = 5e-3
"""Size of the random displacements and rotations of the independent coordinates [m, rad]: generic, and small for any beam."""


def closed_states(equations: ClosedEquations, undeformed: Array) -> Array:
    """(k, 2 n) random states [z, zd] with closed loops near the undeformed configurations (m, n), k <= m."""
    rng = np.random.default_rng(2)
    z = undeformed.copy()
    z[:, equations.independent] += MOVED * rng.normal(size=(len(z), len(equations.independent)))
    z = LoopClosing(equations).closed(z)
    z = z[np.isfinite(z).all(axis=1)]
    J = ca.Function("J", [equations.full.symbols[0]], [ca.densify(equations.J)])
    rates = [J(row).full() @ rng.normal(size=len(equations.independent)) for row in z]
    return np.hstack([z, np.array(rates).reshape(z.shape)])
