"""Evaluate a graph of analytic operations at many complex states, with compiled C or, without a compiler, with NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import CompilerError
from parados.graph.c_source import statements
from parados.graph.compiled_library import Function, compiled_function
from parados.graph.operations import OPERATIONS
from parados.graph.tape import Place, Tape
from parados.storage.folder import warn_once

__all__ = ["ANALYTIC", "ComplexRows"]

Complex = NDArray[np.complex128]

ANALYTIC: dict[int, Callable[..., Any]] = {
    ca.OP_ADD: np.add, ca.OP_SUB: np.subtract, ca.OP_NEG: np.negative, ca.OP_MUL: np.multiply, ca.OP_SQ: np.square,
    ca.OP_TWICE: lambda a: 2 * a, ca.OP_DIV: np.divide, ca.OP_INV: np.reciprocal, ca.OP_SQRT: np.sqrt, ca.OP_SIN: np.sin,
    ca.OP_COS: np.cos,
}  # fmt: skip
"""Operations that have one meaning for complex numbers."""

HEAD = """#include <complex.h>
#include <tgmath.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2", "cx-limited-range")
#else
#pragma STDC CX_LIMITED_RANGE ON
#endif
typedef double complex C;
struct arguments { long long count; const C *in; C *out; };

"""


class ComplexRows:
    """A graph with one input (n, 1) and several outputs.

    more : C text with other functions that call `static void evaluate(const C *in, C *out)`, which evaluates one state
    """

    def __init__(self, given: ca.SX, outputs: Sequence[ca.SX], more: str = "") -> None:
        self.tape = Tape.of([given], [ca.densify(ca.vertcat(*[ca.vec(part.T) for part in outputs]))])
        unknown = {one.op for one in self.tape.instructions} - set(ANALYTIC) - {ca.OP_CONST, ca.OP_INPUT, ca.OP_OUTPUT}
        assert not unknown, f"operations {unknown} of CasADi are not analytic"
        self.shapes = [part.shape for part in outputs]
        self.source = self._source() + more
        self._function = self.compiled("complex_rows")

    def compiled(self, name: str) -> Function | None:
        """Return a function of the C text by its name, or None without a C compiler."""
        try:
            return compiled_function(self.source, name)
        except CompilerError as error:
            warn_once(f"closure equations are evaluated with NumPy, about ten times slower: {error}")
            return None

    def _source(self) -> str:
        """Write the C function for many states; `tgmath.h` chooses the complex sine, cosine and root."""

        def operation(k: int, op: int, *operands: str) -> tuple[list[str], str]:
            return [f"const C a{k} = {OPERATIONS[op].c.format(*operands)};"], f"a{k}"

        n, m = self.tape.function.numel_in(0), self.tape.function.numel_out(0)
        body = "\n".join(f"    {line}" for line in statements(self.tape, "({})", operation, ["in"], ["out"]))
        return (
            f"{HEAD}static void evaluate(const C *in, C *out)\n{{\n    (void)in;\n{body}\n}}\n\n"
            "long complex_rows(const void *given)\n{\n    const struct arguments *own = given;\n"
            "    for (long long row = 0; row < own->count; row++)\n"
            f"        evaluate(own->in + {n} * row, own->out + {m} * row);\n    return 0;\n}}\n\n"
        )

    def __call__(self, given: Complex) -> list[Complex]:
        """Evaluate the outputs, each (N, rows, columns), at states (N, n)."""
        out = np.zeros((len(given), self.tape.function.numel_out(0)), dtype=complex)
        if self._function is None:
            self._replayed(given, out)
        else:
            rows = np.ascontiguousarray(given, dtype=complex)
            arguments = np.array([len(rows), rows.ctypes.data, out.ctypes.data], dtype=np.int64)
            self._function(arguments.ctypes.data)
        ends = np.cumsum([a * b for a, b in self.shapes])[:-1]
        return [part.reshape(len(given), *shape) for part, shape in zip(np.split(out, ends, axis=1), self.shapes, strict=True)]

    def _replayed(self, given: Complex, out: Complex) -> None:
        def output(place: Place, value: Any) -> None:
            out[:, place[1]] = value

        self.tape.replay(complex, lambda place: given[:, place[1]], lambda _, op, *a: ANALYTIC[op](*a), output)
