"""Call a compiled function on one row at a time, with buffers that are kept between calls.

Setting up the arrays and the arguments of a call takes longer than most compiled functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from parados.graph.compiled_library import Function
from parados.graph.rows_call import RowsCall

__all__ = ["OneRow"]

Array = NDArray[np.float64]

Buffers = tuple[list[Array], list[Array], RowsCall]
"""Inputs and outputs of one row, and the call that uses them."""


class OneRow:
    """A compiled function of a `RowsCall`, without checks of its results.

    sizes : number of entries of each input;  shapes : shape of each output
    """

    def __init__(self, function: Function, sizes: Iterable[int], shapes: Iterable[tuple[int, ...]]) -> None:
        self._function, self._sizes, self._shapes = function, tuple(sizes), tuple(shapes)
        self._idle: list[Buffers] = []  # taken and given back as a whole, so that threads do not share one

    def __call__(self, values: Sequence[Array | float]) -> list[Array]:
        """Return new arrays with the outputs; values (n,) in the order of the function's inputs."""
        try:
            buffers = self._idle.pop()
        except IndexError:
            buffers = self._made()
        inputs, outputs, call = buffers
        for place, value in zip(inputs, values, strict=True):
            place[:] = value
        if self._function(call.address) < 0:
            raise MemoryError("no memory is left for the inputs and outputs of one state")
        results = [output[0].copy() for output in outputs]
        self._idle.append(buffers)
        return results

    def _made(self) -> Buffers:
        inputs = [np.zeros(size) for size in self._sizes]
        outputs = [np.empty((1, *shape)) for shape in self._shapes]
        return inputs, outputs, RowsCall(1, inputs, outputs)
