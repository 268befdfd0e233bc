"""Name what can still move in a robot while its platform coordinates are held still."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.robot.description import COORDINATES
from parados.spatial.live_numbers import nominal
from parados.topology.mechanism import Mechanism

__all__ = ["idle_motions"]

MOVES = 1e-6
"""Rates above this, in motions of unit size, are not round-off."""


def idle_motions(mechanism: Mechanism, motions: NDArray[np.float64]) -> str:
    """Write the sentence about motions that are possible with fixed platform coordinates; empty if there are none.

    motions : (n, k) basis of these motions: rates of all joints, and optionally of the dependent coordinates after them
    """
    joints, moves = len(mechanism.joints), np.abs(motions).max(axis=1, initial=0.0) > MOVES
    names = [joint.name for joint in mechanism.joints] + [COORDINATES[k] for k in mechanism.platform.dependent]
    moving = [names[k] for k in np.flatnonzero(moves)]
    dependent = [names[k] for k in np.flatnonzero(moves) if k >= joints]
    if not moving:
        return ""
    if dependent:
        remedy = f"move {' or '.join(dependent)} from dependent to coordinates"
    else:
        spin = " (a rod between two S joints spins about itself: use U at one end)"
        remedy = f"remove this motion{spin if _involves_ball(mechanism, moves[:joints]) else ''}"
    return (
        f"with the platform coordinates held still, {', '.join(moving)} can still move; {remedy}, "
        "or name actuated joints under redundancy"
    )


def _involves_ball(mechanism: Mechanism, moves: NDArray[np.bool_]) -> bool:
    """Tell whether moving joints form a ball, or are in a leg that ends in one; `moves` (n_t,) marks the moving joints."""
    for closure in mechanism.closures:
        if len(closure.free_rotations) == 3 and moves[[*mechanism.path(closure.a), *mechanism.path(closure.b)]].any():
            return True
    return any(_ends_ball(mechanism, int(k), moves) for k in np.flatnonzero(moves))


def _ends_ball(mechanism: Mechanism, last: int, moves: NDArray[np.bool_]) -> bool:
    """Tell whether joint `last` and the two before it are moving revolute joints with the same origin."""
    chain = mechanism.path(last)[-3:]
    turning = all(moves[k] and mechanism.joints[k].screw.period is not None for k in chain)
    apart = any(np.abs(nominal(mechanism.joints[k].fixed)[:3, 3]).max() > MOVES for k in chain[1:])
    return len(chain) == 3 and turning and not apart
