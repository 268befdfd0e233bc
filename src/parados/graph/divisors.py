"""Find the divisors of a graph, so that only pivots that the graph divides by are checked.

A graph does not use every pivot of the kinematics: for example, it may not need the rate of a passive joint. A pivot is found
among the divisors by its values at sampled states, up to a constant factor, because simplification changes formulas.
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
"""Largest relative deviation from a constant ratio; the sampled states are generic, but small pivots increase round-off."""


def divided_by(inputs: Sequence[SX], outputs: Sequence[SX], pivots: Sequence[SX], states: Array) -> list[bool]:
    """Tell for each pivot whether the outputs divide by it or by a constant multiple of it.

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
    """Return all expressions by which the graph from `inputs` to `outputs` divides, except constants."""
    divisors: list[SX] = []

    def operation(_: int, op: int, *operands: SX) -> SX:
        if op in (ca.OP_DIV, ca.OP_INV):
            divisors.append(operands[-1])
        return apply(op, *operands)

    rewritten(inputs, outputs, operation)
    return [d for d in divisors if not d.is_constant()]
