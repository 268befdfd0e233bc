"""Cost of the dynamics over the size of a mechanism: chains of four-bars with 1 to 8 loops.

The operations of the models must grow linearly with the number of loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from helpers.four_bar_chain import four_bar_chain

from benchmarks.timing import best_of
from parados.api import Robot
from parados.robot.reading import parse_robot

__all__ = ["Growth", "growth"]

LOOPS = (1, 2, 4, 8)
COUNT = 20_000


class Growth(NamedTuple):
    """Operations of inverse and forward dynamics of a chain, and the time per state of the forward dynamics in a stack [us]."""

    loops: int
    inverse: int
    forward: int
    stack: float


def growth() -> Iterator[Growth]:
    """Yield the figures of each chain."""
    for loops in LOOPS:
        model = Robot(parse_robot(four_bar_chain(loops), f"chain-{loops}.yaml")).compile(threads=1)
        rng = np.random.default_rng(0)
        x, xd, tau = rng.uniform(1.25, 1.35, (COUNT, 1)), rng.normal(size=(COUNT, 1)), rng.normal(size=(COUNT, 1))
        operations = [model.kernel(name).operations["total"] for name in ("inverse_dynamics", "forward_dynamics")]
        ours = best_of(lambda m=model, s=(x, xd, tau): m.forward_dynamics(*s)) / COUNT * 1e6  # type: ignore[misc]
        yield Growth(loops, *operations, ours)
