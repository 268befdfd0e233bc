"""Name what can still move in a robot while its platform coordinates are held still."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.robot.description import COORDINATES
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
        remedy = "remove this motion (a rod between two S joints spins about itself: use U at one end)"
    return (
        f"with the platform coordinates held still, {', '.join(moving)} can still move: {remedy}, "
        "or name actuated joints under redundancy"
    )
