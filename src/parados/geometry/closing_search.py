"""Search for a first closed configuration, from a guess or from nothing, by Levenberg-Marquardt iterations from many starts.

The residuals of the closures also vanish where frames of a closure are turned over. With several ball joints in the tree almost
every start ends there. Starts are therefore also improved with more residuals, which such frames do not satisfy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric import ALIGNED, NumericInverse, allowed_residual, least_squares_steps
from parados.graph.virtual_machine import run_rows

__all__ = ["ClosingSearch"]

Array = NDArray[np.float64]

ONE_BY_ONE = 20
"""Number of starts that are tried one by one; then all are tried together, which is faster if no start succeeds."""

ROUNDS = 60
"""Number of Levenberg-Marquardt iterations when all starts are tried together."""

NEARLY = 1e-3
"""Largest residual [m, -] after which a start is refined until it closes."""


@dataclass(frozen=True)
class ClosingSearch:
    """Search for closed configurations of a mechanism.

    solver : closes the loops near a closed configuration
    """

    solver: NumericInverse

    def from_nothing(self, x: Array, guess: Array, rng: np.random.Generator, tries: int = 200) -> tuple[bool, Array]:
        """Search for a closed configuration at one pose, first from the guess, then from random starts around it.

        x : (n_given,) pose and live parameters;  guess : (n_u,)
        Returns True and the configuration (n_u,). If none is found, returns False and the try with the smallest residual.
        """
        from scipy.optimize import least_squares  # imports slower than all of parados, and most robots need no search

        def rows(v: Array) -> Array:
            return run_rows(self.solver.closure, [x, self.solver.motions.unknowns(v)], 1)[0].ravel()

        def jacobian(v: Array) -> Array:
            slopes = run_rows(self.solver.by_unknowns, [x, self.solver.motions.unknowns(v)], 1)[0][0]
            return self.solver.motions.columns(np.ascontiguousarray(slopes))

        smallest, best = np.inf, guess
        near = self.solver.motions.measured(guess)
        widths = [np.minimum(min(0.3 + 0.05 * k, 3.0), self.solver.largest_change) for k in range(tries)]
        starts = [near + (rng.normal(0, width) if k else 0.0) for k, width in enumerate(widths)]
        for start in self._ordered(x, starts):
            fit = least_squares(rows, start, jac=jacobian, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=100)
            u, left = self.solver.motions.unknowns(fit.x), np.abs(fit.fun).max()
            turned_over = max(0.0, ALIGNED - float(run_rows(self.solver.alignment, [x, u], 1)[0].min(initial=1.0)))
            if left < allowed_residual(u) and not turned_over:
                return True, u
            if left + turned_over < smallest:
                smallest, best = left + turned_over, u
        return False, best

    def _ordered(self, x: Array, starts: list[Array]) -> Iterator[Array]:
        """Yield the starts of a search in the order in which they are tried, until one of them closes."""
        first, rest = starts[:ONE_BY_ONE], starts[ONE_BY_ONE:]
        yield from first
        yield from self._upright(x, first)
        if not rest:
            return
        v, left = self._improved(x, rest, self.solver.closure)
        near = left < NEARLY
        yield from v[near] if near.any() else v[[int(np.argmin(left))]]
        if near.any():  # and yet none of them closes
            yield from self._upright(x, rest)

    def _upright(self, x: Array, starts: list[Array]) -> Iterator[Array]:
        """Improve all starts at once and return those close to a configuration in which no frames are turned over."""
        if self.solver.geometry.axis_gaps().numel():
            v, left = self._improved(x, starts, self._with_axis_gaps)
            yield from v[left < NEARLY]

    def _improved(self, x: Array, starts: list[Array], function: ca.Function) -> tuple[Array, Array]:
        """Improve all starts at once by the Levenberg-Marquardt method; return them (N, n_u) and their residuals (N,).

        function : residuals and their derivatives with respect to the unknowns
        """
        v, poses = np.array(starts), np.tile(x, (len(starts), 1))
        rows, J = self.solver.evaluate(poses, self.solver.motions.unknowns(v), function)
        damping = np.full((len(v), 1), 1e-3)
        for _ in range(ROUNDS):
            step = -least_squares_steps(J, rows, damping)
            there, slopes = self.solver.evaluate(poses, self.solver.motions.unknowns(v + step), function)
            better = np.sum(there**2, axis=1) < np.sum(rows**2, axis=1)
            v[better] += step[better]
            rows[better], J[better] = there[better], slopes[better]
            damping = np.clip(np.where(better[:, None], damping / 4, damping * 4), 1e-12, 1e6)
        return v, np.abs(rows).max(axis=1)

    @cached_property
    def _with_axis_gaps(self) -> ca.Function:
        """Residuals and those of `axis_gaps`, which vanish only at the true orientations, with derivatives by the unknowns."""
        geometry = self.solver.geometry
        rows = ca.vertcat(geometry.residual(), geometry.axis_gaps())
        jacobian = ca.densify(ca.jacobian(rows, geometry.unknowns))
        return ca.Function("with_axis_gaps", [geometry.given, geometry.unknowns], [ca.densify(rows), jacobian])
