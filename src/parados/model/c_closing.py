"""C that closes the loops of a robot whose inverse geometry is numeric: Newton's method from nearby unknowns.

It refuses what `NumericInverse` refuses: loops that stay open, closures closed with their frames turned over, and unknowns so far
from the given ones that they belong to another configuration.
"""

from __future__ import annotations

import casadi as ca

from parados.geometry.numeric import CLOSED
from parados.model.emit import named_source
from parados.model.graphs import Graphs

__all__ = ["closing_source", "fixed_declarations"]

_IS_CLOSED = """
static int {name}_is_closed(const double x[{n_x}], const double unknowns[{n_u}])
{{
  double residual[{n_r}]{aligned};
  int k;
  {name}_closure_check(x, unknowns, residual{passed});
  for (k = 0; k < {n_r}; ++k) if (!(fabs(residual[k]) < {closed!r})) return 0;
  {turned}return 1;
}}
"""

_CLOSE = """
{name}_status {name}_close(const double x[{n_x}], double unknowns[{n_u}])
{{
  double u[{n_u}], step[{n_u}], residual[{n_r}];
  int k, j;
  {checks}
  for (j = 0; j < {n_u}; ++j) u[j] = unknowns[j];
  for (k = 0; k < 50; ++k) {{
    double worst = 0.0, size = 0.0;
    {name}_closure_step(x, u, step, residual);
    if (!{name}_all_finite({n_r}, residual)) return {name}_NOT_CLOSED;
    for (j = 0; j < {n_r}; ++j) worst = fmax(worst, fabs(residual[j]));
    if (worst < {exact!r}) break;
    if (!{name}_all_finite({n_u}, step)) return {name}_SINGULAR;
    for (j = 0; j < {n_u}; ++j) size = fmax(size, fabs(step[j]));
    for (j = 0; j < {n_u}; ++j) u[j] += step[j] * (size > 0.3 ? 0.3 / size : 1.0);
  }}
  if (!{name}_is_closed(x, u)) return {name}_NOT_CLOSED;
  for (j = 0; j < {n_u}; ++j) if (!(fabs(u[j] - unknowns[j]) < 1.0)) return {name}_NOT_CLOSED;
  for (j = 0; j < {n_u}; ++j) unknowns[j] = u[j];
  return {name}_OK;
}}
"""


def fixed_declarations(name: str, n_x: int, n_u: int) -> list[str]:
    """What the header declares beside the quantities."""
    return [
        f"extern const double {name}_home[{n_x}];",
        f"extern const double {name}_home_unknowns[{n_u}];",
        "/* Close the loops at x from nearby unknowns, less than 1 rad or 1 m away; where that fails they stay as they were. */",
        f"{name}_status {name}_close(const double x[{n_x}], double unknowns[{n_u}]);",
    ]


def closing_source(name: str, graphs: Graphs, checks: list[tuple[str, str]]) -> str:
    """NAME_is_closed and NAME_close; `checks` are conditions in C on x and unknowns, and the status of each."""
    step, check = graphs.closure_step(), _closure_check(graphs)
    n_x, n_u, n_r, n_a = step.numel_in(0), step.numel_in(1), step.numel_out(1), check.numel_out(1)
    is_closed = _IS_CLOSED.format(
        name=name,
        n_x=n_x,
        n_u=n_u,
        n_r=n_r,
        closed=10 * CLOSED,
        aligned=f", alignment[{n_a}]" if n_a else "",
        passed=", alignment" if n_a else "",
        turned=f"for (k = 0; k < {n_a}; ++k) if (!(alignment[k] > 0.5)) return 0;\n  " if n_a else "",
    )
    refusals = "\n  ".join(f"if ({condition}) return {name}_{status};" for condition, status in checks)
    close = _CLOSE.format(name=name, n_x=n_x, n_u=n_u, n_r=n_r, checks=refusals, exact=CLOSED)
    parts = [named_source(check, f"{name}_closure_check"), is_closed, named_source(step, f"{name}_closure_step")]
    return f"static {parts[0]}{parts[1]}\nstatic {parts[2]}{close}"


def _closure_check(graphs: Graphs) -> ca.Function:
    """(x, unknowns) -> residual of all closures, and the cosines that are positive where none is turned over."""
    geometry = graphs.survey.geometry
    outputs = ca.cse([ca.densify(geometry.residual()), ca.densify(geometry.alignment())])
    return ca.Function("closure_check", [geometry.x, geometry.unknowns], outputs, ["x", "unknowns"], ["residual", "alignment"])
