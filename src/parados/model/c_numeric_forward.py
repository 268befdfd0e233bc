"""Write the forward geometric model of a robot with numeric geometry as C: Newton's method on x and the unknowns together.

The closures give the unknowns to first order, du = step + T dx with the tangent T = -J_u^-1 J_x. The positions of the actuated
joints are among the unknowns, so that T_a dx = q - u_a - step_a determines dx. Each step is bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca

from parados.geometry.numeric import CLOSED, LONGEST_STEP
from parados.graph.c_least_squares import least_squares_source
from parados.graph.c_source import named_source
from parados.model.c_forward import ITERATIONS, LOOSE, SINGULAR, advance_source, difference_source
from parados.model.c_newton import SMALL, NewtonText
from parados.model.closure_functions import closure_inputs, factorised_closures
from parados.model.graphs import Graphs

__all__ = ["NumericForwardText", "closure_tangent"]

_SOLVE = """
static {name}_status {name}_forward(const double q[{n_a}], {parameters}double x[{n_x}], double u[{n_u}],
                                    double first[{n_v}], double *sense)
{{
  static const int actuated[{n_a}] = {{{actuated}}};
  const double goal = {name}_goal(q);
  double step[{n_u}], residual[{n_r}], tangent[{n_t}], own[{n_a}], r[{n_a}], A[{n_j}], dx[{n_v}], moved[{n_x}];
  int k, i, j;
  *sense = 0.0;
  for (j = 0; j < {n_v}; ++j) first[j] = 0.0;
  for (k = 0; k < {iterations}; ++k) {{
    double worst = 0.0, size, part = 1.0;
    int closed;
    {name}_closure_tangent(x, {given}u, step, residual, tangent);
    if (!{name}_all_finite({n_r}, residual)) return {name}_NOT_CLOSED;
    for (j = 0; j < {n_r}; ++j) if (fabs(residual[j]) > worst) worst = fabs(residual[j]);
    for (i = 0; i < {n_a}; ++i) own[i] = u[actuated[i]];
    size = {name}_difference(q, own, r);
    closed = worst < {exact!r} && size <= goal;
    if (!{name}_all_finite({n_u}, step) || !{name}_all_finite({n_t}, tangent)) {{
      *sense = 0.0;
      return closed ? {name}_OK : {name}_SINGULAR;
    }}
    for (i = 0; i < {n_a}; ++i) {{
      r[i] -= step[actuated[i]];
      for (j = 0; j < {n_v}; ++j) A[i * {n_v} + j] = tangent[actuated[i] * {n_v} + j];
    }}
    if (!{name}_least_squares(A, r, dx, sense)) {{
      *sense = 0.0;
      return closed ? {name}_OK : {name}_SINGULAR;
    }}
    for (j = 0; j < {n_v} && k == 0; ++j) first[j] = dx[j];
    for (i = 0; i < {n_u}; ++i) for (j = 0; j < {n_v}; ++j) step[i] += tangent[i * {n_v} + j] * dx[j];
    size = {name}_motion(step);
    for (j = 0; j < {n_v}; ++j) if (fabs(dx[j]) > size) size = fabs(dx[j]);
    if (!{name}_all_finite({n_v}, dx) || !{name}_all_finite({n_u}, step)) return {name}_NOT_CLOSED;
    if (size > {longest!r}) part = {longest!r} / size;
    {name}_advance(x, part, dx, moved);
    for (j = 0; j < {n_x}; ++j) x[j] = moved[j];
    for (j = 0; j < {n_u}; ++j) u[j] += part * step[j];
    if (closed || size < {small!r}) break;
  }}
  for (i = 0; i < {n_a}; ++i) own[i] = u[actuated[i]];
  return {name}_difference(q, own, r) <= {loose!r} * goal && {name}_is_closed(x, {given}u) ? {name}_OK : {name}_NOT_CLOSED;
}}
"""


def closure_tangent(graphs: Graphs) -> ca.Function:
    """Build the function from (x, live parameters, unknowns) to Newton's step, the residual of all closures, and the tangent.

    The tangent (n_u, n) holds the rates of the unknowns for the rates of x, which are a twist if x contains a quaternion.
    """
    inputs, xd = closure_inputs(graphs.survey.geometry), graphs.symbols["xd"]
    system, chosen, rows = factorised_closures(graphs)
    by_x = ca.jacobian(rows[chosen], graphs.symbols["x"]) @ ca.jacobian(graphs.rates_of_x(), xd)
    tangent = ca.horzcat(*[system.solve(-by_x[:, k]) for k in range(xd.numel())])
    outputs = ca.cse([ca.densify(part) for part in (system.solve(-rows[chosen]), rows, tangent)])
    return ca.Function("closure_tangent", list(inputs.values()), outputs, list(inputs), ["step", "residual", "tangent"])


@dataclass(frozen=True)
class NumericForwardText:
    """Writer of the static C function NAME_forward of a robot with numeric geometry.

    core : writer of the functions that close the loops, which come before this text
    tangent : builder of `closure_tangent`
    """

    core: NewtonText
    tangent: Callable[[], ca.Function]

    def source(self) -> str:
        """Write NAME_forward and the functions that it calls, without those of `core`."""
        name, mechanism, sizes = self.core.name, self.core.graphs.mechanism, self.core.sizes
        n_a, n_v, n_u = len(mechanism.actuated), mechanism.n_dof, sizes["n_u"]
        solve = _SOLVE.format(
            name=name,
            **{key: sizes[key] for key in ("n_x", "n_u", "n_r")},
            n_a=n_a,
            n_v=n_v,
            n_j=n_a * n_v,
            n_t=n_u * n_v,
            parameters=self.core.parameters,
            given="parameters, " if self.core.n_live else "",
            actuated=", ".join(str(k) for k in mechanism.actuated),
            exact=CLOSED,
            longest=LONGEST_STEP,
            small=SMALL,
            loose=LOOSE,
            iterations=ITERATIONS,
        )
        parts = [
            "static " + named_source(self.tangent(), f"{name}_closure_tangent"),
            least_squares_source(f"{name}_least_squares", n_a, n_v, SINGULAR),
            advance_source(name, mechanism),
            difference_source(name, self.core.graphs.actuator_periods),
            solve,
        ]
        return "\n".join(parts)
