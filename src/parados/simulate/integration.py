"""Integrate the equations of motion: the loop over the steps of a simulation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, report_progress
from parados.simulate.collocation import Collocation
from parados.simulate.elastic_result import ElasticResult, evaluated
from parados.simulate.elastic_system import ElasticSystem, State
from parados.simulate.stepper import Stage, Stepper

__all__ = ["integrate"]

Array = NDArray[np.float64]

REPORTED = 200
"""Number of steps between two calls of the progress function."""

BLOCK = 1024
"""Number of steps whose prescribed motion is computed in one call."""


def integrate(
    system: ElasticSystem,
    formula: Collocation,
    z: Array,
    zd: Array,
    h: float,
    count: int,
    every: int,
    progress: Progress | None,
) -> ElasticResult:
    """Advance the state z, zd (n,) by `count` steps of h [s] and save one state out of `every`.

    A keyboard interrupt ends the run early; the result contains the states so far.
    """
    stepper = Stepper(system, formula, h)
    z, zd = _begun(stepper, z, zd)
    states, sums, kept = [(z, zd)], [(0.0, 0.0)], [0]
    work = dissipated = 0.0
    complete = True
    try:
        for k, stage in enumerate(_stages(system, formula, h, count)):
            z, zd, put_in, lost = stepper.advance(k * h, z, zd, stage)
            work, dissipated = work + put_in, dissipated + lost
            if (k + 1) % every == 0:
                states.append((z, zd))
                sums.append((work, dissipated))
                kept.append(k + 1)
            if (k + 1) % REPORTED == 0 and k + 1 < count:
                report_progress(progress, k + 1, count)
    except KeyboardInterrupt:
        complete = False
    if complete:
        report_progress(progress, count, count)
    done = min(len(states), len(sums), len(kept))
    at = State(h * np.array(kept[:done]), *(np.array([state[i] for state in states[:done]]) for i in (0, 1)))
    totals = np.array(sums[:done])
    return evaluated(system, at, totals[:, 0], totals[:, 1], h, complete)


def _begun(stepper: Stepper, z: Array, zd: Array) -> tuple[Array, Array]:
    """Return the initial state with the given held coordinates, projected on the closures.

    The projection changes the free rates by the smallest kinetic energy.
    """
    system, z, zd = stepper.system, z.copy(), zd.copy()
    q, qd, _ = system.given(np.zeros(1))
    z[system.held], zd[system.held] = q[0], qd[0]
    stepper.renew(0.0, z, zd)
    return stepper.closed(z, zd)


def _stages(system: ElasticSystem, formula: Collocation, h: float, count: int) -> Iterator[Stage]:
    """Yield the held coordinates of every step."""
    within = np.append(formula.c, 1.0)
    for first in range(0, count, BLOCK):
        steps = np.arange(first, min(first + BLOCK, count))
        times = h * (steps[:, None] + within)
        q, qd, qdd = (part.reshape(len(steps), len(within), len(system.held)) for part in system.given(times.ravel()))
        for k in range(len(steps)):
            yield Stage(q[k], qd[k], qdd[k])
