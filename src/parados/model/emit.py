"""Plain C99 from the instruction list of a graph.

One function for a state: `void NAME(const double *const *in, double *const *out)`; inputs and outputs are dense,
matrices by rows. Each intermediate is a `const double`, so that the compiler sees single assignments and nothing is
allocated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import casadi as ca

from parados.errors import CompilerError

__all__ = ["batch_source", "function_source", "named_source", "operations", "prototype"]

_FORMATS = {
    ca.OP_ADD: "{0} + {1}",
    ca.OP_SUB: "{0} - {1}",
    ca.OP_MUL: "{0} * {1}",
    ca.OP_DIV: "{0} / {1}",
    ca.OP_NEG: "-{0}",
    ca.OP_SQ: "{0} * {0}",
    ca.OP_TWICE: "2.0 * {0}",
    ca.OP_INV: "1.0 / {0}",
    ca.OP_POW: "pow({0}, {1})",
    ca.OP_CONSTPOW: "pow({0}, {1})",
    ca.OP_SQRT: "sqrt({0})",
    ca.OP_SIN: "sin({0})",
    ca.OP_COS: "cos({0})",
    ca.OP_TAN: "tan({0})",
    ca.OP_ASIN: "asin({0})",
    ca.OP_ACOS: "acos({0})",
    ca.OP_ATAN: "atan({0})",
    ca.OP_ATAN2: "atan2({0}, {1})",
    ca.OP_EXP: "exp({0})",
    ca.OP_TANH: "tanh({0})",
    ca.OP_FABS: "fabs({0})",
    ca.OP_SIGN: "(double)(({0} > 0.0) - ({0} < 0.0))",
    ca.OP_COPYSIGN: "copysign({0}, {1})",
    ca.OP_FMAX: "fmax({0}, {1})",
    ca.OP_LT: "(double)({0} < {1})",
    ca.OP_LE: "(double)({0} <= {1})",
    ca.OP_EQ: "(double)({0} == {1})",
    ca.OP_NE: "(double)({0} != {1})",
    ca.OP_NOT: "(double)({0} == 0.0)",
    ca.OP_AND: "(double)(({0} != 0.0) && ({1} != 0.0))",
    ca.OP_OR: "(double)(({0} != 0.0) || ({1} != 0.0))",
    ca.OP_IF_ELSE_ZERO: "(({0} != 0.0) ? {1} : 0.0)",
}
_NAMES = {
    ca.OP_ADD: "+",
    ca.OP_SUB: "-",
    ca.OP_NEG: "-",
    ca.OP_MUL: "*",
    ca.OP_SQ: "*",
    ca.OP_TWICE: "*",
    ca.OP_DIV: "/",
    ca.OP_INV: "/",
    ca.OP_SQRT: "sqrt",
}
_NOT_OPERATIONS = (ca.OP_INPUT, ca.OP_OUTPUT, ca.OP_CONST, ca.OP_PARAMETER)


def operations(f: ca.Function) -> dict[str, int]:
    """How many of each operation a state costs: + - * / sqrt, and `other` (trigonometric functions, signs)."""
    counts = dict.fromkeys(("+", "-", "*", "/", "sqrt", "other"), 0)
    for k in range(f.n_instructions()):
        op = f.instruction_id(k)
        if op not in _NOT_OPERATIONS:
            counts[_NAMES.get(op, "other")] += 1
    return counts


def _statements(f: ca.Function, inputs: Sequence[str], outputs: Sequence[str]) -> Iterator[str]:
    """One line an instruction; `inputs` and `outputs` are the C names of the arrays."""
    where = [""] * f.sz_w()
    shapes = [f.size_out(k) for k in range(f.n_out())]
    for k in range(f.n_instructions()):
        op, source, target = f.instruction_id(k), f.instruction_input(k), f.instruction_output(k)
        if op == ca.OP_OUTPUT:
            rows, cols = shapes[target[0]]
            row, col = target[1] % rows, target[1] // rows
            yield f"{outputs[target[0]]}[{row * cols + col}] = {where[source[0]]};"
        elif op == ca.OP_CONST:
            where[target[0]] = f"({f.instruction_constant(k)!r})"
        elif op == ca.OP_INPUT:
            where[target[0]] = f"{inputs[source[0]]}[{source[1]}]"
        elif op in _FORMATS:
            yield f"const double a{k} = {_FORMATS[op].format(*[where[i] for i in source])};"
            where[target[0]] = f"a{k}"
        else:
            raise CompilerError(f"operation {op} of CasADi has no C form here; use backend='vm'")


def function_source(f: ca.Function, name: str, static: bool = False) -> str:
    """The C function of a graph with dense outputs, on arrays of arrays."""
    inputs = [f"in[{k}]" for k in range(f.n_in())]
    outputs = [f"out[{k}]" for k in range(f.n_out())]
    body = "\n".join(f"  {s}" for s in _statements(f, inputs, outputs))
    unused = "  (void)in;\n" if "in[" not in body else ""
    head = "static " if static else ""
    return f"{head}void {name}(const double *const *in, double *const *out)\n{{\n{unused}{body}\n}}\n"


def prototype(f: ca.Function, name: str, returns: str = "void", without: Sequence[str] = ()) -> str:
    """The C declaration of a graph on named arrays, without its empty outputs and those named in `without`."""
    inputs = [f"const double {f.name_in(k)}[{f.numel_in(k)}]" for k in range(f.n_in())]
    kept = [k for k in range(f.n_out()) if f.numel_out(k) and f.name_out(k) not in without]
    outputs = [f"double {f.name_out(k)}[{f.numel_out(k)}]" for k in kept]
    return f"{returns} {name}({', '.join([*inputs, *outputs])})"


def named_source(f: ca.Function, name: str) -> str:
    """The C function of a graph with dense outputs, on named arrays."""
    inputs = [f.name_in(k) for k in range(f.n_in())]
    body = "\n".join(f"  {s}" for s in _statements(f, inputs, [f.name_out(k) for k in range(f.n_out())]))
    unused = "".join(f"  (void){i};\n" for i in inputs if f"{i}[" not in body)
    return f"{prototype(f, name)}\n{{\n{unused}{body}\n}}\n"


def batch_source(f: ca.Function, name: str) -> str:
    """A translation unit: the function and a loop over rows; a stride of 0 repeats one row."""
    n_in, n_out = f.n_in(), f.n_out()
    return (
        "#include <math.h>\n\n"
        + function_source(f, f"{name}_state", static=True)
        + f"""
void {name}(long n, const double *const *in, const long *in_stride, double *const *out, const long *out_stride)
{{
  const double *i[{max(n_in, 1)}];
  double *o[{max(n_out, 1)}];
  long k;
  int j;
  for (j = 0; j < {n_in}; ++j) i[j] = in[j];
  for (j = 0; j < {n_out}; ++j) o[j] = out[j];
  for (k = 0; k < n; ++k) {{
    {name}_state(i, o);
    for (j = 0; j < {n_in}; ++j) i[j] += in_stride[j];
    for (j = 0; j < {n_out}; ++j) o[j] += out_stride[j];
  }}
}}
"""
    )
