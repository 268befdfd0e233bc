"""Steps over instants at which the closures lose rank.

Where the closures lose rank, several motions meet: a parallelogram that lies flat can go on as an antiparallelogram. The motion
that goes on smoothly is wanted. The smallest singular value sigma of the derivatives G of the closures goes to zero linearly in
time, and round-off of 1e-16 in the closures becomes an error of 1e-16 / sigma^3 in the accelerations. The motion is smooth,
so one long step of high order goes over the instant: Gauss collocation with an even number of stages, whose stages are far from
the middle of the step. The step begins where sigma has fallen to a part `ZONE` of its usual size, and the singular instant is
predicted to be in the middle of the step. A second formula with fewer stages checks it.

References
----------
E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.5, for the formulas.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parados.model.cut_model import CutModel, CutPose
from parados.simulate.collocation import Collocation, lagrange_polynomials
from parados.simulate.rigid_system import Moment
from parados.simulate.tangent_chart import LostChartError, TangentChart

__all__ = ["ZONE", "CrossingStep", "crossing_step", "singularity_ahead"]

Array = NDArray[np.float64]

ZONE = 0.15
"""Part of the usual sigma at which a step over the singular instant begins."""

STAGES, FEWER = 8, 6
"""Numbers of stages of the step and of its check."""

MOST_ITERATIONS = 60
DIFFERENCE = 1e-6
"""Time [s] over which G is moved, divided by the size of its motion, to find the rate of sigma."""


def singularity_ahead(cut: CutModel, chart: TangentChart, at: Moment) -> tuple[float, float]:
    """Return sigma divided by the largest singular value, and the time until it is predicted to be zero [s], or infinity."""
    if not chart.rows:
        return 1.0, np.inf
    left, values, right = np.linalg.svd(at.forces.G[chart.rows], full_matrices=False)
    h = DIFFERENCE / max(float(np.abs(at.zd).max(initial=0.0)), 1e-9)
    there = cut.closing(CutPose(at.pose.z + h * at.zd, at.pose.reference))[1][chart.rows]
    rate = (left[:, -1] @ there @ right[-1] - values[-1]) / h
    return float(values[-1] / values[0]), float(values[-1] / -rate) if rate < 0 else np.inf


@lru_cache(maxsize=4)
def _formula(stages: int) -> Collocation:
    return Collocation.of(stages, 1.0)


class CrossingStep:
    """One step of Gauss collocation, with the members of a solver of SciPy that a `Segment` uses.

    ends : (2, n) slopes at the beginning and at the end
    """

    def __init__(self, t0: float, u0: Array, h: float, slopes: Array, ends: Array) -> None:
        self.t0, self.u0, self.h_abs, self.slopes, self.ends = t0, u0, h, slopes, ends
        self.t, self.y = t0 + h, _end(u0, h, slopes)

    def dense_output(self) -> Callable[[float], Array]:
        """Return the interpolation of the step: the integral of the polynomial through the slopes of the stages and of the ends.

        It ends at `y`, since Gauss formulas of s stages integrate polynomials of degree 2 s - 1 exactly.
        """
        integrals = [one.integ() for one in lagrange_polynomials(np.array([*_formula(len(self.slopes)).c, 0.0, 1.0]))]
        slopes = np.vstack([self.slopes, self.ends])

        def at(t: float) -> Array:
            part = (t - self.t0) / self.h_abs
            return np.asarray(self.u0 + self.h_abs * np.array([one(part) for one in integrals]) @ slopes)

        return at


def crossing_step(rates: Callable[[float, Array], Array], t: float, u: Array, h: float, tolerance: Array) -> CrossingStep | None:
    """Return a step of h [s] from u (n,); None if it does not converge, or if its error is above the tolerance (n,)."""
    try:
        slopes = _stage_slopes(rates, t, u, h, STAGES)
        check = _stage_slopes(rates, t, u, h, FEWER)
        if slopes is None or check is None or not (np.abs(_end(u, h, slopes) - _end(u, h, check)) <= tolerance).all():
            return None
        return CrossingStep(t, u, h, slopes, np.array([rates(t, u), rates(t + h, _end(u, h, slopes))]))
    except LostChartError:
        return None


def _end(u: Array, h: float, slopes: Array) -> Array:
    """(n,) end of a step of h [s] from u (n,) with the slopes (s, n) of its stages."""
    return np.asarray(u + h * _formula(len(slopes)).b @ slopes)


def _stage_slopes(rates: Callable[[float, Array], Array], t: float, u: Array, h: float, stages: int) -> Array | None:
    """(s, n) slopes of the stages, by fixed-point iteration; None if it does not converge."""
    formula, slopes = _formula(stages), np.tile(rates(t, u), (stages, 1))
    last = np.inf
    for _ in range(MOST_ITERATIONS):
        places = u + h * formula.a @ slopes
        new = np.array([rates(t + h * c, place) for c, place in zip(formula.c, places, strict=True)])
        change = h * float(np.abs(new - slopes).max(initial=0.0)) / (1 + float(np.abs(places).max(initial=0.0)))
        slopes = new
        if change < 1e-15 or (change < 1e-11 and change >= last):  # round-off is left
            return slopes
        if not np.isfinite(change):
            return None
        last = change
    return None
