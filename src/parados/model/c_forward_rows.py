"""Write the C function that solves the forward geometry of every row of a stack, as a compiled model runs it.

Each row starts from its guess. Along a motion it starts from the row before, and its pose must be near the prediction of Newton's
first step: otherwise the motion has passed a Type 2 singularity, where assembly modes meet, or its rows are too far apart.

`sense` has the sign of det J, which tells poses behind a Type 2 singularity, and the size of the smallest pivot over the largest
one; it is 0 if it is not known.

The arguments of a single row are checked in C, because checks in Python would take longer than the solution.
"""

from __future__ import annotations

from parados.arguments import LARGEST
from parados.graph.lane_source import ROWS
from parados.model.c_forward import ForwardText
from parados.model.c_newton import NewtonText
from parados.model.c_numeric_forward import NumericForwardText
from parados.model.c_pieces import CHECKS
from parados.model.status_codes import status_type
from parados.topology.mechanism import Mechanism

__all__ = ["ASTRAY", "FORWARD_ROWS", "SAME_POSE", "closed_form_rows", "numeric_rows"]

FORWARD_ROWS = "forward_rows"
"""Name of the C function."""

ASTRAY = 0.5
"""Largest distance between the end of a step along a motion and the prediction by the Jacobian, over the step's length."""

SAME_POSE = 1e-9
"""Distance between two poses [m, rad] that counts as round-off."""

_ROWS = """
static int {name}_astray(const double start[{n_x}], const double first[{n_v}], const double x[{n_x}])
{{
  double ahead[{n_x}], off = 0.0, length = 0.0;
  int j;
  {name}_advance(start, 1.0, first, ahead);
  for (j = 0; j < {n_x}; ++j) {{
    off += (x[j] - ahead[j]) * (x[j] - ahead[j]);
    length += (ahead[j] - start[j]) * (ahead[j] - start[j]);
  }}
  return !(sqrt(off) <= {astray!r} * sqrt(length) + {same!r});
}}

static int {name}_within(int n, const double *values)
{{
  int k;
  for (k = 0; k < n; ++k) if (!(fabs(values[k]) <= {largest!r})) return 0;
  return 1;
}}

/* in: {ins}; out: {outs} */
long {rows}(const rows *call)
{{
  const double *const *in = call->in;
  const long *in_step = call->in_step, *out_step = call->out_step;
  double *const *out = call->out;
  const int motion = in[{last}][0] != 0.0;
  double first[{n_v}], start[{n_x}];
  long k, failures = 0;
  int j, lost = 0;
{shared}  for (k = 0; k < call->n; ++k) {{
    double *x = out[0] + k * out_step[0];{unknowns}
    const double *given = motion && k > 0 ? x - out_step[0] : in[1] + k * in_step[1];
    {name}_status status = {name}_NOT_CLOSED;
    double sense = 0.0;
    for (j = 0; j < {n_x}; ++j) x[j] = start[j] = given[j];{begin}
    if (call->n == 1 && !({name}_within({n_a}, in[0]) && {name}_within({n_x}, in[1]))) status = {name}_NOT_FINITE;
    else if (!lost) status = {solve};
    if (motion && k > 0 && status == {name}_OK && {name}_astray(start, first, x)) status = {name}_NOT_CLOSED;
    if (motion) lost = lost || status != {name}_OK;
    out[{status}][k * out_step[{status}]] = (double)status;
    out[{status} + 1][k * out_step[{status} + 1]] = sense;
    failures += status != {name}_OK;
  }}
  return failures;
}}
"""

_SHARED = """  double reached[{n_a}], aside[{n_a}], J[{n_j}], turning = 1.0;
  const int common = !motion && call->n > 1 && {fixed};  /* one guess for all rows: its slopes are computed once */
  const int place = common ? {name}_at(in[1], {inputs}reached, aside, J, &turning) : 0;
"""


def _rows(name: str, mechanism: Mechanism, ins: list[str], outs: list[str], solve: str, **pieces: str) -> str:
    return _ROWS.format(
        name=name,
        rows=FORWARD_ROWS,
        n_x=mechanism.n_x,
        n_v=mechanism.n_dof,
        n_a=len(mechanism.actuated),
        largest=LARGEST,
        astray=ASTRAY,
        same=SAME_POSE,
        ins=", ".join(ins),
        outs=", ".join(outs),
        last=len(ins) - 1,
        solve=solve.format(name=name),
        **{"unknowns": "", "begin": "", "shared": "", **pieces},
        status=len(outs) - 2,
    )


def _opening(name: str) -> list[str]:
    return ["#include <math.h>\n", ROWS, status_type(name), CHECKS.format(name=name)]


def closed_form_rows(text: ForwardText) -> str:
    """Write the complete C file for a closed-form geometry.

    Inputs of a row: q, guess, then those of the graph besides x, motion; outputs: x, status, sense.
    """
    name, mechanism, places = text.name, text.mechanism, range(2, 2 + len(text.extra))
    n_a, n_j = len(mechanism.actuated), len(mechanism.actuated) * mechanism.n_dof
    row = "".join(f"in[{k}] + k * in_step[{k}], " for k in places)
    shared = _SHARED.format(
        name=name,
        n_a=n_a,
        n_j=n_j,
        fixed=" && ".join(f"in_step[{k}] == 0" for k in (1, *places)),
        inputs="".join(f"in[{k}], " for k in places),
    )
    q = "in[0] + k * in_step[0]"
    again = f"{{name}}_iterate({q}, {row}x, first, &sense, reached, aside, J, turning, place)"
    solve = f"common ? {again}\n             : {{name}}_forward({q}, {row}x, first, &sense)"
    rows = _rows(name, mechanism, ["q", "guess", *text.extra, "motion"], ["x", "status", "sense"], solve, shared=shared)
    return "\n".join([*_opening(name), text.source(has_large=False), rows])


def numeric_rows(core: NewtonText, text: NumericForwardText) -> str:
    """Write the complete C file for a numeric geometry.

    Inputs of a row: q, guess, unknowns at the guess, live parameters if there are any, motion.
    Outputs: x, unknowns, status, sense.
    """
    ins = ["q", "guess", "start", *(["parameters"] if core.n_live else []), "motion"]
    unknowns = "\n    double *u = out[1] + k * out_step[1];"
    unknowns += "\n    const double *near = motion && k > 0 ? u - out_step[1] : in[2] + k * in_step[2];"
    begin = f"\n    for (j = 0; j < {core.sizes['n_u']}; ++j) u[j] = near[j];"
    live = "in[3] + k * in_step[3], " if core.n_live else ""
    solve = f"{{name}}_forward(in[0] + k * in_step[0], {live}x, u, first, &sense)"
    outs = ["x", "unknowns", "status", "sense"]
    rows = _rows(core.name, core.graphs.mechanism, ins, outs, solve, unknowns=unknowns, begin=begin)
    return "\n".join([*_opening(core.name), core.source(), text.source(), rows])
