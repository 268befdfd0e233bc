"""Merge what is equal on the closed configurations.

A graph written for any robot contains nodes that differ as formulas but not as functions of x: sums that the closure
makes vanish, a vector turned there and back, c^2 + s^2. Every node is evaluated at sampled states; a node that is
constant there, or equal to an earlier node up to a constant factor, is replaced. Two analytic functions that agree to
1e-11 at generic states agree everywhere, so that the merged graph is the same function with fewer operations.

What is not analytic must not be trusted to a sample: roots are taken on either branch at random, since sqrt(g^2) = g
holds only where g is positive, and signs, absolute values and comparisons are stood in for by odd, even and generic
analytic functions. Arc functions are trusted on the branch that the samples are on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.model.constants import gather_constants
from parados.model.nodes import apply
from parados.spatial.vectors import SX, snap

__all__ = ["merge"]

Array = NDArray[np.float64]

EQUAL = 1e-11
"""Relative difference below which two values count as equal; round-off in these graphs stays below 1e-13."""

POLISHED = 8000
"""Instructions above which a graph is merged but once: derivatives of matrices, which nobody runs at 10 kHz."""

ENOUGH = 6
"""States at which both values must be finite before they are compared."""


def _either_root(a: Array) -> Array:
    """A square root whose sign depends on the value as if by chance."""
    mantissa, _ = np.frexp(a)
    return np.where(np.sin(1e4 * np.round(mantissa, 9)) > 0, 1.0, -1.0) * np.sqrt(a)


_NUMERIC: dict[int, Callable[..., Any]] = {
    ca.OP_NEG: np.negative,
    ca.OP_SQ: np.square,
    ca.OP_SQRT: _either_root,
    ca.OP_SIN: np.sin,
    ca.OP_COS: np.cos,
    ca.OP_TAN: np.tan,
    ca.OP_ASIN: np.arcsin,
    ca.OP_ACOS: np.arccos,
    ca.OP_ATAN: np.arctan,
    ca.OP_SIGN: np.arctan,
    ca.OP_FABS: lambda a: a * np.arctan(a),
    ca.OP_EXP: np.exp,
    ca.OP_TANH: np.tanh,
    ca.OP_INV: np.reciprocal,
    ca.OP_TWICE: lambda a: 2 * a,
    ca.OP_NOT: lambda a: 1.1 - a,
    ca.OP_ADD: np.add,
    ca.OP_SUB: np.subtract,
    ca.OP_MUL: np.multiply,
    ca.OP_DIV: np.divide,
    ca.OP_ATAN2: np.arctan2,
    ca.OP_POW: np.power,
    ca.OP_CONSTPOW: np.power,
    ca.OP_COPYSIGN: lambda a, b: a * np.arctan(b),
    ca.OP_LT: lambda a, b: np.arctan(a - 0.7 * b),
    ca.OP_LE: lambda a, b: np.arctan(a - 0.6 * b),
    ca.OP_EQ: lambda a, b: np.cos(a - 0.7 * b),
    ca.OP_NE: lambda a, b: np.cos(a - 0.6 * b),
    ca.OP_IF_ELSE_ZERO: lambda a, b: a * b,
}


class _Table:
    """Nodes by their values, up to their sign or up to any constant factor."""

    def __init__(self, any_factor: bool) -> None:
        self.any_factor = any_factor
        self.entries: dict[tuple[int, int], list[tuple[Array, SX]]] = {}

    @staticmethod
    def _bins(values: Array) -> list[tuple[int, int]]:
        finite = values[np.isfinite(values)]
        mantissa, exponent = np.frexp(finite[1] / finite[0] if len(finite) > 1 else 0.0)
        cell = mantissa * 2**30 if np.isfinite(mantissa) else 0.0
        return [(int(exponent), int(np.floor(cell + shift))) for shift in (-0.25, 0.25)]

    def find(self, values: Array, size: Array) -> SX | None:
        for place in dict.fromkeys(self._bins(values)):
            for known, node in self.entries.get(place, ()):
                both = np.isfinite(known) & np.isfinite(values)
                if both.sum() < ENOUGH:
                    continue
                strongest = int(np.argmax(np.where(both, np.abs(known), -1.0)))
                factor = values[strongest] / known[strongest]
                if abs(abs(factor) - 1) <= EQUAL:
                    factor = np.sign(factor)
                elif self.any_factor:
                    factor = np.median(values[both] / known[both])  # freer of round-off: it becomes a constant
                else:
                    continue
                if (np.abs(factor * known - values) <= EQUAL * size)[both].all():
                    return float(factor) * node
        return None

    def add(self, values: Array, node: SX) -> None:
        for place in dict.fromkeys(self._bins(values)):
            self.entries.setdefault(place, []).append((values, node))


@np.errstate(all="ignore")
def merge(inputs: Sequence[SX], outputs: Sequence[SX], samples: Array) -> list[SX]:
    """The same outputs with equal nodes merged, then those that differ by a constant factor, if that makes the graph
    shorter: a factor costs an operation, and may keep a node alive that nothing else needs.

    samples : (n, total size of the inputs) states at which all outputs are finite, of either sign of every rate
    """
    equal = _merged(inputs, outputs, samples, any_factor=False)
    if ca.Function("f", list(inputs), equal).n_instructions() > POLISHED:
        return equal
    proportional = _shorter(inputs, equal, _merged(inputs, equal, samples, any_factor=True))
    gathered = gather_constants(inputs, ca.cse(proportional))
    return _shorter(inputs, proportional, _merged(inputs, gathered, samples, any_factor=False))


def _shorter(inputs: Sequence[SX], *graphs: list[SX]) -> list[SX]:
    return min(graphs, key=lambda outputs: ca.Function("f", list(inputs), ca.cse(outputs)).n_instructions())


def _merged(inputs: Sequence[SX], outputs: Sequence[SX], samples: Array, any_factor: bool) -> list[SX]:
    f = ca.Function("f", list(inputs), list(outputs))
    offsets = np.cumsum([0, *[i.numel() for i in inputs]])
    nodes: list[SX] = [SX(0)] * f.sz_w()
    values: list[Array] = [np.zeros(len(samples))] * f.sz_w()
    results = [SX(f.sparsity_out(k)) for k in range(f.n_out())]
    parts: list[list[SX]] = [[SX(0)] * f.nnz_out(k) for k in range(f.n_out())]
    table = _Table(any_factor)
    for k in range(f.n_instructions()):
        op, where = f.instruction_id(k), f.instruction_input(k)
        if op == ca.OP_OUTPUT:
            index, nonzero = f.instruction_output(k)
            parts[index][nonzero] = nodes[where[0]]
            continue
        target = f.instruction_output(k)[0]
        if op == ca.OP_CONST:
            constant = f.instruction_constant(k)
            nodes[target], values[target] = SX(constant), np.full(len(samples), constant)
        elif op == ca.OP_INPUT:
            nodes[target] = inputs[where[0]].nz[where[1]]
            values[target] = samples[:, offsets[where[0]] + where[1]]
            table.add(values[target], nodes[target])
        elif all(nodes[w].is_constant() for w in where):  # folded as it is: no stand-in may touch it
            nodes[target] = apply(op, [nodes[w] for w in where])
            values[target] = np.full(len(samples), float(nodes[target]))
        else:
            operands = [values[w] for w in where]
            value = _NUMERIC[op](*operands)
            size = np.abs(value)
            if op in (ca.OP_ADD, ca.OP_SUB):
                size = np.maximum(np.abs(operands[0]), np.abs(operands[1]))
            known = _constant(value, size)
            if known is None:
                known = table.find(value, size)
            else:
                value = np.full(len(samples), float(known))
            if known is None:
                known = apply(op, [nodes[w] for w in where])
                table.add(value, known)
            nodes[target], values[target] = known, value
    for k, part in enumerate(parts):
        results[k] = SX(f.sparsity_out(k), ca.vertcat(*part)) if part else results[k]
    return [ca.sparsify(r) for r in results]


def _constant(value: Array, size: Array) -> SX | None:
    finite = np.isfinite(value)
    value, size = value[finite], size[finite]
    if len(value) < ENOUGH:
        return None
    if (np.abs(value) <= EQUAL * size).all():
        return SX(0)
    if (np.abs(value - value[0]) <= EQUAL * size).all():
        return SX(float(snap(np.median(value))))
    return None
