"""Find the divisors of a graph, so that only pivots that the graph divides by are checked.

A graph does not use every pivot of the kinematics: for example, it may not need the rate of a passive joint. A pivot is found
among the divisors by its values at sampled states, up to a constant factor, because simplification changes formulas.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.tape import Rewriting, apply
from parados.graph.virtual_machine import run_rows
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
    f = ca.Function("f", [ca.vertcat(*inputs)], [ca.densify(ca.vertcat(*divisors)), ca.densify(ca.vertcat(*pivots))])
    with np.errstate(all="ignore"):
        found, asked = (values[:, :, 0].T for values in run_rows(f, [states], len(states)))
        return [any(_proportional(pivot, divisor) for divisor in found) for pivot in asked]


def _proportional(a: Array, b: Array) -> bool:
    ratio = a / b
    ratio = ratio[np.isfinite(ratio)]
    return len(ratio) > 1 and bool(np.abs(ratio - ratio[0]).max() <= PROPORTIONAL * abs(ratio[0]))


def _divisors(inputs: Sequence[SX], outputs: Sequence[SX]) -> list[SX]:
    """Return all expressions by which the graph from `inputs` to `outputs` divides, except constants."""
    writing, none = Rewriting(inputs, outputs), SX(0)
    divisors: list[SX] = []
    instructions = writing.tape.instructions
    divisions = {k for k, instruction in enumerate(instructions) if instruction.op in (ca.OP_DIV, ca.OP_INV)}
    needed = {instructions[k].operands[-1] for k in divisions}
    for k in range(len(instructions) - 1, -1, -1):
        if k in needed:
            needed.update(instructions[k].operands)

    def operation(k: int, op: int, *operands: SX) -> SX:
        if k in divisions:
            divisors.append(operands[-1])
        return apply(op, *operands) if k in needed else none

    writing.tape.replay(SX, writing.entry, operation, writing.output)
    return [d for d in divisors if not d.is_constant()]
