"""Call a compiled C function that runs over the rows of its arrays: one call for a whole stack, with the GIL released.

The C function has the arguments of every batch function: the number of rows, then the addresses and strides of its inputs and
outputs. A stride of 0 repeats one row. Unlike a `Kernel`, it is more than a graph: it may iterate, and a row may start from the
result of the row before.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.graph.compiled_library import compiled_function

__all__ = ["RowLibrary"]

Array = NDArray[np.float64]


class RowLibrary:
    """A compiled function from named arrays to named arrays.

    inputs, outputs : name -> number of entries of one row, in the order of the C function
    Raises CompilerError if the source cannot be compiled.
    """

    def __init__(self, source: str, name: str, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> None:
        self.inputs, self.outputs = dict(inputs), dict(outputs)
        self._function = compiled_function(source, name)
        self._held = threading.local()

    def __call__(self, count: int, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """Run over `count` rows; each input is (count, n) or (n,) repeated, each output (count, n)."""
        arrays = [np.ascontiguousarray(inputs[name], dtype=float) for name in self.inputs]
        results = {name: np.empty((count, size)) for name, size in self.outputs.items()}
        if count:
            strides = [a.shape[1] if a.ndim == 2 else 0 for a in arrays]
            self._function(count, *_addresses(arrays, strides), *_addresses(list(results.values()), list(self.outputs.values())))
        return results

    def one(self, inputs: Sequence[Array | float]) -> list[Array]:
        """Run over one row; inputs in the order of the function. The outputs are overwritten by the next call of this thread.

        The buffers are kept between calls, because setting them up takes longer than the function.
        """
        held = self._held
        if not hasattr(held, "arguments"):
            held.inputs = [np.empty(max(size, 1)) for size in self.inputs.values()]
            held.outputs = [np.empty(max(size, 1)) for size in self.outputs.values()]
            none_in, none_out = [0] * len(held.inputs), [0] * len(held.outputs)
            held.arguments = (*_addresses(held.inputs, none_in), *_addresses(held.outputs, none_out))
            held.views = [buffer[:size] for buffer, size in zip(held.inputs, self.inputs.values(), strict=True)]
            held.results = [buffer[:size] for buffer, size in zip(held.outputs, self.outputs.values(), strict=True)]
        for buffer, value in zip(held.views, inputs):  # noqa: B905 - `strict` costs a quarter of a microsecond
            buffer[:] = value
        self._function(1, *held.arguments)
        results: list[Array] = held.results
        return results


def _addresses(arrays: Sequence[Array], strides: Sequence[int]) -> tuple[Any, Any]:
    """Build the addresses and the strides of arrays as two arguments of C."""
    count = max(len(arrays), 1)
    return (ctypes.c_void_p * count)(*[a.ctypes.data for a in arrays]), (ctypes.c_long * count)(*strides)
