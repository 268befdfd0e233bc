"""Remove superfluous whole turns of coupled joints from a closed configuration.

If a pinion turns once more, its rack moves by one circumference. This can be another closed configuration of the loops. A search
from random starts may find any of these configurations; the wanted one has its angles within half a turn of the guess.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric import NumericInverse
from parados.spatial.live_numbers import nominal
from parados.topology.joint_couplings import coupling_rows
from parados.topology.mechanism import Mechanism

__all__ = ["counted_in_loops", "turned_couplings", "unwound"]

Array = NDArray[np.float64]

OBEYED = 1e-9
"""Largest error of the couplings [rad, m] in a change of the joints by whole turns."""


def unwound(solver: NumericInverse, x: Array, u: Array, near: Array) -> Array:
    """(n_u,) closed configuration at x with the whole turns of `u` removed; `u` itself if none is found.

    x : (n_given,) pose and live parameters
    u : (n_u,) closed configuration: joints, then dependent coordinates
    near : (n_u,) guess; coupled angles in loops shall be within half a turn of it
    """
    mechanism = solver.geometry.mechanism
    step = _whole_turns(mechanism, u, near) if mechanism.couplings else None
    if step is None:
        return u
    start = u.copy()
    start[: len(step)] += step
    found, closed = solver.close(x[None], start[None])
    return found[0] if closed[0] else u


def _whole_turns(mechanism: Mechanism, u: Array, near: Array) -> Array | None:
    """(n_t,) smallest change of the coupled joints that satisfies the couplings and brings angles near the guess.

    The angles are those of coupled joints in loops; they change by whole turns. None if no change is needed or possible.
    """
    turning = counted_in_loops(mechanism)
    turns = -2 * np.pi * np.round((u[turning] - near[turning]) / (2 * np.pi))
    steps = turned_couplings(mechanism, turns[None])[0]
    return steps if turns.any() and np.isfinite(steps).all() else None


def counted_in_loops(mechanism: Mechanism) -> list[int]:
    """Return the coupled joints in loops whose angles the loops determine up to whole turns."""
    looped = {k for c in mechanism.closures for path in mechanism.fork(c.a, c.b) for k in path}
    return [k for k, joint in enumerate(mechanism.joints) if joint.coupled and k in looped and joint.screw.period is not None]


def turned_couplings(mechanism: Mechanism, turns: Array) -> Array:
    """(N, n_t) smallest motions of the coupled joints that turn those of `counted_in_loops` by whole turns (N, k) [rad].

    NaN where the couplings do not allow them.
    """
    n_t, turning = len(mechanism.joints), counted_in_loops(mechanism)
    coupled = [k for k, joint in enumerate(mechanism.joints) if joint.coupled]
    rows = np.vstack([nominal(coupling_rows(mechanism.couplings, n_t)), np.eye(n_t)[turning]])[:, coupled]
    wanted = np.hstack([np.zeros((len(turns), len(mechanism.couplings))), turns])
    steps = np.zeros((len(turns), n_t))
    steps[:, coupled] = np.linalg.lstsq(rows, wanted.T, rcond=None)[0].T
    steps[np.abs(steps[:, coupled] @ rows.T - wanted).max(axis=1, initial=0.0) > OBEYED] = np.nan
    return steps
