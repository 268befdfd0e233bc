"""Compare a merged graph with the graph before merging, at configurations that merging has not seen.

Merging takes what is equal at the samples for equal everywhere. If a working mode was missed, the merged graph would give wrong
numbers there without a word. The comparison costs some evaluations when a graph is built; calls cost nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.graph.virtual_machine import run_rows
from parados.spatial.vectors import SX

__all__ = ["contradicting"]

Array = NDArray[np.float64]

DIFFERENT = 1e-8
"""Difference over the usual size of an entry above which two graphs contradict each other."""

CANCELLED = 1e-11
"""Difference over the largest entry of a state that may be round-off, in an entry that is usually zero."""

REGULAR = 1e-3
"""Ratio of a pivot to its usual size above which a state is far enough from singularities for a comparison."""


@np.errstate(all="ignore")
def contradicting(inputs: Sequence[SX], outputs: Sequence[SX], merged: Sequence[SX], n_pivots: int, states: Array) -> Array:
    """(k, total size of the inputs) states at which the outputs differ before and after merging.

    outputs, merged : expressions before and after merging; the last `n_pivots` are pivots
    states : (n, total size of the inputs) states with closed loops
    """
    if not len(states):
        return states
    n_values = len(outputs) - n_pivots
    full, short = _values(inputs, outputs, states), _values(inputs, merged[:n_values], states)
    wanted, pivots = np.split(full, [short.shape[1]], axis=1)
    regular = (np.abs(pivots) > REGULAR * np.nanmedian(np.abs(pivots), axis=0)).all(axis=1) & np.isfinite(wanted).all(axis=1)
    if not regular.any():
        return states[:0]
    size, largest = np.abs(wanted[regular]).max(axis=0), np.abs(wanted).max(axis=1, keepdims=True)
    apart = np.abs(short - wanted)
    apart = np.minimum(apart, np.abs(apart - 2 * np.pi))  # an angle of half a turn may have either sign
    return states[regular & ~(apart <= DIFFERENT * size + CANCELLED * largest).all(axis=1)]


def _values(inputs: Sequence[SX], outputs: Sequence[SX], states: Array) -> Array:
    """(n, total size of the outputs) values of expressions, in CasADi's virtual machine."""
    everything = ca.vertcat(*[ca.vec(ca.densify(output)) for output in outputs])
    function = ca.Function("values", [ca.vertcat(*[ca.vec(symbol) for symbol in inputs])], [everything])
    return run_rows(function, [states], len(states))[0][:, :, 0]
