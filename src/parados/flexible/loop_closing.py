"""Close the loops of a flexible robot: solve the closures for the dependent coordinates at given independent ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.flexible.closed_equations import ClosedEquations
from parados.graph.kernel import Kernel

__all__ = ["CLOSED", "EXACT", "ITERATIONS", "LoopClosing"]

Array = NDArray[np.float64]

CLOSED = 1e-9
"""Largest residual of a closure in a state with closed loops [m, -]."""

ITERATIONS = 30

EXACT = 1e-14
"""Newton's method ends when no residual is larger than this [m, -], or after `ITERATIONS` steps."""


@dataclass(frozen=True, eq=False)
class LoopClosing:
    """Newton's method that solves the closures for the dependent coordinates of a flexible robot."""

    equations: ClosedEquations

    @cached_property
    def _kernel(self) -> Kernel:
        full = self.equations.full
        slopes = full.G[:, self.equations.dependent]
        outputs = [ca.densify(part) for part in ca.cse([full.closures, slopes, full.all_closures])]
        return Kernel(ca.Function("elastic_closing", [full.symbols[0]], outputs, ["z"], ["g", "G", "all"]), "vm")

    def gaps(self, z: Array) -> Array:
        """(k,) largest residual of all closures at the coordinates (k, n) [m, -]."""
        found = np.abs(self._kernel(len(z), {"z": z})["all"][:, :, 0])
        return np.asarray(found.max(axis=1, initial=0.0))

    def closed(self, z: Array) -> Array:
        """(k, n) coordinates with closed loops and the same independent coordinates as z (k, n); NaN where this fails."""
        z, dependent = z.copy(), self.equations.dependent
        for _ in range(ITERATIONS):
            out = self._kernel(len(z), {"z": z})
            g = out["g"][:, :, 0]
            if not dependent or not (np.abs(g) > EXACT).any():
                break
            z[:, dependent] -= _solved(out["G"], g)
        with np.errstate(invalid="ignore"):
            z[~(self.gaps(z) < CLOSED)] = np.nan
        return z


def _solved(matrices: Array, rhs: Array) -> Array:
    """(k, m) solutions of the linear systems matrices (k, m, m), rhs (k, m); NaN where a matrix is singular."""
    try:
        return np.asarray(np.linalg.solve(matrices, rhs[:, :, None])[:, :, 0])
    except np.linalg.LinAlgError:
        if len(matrices) == 1:
            return np.full_like(rhs, np.nan)
        return np.vstack([_solved(matrices[k : k + 1], rhs[k : k + 1]) for k in range(len(matrices))])
