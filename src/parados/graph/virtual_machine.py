"""Run a CasADi function in CasADi's virtual machine, row after row, on arrays of NumPy.

A call with matrices of CasADi gives the same numbers, but converts each of them: for matrices of derivatives, and for a few
states, it takes two to three times as long. For thousands of states with few numbers each it is a little faster.
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
    taken = [np.empty(function.numel_in(k)) for k in range(function.n_in())]
    given = [np.empty(function.numel_out(k)) for k in range(function.n_out())]
    buffer, evaluate = function.buffer()
    for k, array in enumerate(taken):
        buffer.set_arg(k, array.data)
    for k, array in enumerate(given):
        buffer.set_res(k, array.data)
    results = [np.empty((count, array.size)) for array in given]
    moving = []
    for place, array in zip(taken, inputs, strict=True):
        if array.ndim == 1:
            place[:] = array
        else:
            moving.append((place, array))
    for row in range(count):
        for place, array in moving:
            place[:] = array[row]
        evaluate()
        for result, array in zip(results, given, strict=True):
            result[row] = array
    shapes = [function.size_out(k) for k in range(function.n_out())]  # CasADi stores matrices column by column
    return [result.reshape(count, cols, rows).transpose(0, 2, 1) for result, (rows, cols) in zip(results, shapes, strict=True)]
