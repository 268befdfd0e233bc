"""Evaluate a named graph: as compiled C if there is a compiler, otherwise on CasADi's virtual machine.

Inputs and outputs have names. A call takes arrays of one state or of a stack of N states; inputs with one row are repeated
for the whole stack.
"""

from __future__ import annotations

import ctypes
import threading
import warnings
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import CompilerError
from parados.graph.c_source import batch_source, function_source, operations
from parados.graph.compiled_library import Function, compiled_function
from parados.graph.compiler import compiler

__all__ = ["Kernel"]

Array = NDArray[np.float64]

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
        self._buffers = threading.local()
        self.inputs = tuple(graph.name_in(k) for k in range(graph.n_in()))
        self.outputs = tuple(graph.name_out(k) for k in range(graph.n_out()))
        #: shape of each output of one state
        self.shapes = tuple((int(rows), int(cols)) for rows, cols in (graph.size_out(k) for k in range(graph.n_out())))

    def __repr__(self) -> str:
        return f"Kernel({self.name}({', '.join(self.inputs)}) -> {', '.join(self.outputs)}, {self.backend})"

    @cached_property
    def operations(self) -> dict[str, int]:
        """Numbers of + - * / sqrt and other operations for one state, and their `total`."""
        counts = operations(self.graph)
        return {**counts, "total": sum(counts.values())}

    def c_source(self) -> str:
        """Write the C99 function of one state, `void NAME(const double *const *in, double *const *out)`."""
        return "#include <math.h>\n\n" + function_source(self.graph, self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the graph only; the kernel is compiled again, or found in the cache, when it is loaded."""
        return _from_text, (self.graph.serialize(), self.requested)

    @cached_property
    def _library(self) -> Function | None:
        """The compiled function; None if the virtual machine is used."""
        if self.backend == "vm":
            return None
        try:
            return compiled_function(batch_source(self.graph, self.name), self.name)
        except CompilerError as error:
            if self.requested != "auto":
                raise
            _tell_slow(str(error))
            self.backend = "vm"
            return None

    def __call__(self, count: int, inputs: Mapping[str, Array], outputs: Mapping[str, Array] | None = None) -> dict[str, Array]:
        """Evaluate `count` states.

        inputs : name -> (count, n) or (n,) repeated; C-contiguous float64
        outputs : arrays to fill, (count, *shape); new arrays are made for missing names
        """
        results = {
            name: outputs[name] if outputs and name in outputs else np.empty((count, *shape))
            for name, shape in zip(self.outputs, self.shapes, strict=True)
        }
        arrays = [np.ascontiguousarray(inputs[name], dtype=float) for name in self.inputs]
        if count == 0:
            return results
        if self._library is None:
            self._run_vm(count, arrays, results)
        else:
            self._run_c(self._library, count, arrays, results)
        return results

    def one(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """Evaluate one state, inputs (n,) or (1, n).

        The buffers are kept between calls, because setting them up takes longer than the evaluation.
        """
        library = self._library
        if library is None:
            return self(1, inputs)
        held = self._buffers
        if not hasattr(held, "inputs"):
            sizes = [self.graph.numel_in(k) for k in range(self.graph.n_in())]
            held.inputs = [np.empty(n) for n in sizes]
            held.outputs = [np.empty((1, *shape)) for shape in self.shapes]
            held.arguments = _pointers(held.inputs, [0] * len(sizes), held.outputs, [0] * len(self.shapes))
        for name, buffer in zip(self.inputs, held.inputs, strict=True):
            buffer[:] = inputs[name] if inputs[name].ndim == 1 else inputs[name][0]
        library(1, *held.arguments)
        return {name: buffer.copy() for name, buffer in zip(self.outputs, held.outputs, strict=True)}

    def _run_c(self, library: Function, count: int, arrays: list[Array], results: dict[str, Array]) -> None:
        strides = [a.shape[1] if a.ndim == 2 else 0 for a in arrays]
        library(count, *_pointers(arrays, strides, list(results.values()), [rows * cols for rows, cols in self.shapes]))

    def _run_vm(self, count: int, arrays: list[Array], results: dict[str, Array]) -> None:
        columns = [ca.DM(np.atleast_2d(a).T) if a.ndim == 2 else ca.repmat(ca.DM(a), 1, count) for a in arrays]
        answer = self.graph(*columns)
        parts = answer if isinstance(answer, tuple) else (answer,)
        for result, part in zip(results.values(), parts, strict=True):
            cols = part.shape[1] // count
            stacked = np.asarray(part.full()).reshape(part.shape[0], count, cols)
            result[...] = stacked.transpose(1, 0, 2).reshape(result.shape)


def _pointers(inputs: list[Array], in_strides: list[int], outputs: list[Array], out_strides: list[int]) -> tuple[Any, ...]:
    """Build the four array arguments of a batch function: addresses and strides of inputs and outputs."""
    arguments: list[Any] = []
    for arrays, strides in ((inputs, in_strides), (outputs, out_strides)):
        count = max(len(arrays), 1)
        arguments.append((ctypes.c_void_p * count)(*[a.ctypes.data for a in arrays]))
        arguments.append((ctypes.c_long * count)(*strides))
    return tuple(arguments)


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
