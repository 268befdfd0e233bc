"""Run a CasADi function in CasADi's virtual machine on stacks of states, in the memory of NumPy's arrays.

CasADi stores matrices column by column: a stack of rows is the matrix that has these rows as columns, and is not copied. A call
with matrices of CasADi gives the same numbers, but makes a Python number of each of them: it takes two to seven times as long.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

__all__ = ["run_rows"]

Array = NDArray[np.float64]


def run_rows(function: ca.Function, inputs: Sequence[Array], count: int) -> list[Array]:
    """Evaluate a function with dense inputs and outputs at `count` states.

    inputs : (count, n) or (n,) repeated, for each input of the function
    Returns (count, rows, cols) for each output.
    """
    shapes = [function.size_out(k) for k in range(function.n_out())]
    results = [np.empty((count, cols, rows)) for rows, cols in shapes]
    if count:
        buffer, evaluate = (function if count == 1 else function.map(count)).buffer()
        taken = [_stack(array, count, function.numel_in(k)) for k, array in enumerate(inputs)]
        for k, array in enumerate(taken):
            buffer.set_arg(k, array.data)
        for k, array in enumerate(results):
            buffer.set_res(k, array.data)
        evaluate()
    return [result.transpose(0, 2, 1) for result in results]


def _stack(array: Array, count: int, size: int) -> Array:
    """(count, size) with a row for each state, in one piece of memory."""
    stack = array if array.shape == (count, size) else np.broadcast_to(array, (count, size))
    return np.ascontiguousarray(stack, dtype=float)
