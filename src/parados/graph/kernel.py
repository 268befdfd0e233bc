"""Evaluate a named graph: as compiled C if there is a compiler, otherwise on CasADi's virtual machine.

Inputs and outputs have names. A call takes arrays of one state or of a stack of N states; inputs with one row are repeated
for the whole stack.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import CompilerError
from parados.graph.c_source import function_source, operations
from parados.graph.compiled_library import Function, compiled_function, compiler
from parados.graph.lane_source import lane_source, lane_width
from parados.graph.one_row import OneRow
from parados.graph.rows_call import RowsCall, run_rows_in_threads
from parados.graph.virtual_machine import run_rows

__all__ = ["Kernel"]

Array = NDArray[np.float64]

LARGE = 5000
"""Number of instructions above which a graph is compiled with -O1: that takes two thirds of the time, and the code is as fast."""

_warned = False


class Kernel:
    """A graph and the back end that evaluates it.

    Parameters
    ----------
    graph : named inputs (columns) and dense named outputs
    backend : "c" (compiled), "vm" (CasADi's virtual machine) or "auto"
    """

    def __init__(self, graph: ca.Function, backend: str = "auto") -> None:
        self.graph = graph
        self.name = graph.name()
        self.requested = backend
        self.backend = _choose(backend)
        self.inputs = tuple(graph.name_in(k) for k in range(graph.n_in()))
        self.outputs = tuple(graph.name_out(k) for k in range(graph.n_out()))
        #: shape of each output of one state
        self.shapes = tuple((int(rows), int(cols)) for rows, cols in (graph.size_out(k) for k in range(graph.n_out())))

    def __repr__(self) -> str:
        return f"Kernel({self.name}({', '.join(self.inputs)}) -> {', '.join(self.outputs)}, {self.backend})"

    @property
    def operations(self) -> dict[str, int]:
        """Numbers of + - * / sqrt and other operations for one state, and their `total`."""
        return {**self._counts, "total": sum(self._counts.values())}

    @cached_property
    def _counts(self) -> dict[str, int]:
        return operations(self.graph)

    def c_source(self) -> str:
        """Write the C99 function of one state, `void NAME(const double *const *in, double *const *out)`."""
        return "#include <math.h>\n\n" + function_source(self.graph, self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the graph only; the kernel is compiled again, or found in the cache, when it is loaded."""
        return _from_text, (self.graph.serialize(), self.requested)

    @cached_property
    def compiled(self) -> Function | None:
        """The compiled function of a `RowsCall`; None if the virtual machine is used."""
        return self._compiled()

    def prepare(self) -> None:
        """Compile now rather than at the first call. Kernels may be prepared in several threads at the same time.

        The property `compiled` alone would not do: in Python 3.11 all objects share the lock of a cached property.
        """
        if "compiled" not in vars(self):
            vars(self)["compiled"] = self._compiled()

    def _compiled(self) -> Function | None:
        if self.backend == "vm":
            return None
        width = lane_width()
        flags = (*width.flags, "-O1") if self.graph.n_instructions() > LARGE else width.flags
        try:
            return compiled_function(lane_source(self.graph, self.name, width.lanes), self.name, flags)
        except CompilerError as error:
            if self.requested != "auto":
                raise
            _tell_slow(str(error))
            self.backend = "vm"
            return None

    def __call__(self, count: int, inputs: Mapping[str, Array], outputs: Mapping[str, Array] | None = None) -> dict[str, Array]:
        """Evaluate `count` states, without checks of the results.

        inputs : name -> (count, n) or (n,) repeated; C-contiguous float64
        outputs : arrays to fill, (count, *shape); new arrays are made for missing names
        """
        results = {
            name: outputs[name] if outputs and name in outputs else np.empty((count, *shape))
            for name, shape in zip(self.outputs, self.shapes, strict=True)
        }
        arrays = self._arrays(inputs)
        if count == 0:
            return results
        if self.compiled is None:
            for result, found in zip(results.values(), run_rows(self.graph, arrays, count), strict=True):
                result[...] = found
        else:
            self._run_c(self.compiled, RowsCall(count, arrays, list(results.values())), 1)
        return results

    def checked(
        self, count: int, inputs: Mapping[str, Array], smallest: Array, threads: int = 1, largest: float = np.inf,
        kept: Sequence[str] | None = None,
    ) -> tuple[dict[str, Array], NDArray[np.bool_]]:  # fmt: skip
        """Evaluate `count` states of a graph whose last output holds its pivots, and check the results.

        smallest : (n_pivots,) sizes below which a pivot is too small
        largest : size above which a compiled kernel rejects an input
        kept : names of the outputs to return; all but the pivots by default

        Returns the outputs, (count, *shape) each, and (count,) True for the states that fail: an output is not
        finite, a pivot is too small, or an input is too large.
        """
        shapes = dict(zip(self.outputs[:-1], self.shapes, strict=False))
        wanted = shapes if kept is None else kept
        if self.compiled is None:
            results = self(count, inputs)
            large = (np.abs(results.pop(self.outputs[-1])[:, :, 0]) >= smallest).all(axis=1)
            finite = [np.isfinite(result).all(axis=(1, 2)) for result in results.values()]
            return {name: results[name] for name in wanted}, np.asarray(~np.logical_and.reduce([large, *finite]))
        results = {name: np.empty((count, *shapes[name])) for name in wanted}
        failed = np.zeros(count, dtype=np.uint8)
        if count:
            outputs = [results.get(name) for name in self.outputs]
            call = RowsCall(count, self._arrays(inputs), outputs, smallest, failed, largest)
            self._run_c(self.compiled, call, threads)
        return results, failed.view(np.bool_)

    def not_finite(self, count: int, inputs: Mapping[str, Array], threads: int = 1) -> NDArray[np.bool_]:
        """(count,) True for the states at which an output of a graph without pivots is not finite; the outputs are not kept."""
        if self.compiled is None or not count:
            return self.checked(count, inputs, np.zeros(0), threads)[1]
        call = self.check_call(count, self._arrays(inputs))
        self._run_c(self.compiled, call, threads)
        assert call.failed is not None
        return call.failed.view(np.bool_)

    def check_call(self, count: int, arrays: Sequence[Array], largest: float = np.inf) -> RowsCall:
        """Return a call of the compiled function that only tells which states have outputs that are finite."""
        return RowsCall(count, arrays, [None] * len(self.outputs), np.zeros(1), np.zeros(count, dtype=np.uint8), largest)

    def one(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """Evaluate one state, inputs (n,) or (1, n), without checks of the results; each output has the shape (1, *shape)."""
        if self._one is None:
            return self(1, inputs)
        arrays = [inputs[name] for name in self.inputs]
        found = self._one([array if array.ndim == 1 else array[0] for array in arrays])
        return dict(zip(self.outputs, found, strict=True))

    @cached_property
    def _one(self) -> OneRow | None:
        """The compiled function with kept buffers of one state; None if the virtual machine is used."""
        if self.compiled is None:
            return None
        sizes = [self.graph.numel_in(name) for name in self.inputs]
        return OneRow(self.compiled, sizes, [(1, *shape) for shape in self.shapes])

    def _arrays(self, inputs: Mapping[str, Array]) -> list[Array]:
        return [np.ascontiguousarray(inputs[name], dtype=float) for name in self.inputs]

    def _run_c(self, compiled: Function, call: RowsCall, threads: int) -> None:
        if run_rows_in_threads(compiled, call, threads) < 0:
            raise MemoryError(f"{self.name}: no memory is left for the inputs and outputs of a few states")


def _from_text(graph: str, backend: str) -> Kernel:
    return Kernel(ca.Function.deserialize(graph), backend)


def _choose(backend: str) -> str:
    if backend != "auto":
        return backend
    if compiler() is not None:
        return "c"
    _tell_slow("no C compiler was found")
    return "vm"


def _tell_slow(reason: str) -> None:
    """Warn once that the slower virtual machine is used."""
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(f"{reason}: models run on the CasADi virtual machine, about ten times slower", stacklevel=4)
