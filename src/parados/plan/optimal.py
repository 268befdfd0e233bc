"""Optimal crossing motions: choose velocities, accelerations and free coefficients for small efforts.

The result of IPOPT (`program`) is corrected to meet the criterion exactly, and its efforts are computed with the exact
model. It is returned if it is better than the plain motion at the start; otherwise the plain motion is returned. The
attribute `how` of the answer says which of the two it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.plan.crossing_motion import CrossingMotion
from parados.plan.program import Basis, Program
from parados.plan.request import Request
from parados.trajectory.polynomials import Polynomials

__all__ = ["optimal_crossing"]

Array = NDArray[np.float64]

FREE = 2
"""Degree added to the polynomials if the request gives no degree, so that there are free coefficients to choose."""


def optimal_crossing(asked: Request, planned: CrossingMotion, minimise: str, seconds: float = 20.0) -> CrossingMotion:
    """Find the motion with the smallest peak or root mean square efforts near a planned motion.

    Both motions cross the singularities at the same instants.

    minimise : "peak" or "rms";  seconds : largest processor time of IPOPT [s]
    """
    times = np.array([passage.time for passage in planned.passages])
    size = asked.degree + 1 + (FREE if asked.open_degree else 0)
    basis = Basis(asked.duration, float(times[len(times) // 2]) if len(times) else 0.0, size)
    program = Program(asked, planned, basis, times)
    coefficients = program.solve(minimise, seconds)
    trajectory = Polynomials(_exactly(asked, basis, times, coefficients), asked.duration, basis.about)
    best = asked.motion(trajectory, times)
    reason = asked.why_not(trajectory, times) or best.why_not_finite() or asked.why_not_between(best)
    part = program.cost(best, minimise) / program.cost(planned, minimise) if reason is None else np.inf
    if part < 1:
        how = f"Least {minimise} efforts by IPOPT ({program.status}): {part:.3f} times those of the plain motion."
        return replace(best, how=how)
    reason = reason or f"the motion of IPOPT ({program.status}) has {part:.3f} times its {minimise} efforts"
    return replace(planned, how=f"The plain motion, because no better one was found: {reason}.")


def _exactly(asked: Request, basis: Basis, times: Array, coefficients: Array) -> Array:
    """Return the nearest coefficients (n, size) that meet the ends, places and criteria to round-off."""
    velocities = np.array([coefficients @ basis.row(t, 1) for t in times])
    accelerations = np.array([coefficients @ basis.row(t, 2) for t in times])
    rows, values = [], []
    none = np.zeros(len(asked.start))
    for t, x in ((0.0, asked.start), (asked.duration, asked.end)):
        rows += [basis.row(t, order) * asked.duration**order for order in range(3)]
        values += [x, none, none]
    for t, place, criterion, v, a in zip(times, asked.places, asked.criteria, velocities, accelerations, strict=True):
        rows += [basis.row(t, order) * asked.duration**order for order in range(3)]
        values += [place.x, v * asked.duration, criterion.least_change(v, a) * asked.duration**2]
    A, b = np.array(rows), np.array(values)
    for _ in range(3):  # repeated steps meet the conditions to round-off
        coefficients = coefficients - np.linalg.lstsq(A, A @ coefficients.T - b, rcond=None)[0].T
    return coefficients
