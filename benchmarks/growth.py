"""Cost of the dynamics over the size of a mechanism: chains of four-bars, by parados, Pinocchio and MuJoCo in the same run.

The operations of our models must grow linearly with the number of loops. The other engines get the same chain, with ball joints
as closures, and the same closed states; `contenders` checks that all compute the same. Times are processor times of one call from
Python with one state, and per state of a stack for parados; the others have no stacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from helpers.four_bar_chain import four_bar_chain
from numpy.typing import NDArray

from benchmarks.contenders import closed_states, mujoco_inverse, pinocchio_direct, pinocchio_inverse, pinocchio_loops
from benchmarks.timing import processor_time
from parados.api import Robot
from parados.model.model import Model
from parados.robot.reading import parse_robot

__all__ = ["Growth", "growth"]

Array = NDArray[np.float64]

LOOPS = (1, 2, 4, 8)
COUNT, CALLS = 20_000, 200
"""States of a stack, and single calls."""


class Growth(NamedTuple):
    """Figures of one chain.

    inverse, forward : operations of inverse and forward dynamics
    times : (engine, "inverse" or "forward", what) -> time per state [us]
    """

    loops: int
    inverse: int
    forward: int
    times: dict[tuple[str, str, str], float]


def growth() -> Iterator[Growth]:
    """Yield the figures of each chain; engines that are not installed are left out."""
    for loops in LOOPS:
        model = Robot(parse_robot(four_bar_chain(loops, spatial=True), f"chain-{loops}.yaml")).compile(threads=1)
        rng = np.random.default_rng(0)
        x, xd, tau = rng.uniform(1.25, 1.35, (COUNT, 1)), rng.normal(size=(COUNT, 1)), rng.normal(size=(COUNT, 1))
        xdd = model.forward_dynamics(x, xd, tau)
        operations = [model.kernel(name).operations["total"] for name in ("inverse_dynamics", "forward_dynamics")]
        times = {
            **_ours("inverse", model.inverse_dynamics, x, xd, xdd),
            **_ours("forward", model.forward_dynamics, x, xd, tau),
            **_theirs(model, *[part[:CALLS] for part in (x, xd, xdd, tau)]),
        }
        yield Growth(loops, *operations, times)


def _ours(kind: str, quantity: Callable[..., Array], *inputs: Array) -> dict[tuple[str, str, str], float]:
    states = [[part[k] for part in inputs] for k in range(CALLS)]
    one = processor_time(lambda: [quantity(*state) for state in states]) / CALLS
    stack = processor_time(lambda: quantity(*inputs)) / COUNT
    return {("parados", kind, "one state"): 1e6 * one, ("parados", kind, "stack"): 1e6 * stack}


def _theirs(model: Model, x: Array, xd: Array, xdd: Array, tau: Array) -> dict[tuple[str, str, str], float]:
    builders = {
        ("Pinocchio", "inverse", "rnea and closure Jacobian"): pinocchio_inverse,
        ("MuJoCo", "inverse", "mj_inverse"): mujoco_inverse,
        ("Pinocchio", "forward", "constraintDynamics"): pinocchio_direct,
        ("Pinocchio", "forward", "lcaba"): pinocchio_loops,
    }
    times: dict[tuple[str, str, str], float] = {}
    for key, build in builders.items():
        try:
            run = build(model, closed_states(model, x, xd, xdd, tau)).run
        except ImportError:
            continue
        times[key] = 1e6 * processor_time(lambda run=run: [run(k) for k in range(CALLS)]) / CALLS  # type: ignore[misc]
    return times
