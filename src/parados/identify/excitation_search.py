"""Search for a Fourier series that excites all base parameters within limits.

The coefficients c of the series are the unknowns. The cost is a smooth measure f(G) of the information matrix G = sum W_t^T W_t
plus penalties on negative margins. Its derivatives cost little: with M = df/dG,

    df/dc = 2 sum_t sum_o <W_t M, dW_t/dx^(o)> d x^(o)_t / dc,      x^(o) = x, xd, xdd

needs the derivatives of W along the entries of the state alone, by differences in one stack, and the Fourier functions. Dry
friction jumps with the sign of a rate; the search smooths it, the reported measures do not.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.identify.excitation_measure import smooth_measure
from parados.identify.excited_regressor import ExcitedRegressor
from parados.spatial.states import States

__all__ = ["ExcitationSearch"]

Array = NDArray[np.float64]

STEP = 1e-6
"""Step of the differences, relative to the size of each entry of the state."""

STAGES = ((2.0, 10.0, 0.2), (4.0, 30.0, 0.1), (8.0, 100.0, 0.05), (8.0, 300.0, 0.02))
"""Sharpness of the measure, weight of the penalties, and width of the smoothed sign relative to the usual rates, by stage."""

LAST_STAGES = ((4.0, 100.0, 0.05), (8.0, 300.0, 0.02), (16.0, 300.0, 0.02), (40.0, 1000.0, 0.01))
"""The same for the best motions of all, which are improved once more with a measure nearer to the condition number."""

INSIDE = 0.005
"""Margin that the search aims at, so that samples between those of the search are inside as well."""

LARGEST = 1.3
"""Bound of a coefficient, relative to half of the workspace: a square wave within 1 has the amplitude 4 / pi."""

CLEAR_POSES = 8
"""Number of poses for each harmonic at which the search computes the distance from singularities."""

CLEAR_INSIDE = 0.03
"""Margin from singularities that the search aims at; its poses are further apart than those of the check."""

PER = 100.0
"""Factor of a mean of squared shortfalls, so that the weights in `STAGES` are those of a hundred samples."""

REFUSED = 1e3
"""Cost of a motion that leaves the reach."""


@dataclass(frozen=True)
class ExcitationSearch(ExcitedRegressor):
    """A search with its criterion."""

    criterion: str

    def improve(self, y: Array, iterations: int, *, last: bool = False) -> Array:
        """Return better unknowns (r n,) from a start, by L-BFGS in the stages of `STAGES`, or of `LAST_STAGES`."""
        from scipy.optimize import minimize

        for sharpness, weight, width in LAST_STAGES if last else STAGES:
            found = minimize(
                self._cost, y, args=(sharpness, weight, width), jac=True, method="L-BFGS-B",
                bounds=[(-LARGEST, LARGEST)] * len(y), options={"maxiter": iterations},
            )  # fmt: skip
            y = np.asarray(found.x)
        return y

    def _cost(self, y: Array, sharpness: float, weight: float, width: float) -> tuple[float, Array]:
        states = self.states(self.coefficients(y), self.functions)
        n, N = states.x.shape[1], self.samples
        stack, steps = self._perturbed(states)
        W = self.regressor(stack, width).reshape(3 * n + 1, N, -1, self.base.count)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            margins = self.limits.margins(stack).reshape(3 * n + 1, N, -1)
        if not (np.isfinite(W).all() and np.isfinite(margins).all()):
            return REFUSED, np.zeros_like(y)
        first = W[0].reshape(-1, self.base.count)
        cost, M = smooth_measure(first.T @ first / N, self.criterion, sharpness)
        pull = 2 * (first @ M).reshape(W[0].shape) / N
        slopes = np.einsum("ktij,tij->kt", W[1:] - W[0], pull)  # (3 n, N) along each entry of the state
        short = np.maximum(INSIDE - margins[0], 0.0)
        cost += weight * float((short**2).sum()) * PER / N
        slopes -= 2 * weight * PER / N * np.einsum("ktm,tm->kt", margins[1:] - margins[0], short)
        slope = self._to_unknowns(slopes / steps[:, None])
        if self.limits.clearance:
            more, extra = self._clear_cost(states.x, weight)
            cost, slope = cost + more, slope + extra
        return cost, slope

    def _perturbed(self, states: States) -> tuple[States, Array]:
        """Return the states, followed by copies with one entry of x, xd or xdd changed; and the steps (3 n,)."""
        n = states.x.shape[1]
        w = 2 * np.pi * self.harmonics / self.period
        steps = np.concatenate([STEP * self.limits.half * w**k for k in range(3)])
        parts = [np.tile(part, (3 * n + 1, 1, 1)) for part in states]
        for k, step in enumerate(steps):
            parts[k // n][k + 1, :, k % n] += step
        return States(*(part.reshape(-1, n) for part in parts)), steps

    def _to_unknowns(self, slopes: Array) -> Array:
        """Return the slope over the unknowns (r n,) from the slopes (3 n, N) over the entries of x, xd, xdd."""
        parts = np.split(slopes, 3)
        over_c = sum(F.T @ part.T for F, part in zip(self.functions, parts, strict=True))
        return np.asarray((self.free.T @ over_c * self.limits.half).ravel())

    def _clear_cost(self, x: Array, weight: float) -> tuple[float, Array]:
        """Return the penalty on poses near singularities, and its slope over the unknowns."""
        rows = np.unique(np.linspace(0, len(x), CLEAR_POSES * self.harmonics, endpoint=False).astype(int))
        n, poses = x.shape[1], x[rows]
        near = self.limits.clearances(poses)
        if not np.isfinite(near).all():
            return REFUSED, np.zeros(self.free.shape[1] * n)
        short = np.maximum(CLEAR_INSIDE - near, 0.0)
        slopes = np.zeros((3 * n, len(x)))
        some = np.flatnonzero(short > 0)
        if len(some):
            steps = 10 * STEP * self.limits.half
            moved = (poses[some] + np.eye(n)[:, None] * steps).reshape(-1, n)
            change = self.limits.clearances(moved).reshape(n, -1) - near[some]
            slopes[:n, rows[some]] = -2 * weight * PER / len(rows) * short[some] * change / steps[:, None]
        return weight * float((short**2).sum()) * PER / len(rows), self._to_unknowns(slopes)
