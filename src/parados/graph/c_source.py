"""Write C99 source code from the instructions of a graph.

The function `void NAME(const double *const *in, double *const *out)` evaluates one state; inputs and outputs are dense,
and matrices are stored by rows. Each intermediate value is a `const double`, so that the compiler sees single assignments
and no memory is allocated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import casadi as ca

from parados.errors import CompilerError
from parados.graph.operations import COUNTED, NOT_OPERATIONS, OPERATIONS
from parados.graph.tape import Place, Tape

__all__ = ["function_source", "named_source", "operations", "prototype", "statements"]


def operations(f: ca.Function) -> dict[str, int]:
    """Count the operations for one state: + - * / sqrt, and `other` (trigonometric functions, signs)."""
    counts = dict.fromkeys(COUNTED, 0)
    for instruction in Tape(f).instructions:
        if instruction.op not in NOT_OPERATIONS:
            counts[OPERATIONS[instruction.op].counted] += 1
    return counts


Writing = Callable[..., tuple[list[str], str]]
"""Function from the index of an instruction, its operation and its operands to lines of C and the name of the value."""


def statements(tape: Tape, constant: str, operation: Writing, inputs: Sequence[str], outputs: Sequence[str]) -> list[str]:
    """Write the lines of C for the operations and outputs of a graph; matrices are stored by rows.

    constant : C text of a number, with {} for its digits;  inputs, outputs : C names of the arrays
    """
    lines: list[str] = []
    f = tape.function
    columns, rows = [f.size2_out(k) for k in range(f.n_out())], [f.size1_out(k) for k in range(f.n_out())]

    def write(k: int, op: int, *operands: str) -> str:
        if op not in OPERATIONS:
            raise CompilerError(f"parados cannot write operation {op} of CasADi in C; use backend='vm'")
        written, value = operation(k, op, *operands)
        lines.extend(written)
        return value

    def output(place: Place, value: str) -> None:
        index, entry = place
        row, column = entry % rows[index], entry // rows[index]
        lines.append(f"{outputs[index]}[{row * columns[index] + column}] = {value};")

    tape.replay(lambda number: constant.format(repr(number)), lambda place: f"{inputs[place[0]]}[{place[1]}]", write, output)
    return lines


def _statements(f: ca.Function, inputs: Sequence[str], outputs: Sequence[str]) -> list[str]:
    """Write the lines of C of a graph, for one state."""

    def operation(k: int, op: int, *operands: str) -> tuple[list[str], str]:
        return [f"const double a{k} = {OPERATIONS[op].c.format(*operands)};"], f"a{k}"

    return statements(Tape(f), "({})", operation, inputs, outputs)


def function_source(f: ca.Function, name: str, static: bool = False) -> str:
    """Write the C function of a graph with dense outputs; its arguments are arrays of arrays."""
    inputs = [f"in[{k}]" for k in range(f.n_in())]
    outputs = [f"out[{k}]" for k in range(f.n_out())]
    body = "\n".join(f"  {s}" for s in _statements(f, inputs, outputs))
    unused = "  (void)in;\n" if "in[" not in body else ""
    head = "static " if static else ""
    return f"{head}void {name}(const double *const *in, double *const *out)\n{{\n{unused}{body}\n}}\n"


def prototype(
    f: ca.Function, name: str, returns: str = "void", without: Sequence[str] = (), first: Sequence[str] = ()
) -> str:
    """Write the C declaration of a graph on named arrays, without empty outputs and the arrays named in `without`.

    first : declarations of other arguments, before the arrays
    """
    kept_in = [k for k in range(f.n_in()) if f.name_in(k) not in without]
    inputs = [*first, *(f"const double {f.name_in(k)}[{f.numel_in(k)}]" for k in kept_in)]
    kept = [k for k in range(f.n_out()) if f.numel_out(k) and f.name_out(k) not in without]
    outputs = [f"double {f.name_out(k)}[{f.numel_out(k)}]" for k in kept]
    return f"{returns} {name}({', '.join([*inputs, *outputs])})"


def named_source(f: ca.Function, name: str) -> str:
    """Write the C function of a graph with dense outputs; its arguments are named arrays."""
    inputs = [f.name_in(k) for k in range(f.n_in())]
    body = "\n".join(f"  {s}" for s in _statements(f, inputs, [f.name_out(k) for k in range(f.n_out())]))
    unused = "".join(f"  (void){i};\n" for i in inputs if not re.search(rf"\b{i}\[", body))
    return f"{prototype(f, name)}\n{{\n{unused}{body}\n}}\n"
