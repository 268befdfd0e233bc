"""Call a compiled C function that runs over the rows of its arrays, without Python's global lock.

Unlike a `Kernel`, it is more than a graph: it may iterate, and along a motion a row may start from the result of the row before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from parados.graph.compiled_library import compiled_function
from parados.graph.one_row import OneRow
from parados.graph.rows_call import RowsCall, run_rows_in_threads

__all__ = ["RowLibrary"]

Array = NDArray[np.float64]


class RowLibrary:
    """A compiled function `long NAME(const rows *)` from named arrays to named arrays.

    inputs, outputs : name -> number of entries of one row, in the order of the C function
    Raises CompilerError if the source cannot be compiled.
    """

    def __init__(self, source: str, name: str, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> None:
        self.inputs, self.outputs = dict(inputs), dict(outputs)
        self.function = compiled_function(source, name)
        self._one = OneRow(self.function, self.inputs.values(), [(size,) for size in self.outputs.values()])

    def __call__(self, count: int, inputs: Mapping[str, Array], threads: int = 1) -> dict[str, Array]:
        """Run over `count` rows; each input is (count, n) or (n,) repeated, each output (count, n).

        threads : number of threads for large stacks; 1 if a row needs the row before
        """
        arrays = [np.ascontiguousarray(inputs[name], dtype=float) for name in self.inputs]
        results = {name: np.empty((count, size)) for name, size in self.outputs.items()}
        if count:
            run_rows_in_threads(self.function, RowsCall(count, arrays, list(results.values())), threads)
        return results

    def one(self, inputs: Sequence[Array | float]) -> list[Array]:
        """Return new arrays with the outputs (n,) of one row; inputs (n,) in the order of the function."""
        return self._one(inputs)
