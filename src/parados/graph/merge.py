"""Merge the nodes of a graph that are equal in all closed configurations.

A graph written for any robot contains nodes that differ as formulas but are equal as functions of x: sums that are zero
because of the closures, a vector that is turned and turned back, c^2 + s^2. Every node is evaluated at sampled states. A
node that is constant there, or equal to an earlier node up to a constant factor, is replaced. Two analytic functions that
agree to 1e-11 at generic states agree everywhere, so that the merged graph is the same function with fewer operations.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.gathered_constants import gather_constants
from parados.graph.sampling import ENOUGH, EQUAL, Sampled, sampled_values
from parados.graph.tape import Place, Rewriting, apply
from parados.spatial.vectors import SX

__all__ = ["merge"]

Array = NDArray[np.float64]

POLISHED = 8000
"""Number of instructions above which a graph is merged only once. Such graphs are derivatives of matrices, which are
rarely evaluated at a high rate."""


WHOLE = 1e307
"""Values below this are finite, and so are their sums."""


class _Table:
    """Table of nodes by their sampled values, up to their sign or up to any constant factor."""

    def __init__(self, sampled: Sampled, any_factor: bool) -> None:
        self.any_factor = any_factor
        self.values, self.tolerances = sampled.values, EQUAL * sampled.sizes
        sizes = np.abs(sampled.values)
        self.is_whole: list[bool] = np.all(sizes < WHOLE, axis=1).tolist()
        self.strongest: list[int] = sizes.argmax(axis=1).tolist()
        self.bins = _bins(sampled.values)
        self.entries: dict[int, list[tuple[int, SX]]] = {}

    def find(self, k: int) -> SX | None:
        """Find a node that equals instruction k, and return it times the factor; None if there is none."""
        for place in self.bins[k]:
            for other, node in self.entries.get(place, ()):
                factor = self._factor(other, k)
                if factor is not None:
                    return node if factor == 1.0 else apply(ca.OP_MUL, SX(factor), node)
        return None

    def _factor(self, other: int, k: int) -> float | None:
        """Return the factor with values of k = factor * values of other; None if there is none."""
        known, values, tolerance, place = self.values[other], self.values[k], self.tolerances[k], self.strongest[other]
        if not (self.is_whole[other] and self.is_whole[k]):
            both = np.isfinite(known + values)
            if both.sum() < ENOUGH:
                return None
            known, values, tolerance = known[both], values[both], tolerance[both]
            place = int(np.abs(known).argmax())
        factor = float(values[place] / known[place])
        if abs(abs(factor) - 1) <= EQUAL:
            factor = 1.0 if factor > 0 else -1.0
        elif self.any_factor:
            factor = _median(values / known)  # the median has less round-off; the factor becomes a constant of the graph
        else:
            return None
        return factor if (np.abs(factor * known - values) <= tolerance).all() else None

    def add(self, k: int, node: SX) -> None:
        """Add the node of instruction k to the table."""
        for place in self.bins[k]:
            self.entries.setdefault(place, []).append((k, node))


def _median(values: Array) -> float:
    """Return the median of a row, NaN if it contains NaN; `np.median` takes ten times as long."""
    ordered, middle = np.sort(values), len(values) // 2
    if np.isnan(ordered[-1]):
        return np.nan
    return float(ordered[middle] if len(values) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def _bins(values: Array) -> list[tuple[int, ...]]:
    """Return one or two table keys for each row: the ratio of its first two finite values, rounded to 30 bits."""
    finite = np.isfinite(values)
    rows, first = np.arange(len(values)), finite.argmax(axis=1)
    finite[rows, first] = False
    second = finite.argmax(axis=1)
    ratio = np.where(finite[rows, second], values[rows, second] / values[rows, first], 0.0)
    mantissa, exponent = np.frexp(ratio)
    cell = np.where(np.isfinite(mantissa), mantissa * 2**30, 0.0)
    scale = exponent.astype(np.int64) << 32
    low, high = ((scale + np.floor(cell + shift).astype(np.int64)).tolist() for shift in (-0.25, 0.25))
    return [(a,) if a == b else (a, b) for a, b in zip(low, high, strict=True)]


@np.errstate(all="ignore")
def merge(inputs: Sequence[SX], outputs: Sequence[SX], samples: Array) -> list[SX]:
    """Merge equal nodes, then nodes that differ by a constant factor, if that makes the graph shorter.

    A factor costs an operation, and may keep a node that is not needed otherwise.

    samples : (n, total size of the inputs) states at which all outputs are finite; every rate must occur with both signs
    """
    equal = _merged(inputs, ca.cse(list(outputs)), samples, any_factor=False)
    if _length(inputs, equal) > POLISHED:
        return equal
    proportional = _shorter(inputs, equal, _merged(inputs, equal, samples, any_factor=True))
    gathered = gather_constants(inputs, proportional)
    return _shorter(inputs, proportional, _merged(inputs, gathered, samples, any_factor=False))


def _length(inputs: Sequence[SX], outputs: list[SX]) -> int:
    return int(ca.Function("f", list(inputs), outputs).n_instructions())


def _shorter(inputs: Sequence[SX], *graphs: list[SX]) -> list[SX]:
    return min(graphs, key=lambda outputs: _length(inputs, outputs))


def _merged(inputs: Sequence[SX], outputs: Sequence[SX], samples: Array, any_factor: bool) -> list[SX]:
    """Return the outputs with equal nodes merged."""
    writing = Rewriting(inputs, outputs)
    sampled = sampled_values(writing.tape, samples)
    table = _Table(sampled, any_factor)
    is_constant: list[bool] = sampled.is_constant.tolist()
    numbers = {instruction.place: k for k, instruction in enumerate(writing.tape.instructions) if instruction.op == ca.OP_INPUT}

    def entry(place: Place) -> SX:
        symbol = writing.entry(place)
        table.add(numbers[place], symbol)
        return symbol

    def operation(k: int, op: int, *operands: SX) -> SX:
        if is_constant[k]:
            return SX(float(sampled.values[k, 0]))
        node = table.find(k)
        if node is None:
            node = apply(op, *operands)
            table.add(k, node)
        return node

    writing.tape.replay(SX, entry, operation, writing.output)
    return list(ca.cse(writing.outputs()))
