"""What a graph divides by, so that only those pivots are watched that can spoil it.

A pivot of the kinematics need not stand in a graph: the rate of a passive joint, say, may not be wanted. Whether it does
is seen by its values, up to a constant factor: formulas change when graphs are simplified.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.tape import apply, rewritten
from parados.spatial.vectors import SX

__all__ = ["divided_by"]

Array = NDArray[np.float64]

PROPORTIONAL = 1e-7
"""Relative deviation from a constant ratio: sampled states are generic, and round-off may grow near small pivots."""


def divided_by(inputs: Sequence[SX], outputs: Sequence[SX], pivots: Sequence[SX], states: Array) -> list[bool]:
    """For each pivot whether the outputs divide by it or by a constant multiple of it.

    states : (n, total size of the inputs)
    """
    if not pivots:
        return []
    divisors = _divisors(inputs, outputs)
    if not divisors:
        return [False] * len(pivots)
    f = ca.Function("f", [ca.vertcat(*inputs)], [ca.vertcat(*divisors), ca.vertcat(*pivots)])
    with np.errstate(all="ignore"):
        found, asked = (values.full() for values in f(states.T))
        return [any(_proportional(pivot, divisor) for divisor in found) for pivot in asked]


def _proportional(a: Array, b: Array) -> bool:
    ratio = a / b
    ratio = ratio[np.isfinite(ratio)]
    return len(ratio) > 1 and bool(np.abs(ratio - ratio[0]).max() <= PROPORTIONAL * abs(ratio[0]))


def _divisors(inputs: Sequence[SX], outputs: Sequence[SX]) -> list[SX]:
    """Everything that is not constant and that something is divided by."""
    divisors: list[SX] = []

    def operation(_: int, op: int, *operands: SX) -> SX:
        if op in (ca.OP_DIV, ca.OP_INV):
            divisors.append(operands[-1])
        return apply(op, *operands)

    rewritten(inputs, outputs, operation)
    return [d for d in divisors if not d.is_constant()]
