"""A named graph that runs: compiled C where there is a compiler, CasADi's virtual machine otherwise.

Inputs and outputs have names. A call takes arrays of one state or of a stack of N; inputs with one row are repeated
for the whole stack.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Mapping
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.model.compiler import compile_library, compiler, load_library
from parados.model.emit import batch_source, function_source, operations

__all__ = ["Kernel"]

Array = NDArray[np.float64]

_told = False


class Kernel:
    """One graph with its back end.

    Parameters
    ----------
    graph : named inputs (columns) and dense named outputs
    backend : "c", "vm" or "auto"
    """

    def __init__(self, graph: ca.Function, backend: str = "auto") -> None:
        self.graph = graph
        self.name = graph.name()
        self.backend = _choose(backend)
        self.inputs = tuple(graph.name_in(k) for k in range(graph.n_in()))
        self.outputs = tuple(graph.name_out(k) for k in range(graph.n_out()))
        #: shape of each output of one state
        self.shapes = tuple((int(rows), int(cols)) for rows, cols in (graph.size_out(k) for k in range(graph.n_out())))

    def __repr__(self) -> str:
        return f"Kernel({self.name}({', '.join(self.inputs)}) -> {', '.join(self.outputs)}, {self.backend})"

    @cached_property
    def operations(self) -> dict[str, int]:
        """Counts of + - * / sqrt and other operations of one state, and their `total`."""
        counts = operations(self.graph)
        return {**counts, "total": sum(counts.values())}

    def c_source(self) -> str:
        """C99 of one state, `void NAME(const double *const *in, double *const *out)`."""
        return "#include <math.h>\n\n" + function_source(self.graph, self.name)

    @cached_property
    def _library(self) -> ctypes._CFuncPtr:  # type: ignore[name-defined]
        return load_library(compile_library(batch_source(self.graph, self.name)), self.name)

    def __call__(self, count: int, inputs: Mapping[str, Array], outputs: Mapping[str, Array] | None = None) -> dict[str, Array]:
        """Evaluate `count` states.

        inputs : name -> (count, n) or (n,) repeated; C-contiguous float64
        outputs : arrays to fill, (count, *shape); made where they are missing
        """
        results = {
            name: outputs[name] if outputs and name in outputs else np.empty((count, *shape))
            for name, shape in zip(self.outputs, self.shapes, strict=True)
        }
        arrays = [np.ascontiguousarray(inputs[name], dtype=float) for name in self.inputs]
        (self._run_c if self.backend == "c" else self._run_vm)(count, arrays, results)
        return results

    def _run_c(self, count: int, arrays: list[Array], results: dict[str, Array]) -> None:
        n_in, n_out = len(arrays), len(results)
        ins = (ctypes.c_void_p * max(n_in, 1))(*[a.ctypes.data for a in arrays])
        in_stride = (ctypes.c_long * max(n_in, 1))(*[a.shape[1] if a.ndim == 2 else 0 for a in arrays])
        outs = (ctypes.c_void_p * max(n_out, 1))(*[r.ctypes.data for r in results.values()])
        out_stride = (ctypes.c_long * max(n_out, 1))(*[rows * cols for rows, cols in self.shapes])
        self._library(count, ins, in_stride, outs, out_stride)

    def _run_vm(self, count: int, arrays: list[Array], results: dict[str, Array]) -> None:
        columns = [ca.DM(np.atleast_2d(a).T) if a.ndim == 2 else ca.repmat(ca.DM(a), 1, count) for a in arrays]
        answer = self.graph(*columns)
        parts = answer if isinstance(answer, tuple) else (answer,)
        for result, part in zip(results.values(), parts, strict=True):
            cols = part.shape[1] // count
            stacked = np.asarray(part.full()).reshape(part.shape[0], count, cols)
            result[...] = stacked.transpose(1, 0, 2).reshape(result.shape)


def _choose(backend: str) -> str:
    global _told
    if backend != "auto":
        return backend
    if compiler() is not None:
        return "c"
    if not _told:
        _told = True
        warnings.warn("no C compiler was found: models run on the CasADi virtual machine, about ten times slower", stacklevel=3)
    return "vm"
