"""Write the C function that closes the loops of a numeric geometry at every row of a stack, as a compiled model runs it.

Each row follows a closed configuration from its pose to the wanted one: from home, or, along a motion, from the row before.
The way is straight in x and in the live parameters. It is taken in one step if Newton's method contracts on it, otherwise in
smaller ones. Thus the result is the configuration that continuation reaches, not any that Newton's method happens to find. A row
that is not reached in this way is tried with bounded steps that need not contract, as `NumericInverse.track` does. Angles are
principal values, except along a motion, where they are continuous.
"""

from __future__ import annotations

import numpy as np

from parados.geometry.contraction import FARTHEST
from parados.geometry.numeric import CAREFUL_SUBDIVISIONS, ITERATIONS, SUBDIVISIONS, periodic_unknowns
from parados.graph.lane_source import ROWS
from parados.model.c_newton import SMALL, NewtonText
from parados.model.c_pieces import CHECKS
from parados.model.status_codes import status_type

__all__ = ["FOLLOWED", "following_source"]

FOLLOWED = "closure_rows"
"""Name of the C function."""

PASSING = 1e-3
"""Size of Newton's step [rad, m] that is small enough on the way: the configurations there only lead to the last one."""

SHORTEST = 1.0 / CAREFUL_SUBDIVISIONS[-1]
"""Smallest part of the way in one careful step."""

STEPS = 128
"""Largest number of careful steps that are tried."""

_FOLLOW = """
static void {name}_between(const double from[{n_g}], const double to[{n_g}], double part, double at[{n_g}])
{{
  int j;
  for (j = 0; j < {n_g}; ++j) at[j] = part < 1.0 ? from[j] + (to[j] - from[j]) * part : to[j];
{unit}}}

static {name}_status {name}_follow(const double from[{n_g}], const double to[{n_g}], double u[{n_u}])
{{
  double at[{n_g}], tried[{n_u}], done = 0.0, part = 1.0;
  int k, j;
  for (k = 0; k < {steps}; ++k) {{
    const double next = done + part < 1.0 ? done + part : 1.0;
    {name}_status status;
    {name}_between(from, to, next, at);
    for (j = 0; j < {n_u}; ++j) tried[j] = u[j];
    status = {name}_newton(at, {live}tried, next < 1.0 ? {passing!r} : {small!r}, {most}, 1);
    if (status == {name}_OK) {{
      for (j = 0; j < {n_u}; ++j) u[j] = tried[j];
      if (next >= 1.0) return {name}_OK;
      done = next;
      part *= 2.0;
    }} else {{
      part = 0.25 * (next - done);
      if (part < {shortest!r}) return status;
    }}
  }}
  return {name}_NOT_CLOSED;
}}

static {name}_status {name}_approach(const double from[{n_g}], const double to[{n_g}], const double start[{n_u}], double u[{n_u}])
{{
  static const int subdivisions[{n_ways}] = {{{ways}}};
  double at[{n_g}], before[{n_u}], moved[{n_u}];
  {name}_status status = {name}_NOT_CLOSED;
  int way, k, j;
  for (way = 0; way < {n_ways}; ++way) {{
    for (j = 0; j < {n_u}; ++j) u[j] = start[j];
    for (k = 1; k <= subdivisions[way]; ++k) {{
      {name}_between(from, to, (double)k / subdivisions[way], at);
      for (j = 0; j < {n_u}; ++j) before[j] = u[j];
      status = {name}_newton(at, {live}u, {small!r}, {most}, 0);
      if (status == {name}_SINGULAR) return status;
      for (j = 0; j < {n_u}; ++j) moved[j] = u[j] - before[j];
      if (status != {name}_OK || !{name}_is_closed(at, {live}u) || !({name}_motion(moved) < {farthest!r})) break;
    }}
    if (k > subdivisions[way]) return {name}_OK;
  }}
  return {name}_NOT_CLOSED;
}}
"""

_UNIT = """  if (part < 1.0) {
    const double length = sqrt(at[3] * at[3] + at[4] * at[4] + at[5] * at[5] + at[6] * at[6]);
    for (j = 3; j < 7; ++j) at[j] /= length;
  }
"""

_ROWS = """
/* in: given, start_given, start, signs, motion; out: unknowns, status */
long {rows}(const rows *call)
{{
  const double *const *in = call->in;
  double *const *out = call->out;
  const int motion = in[4][0] != 0.0;
  const double *from = in[1], *start = in[2];
  long k, failures = 0;
  int j, lost = 0;
  for (k = 0; k < call->n; ++k) {{
    const double *to = in[0] + k * call->in_step[0];
    double *u = out[0] + k * call->out_step[0];
    {name}_status status = {name}_NOT_CLOSED;
    if (!lost) {{
      for (j = 0; j < {n_u}; ++j) u[j] = start[j];
      status = {name}_follow(from, to, u);
      if (status != {name}_OK) status = {name}_approach(from, to, start, u);
      if (status == {name}_OK && !{name}_is_closed(to, {live_row}u)) status = {name}_NOT_CLOSED;{obeyed}
    }}
{principal}    if (status != {name}_OK && status != {name}_OTHER_MODE) for (j = 0; j < {n_u}; ++j) u[j] = NAN;
    out[1][k * call->out_step[1]] = (double)status;
    failures += status != {name}_OK;
    if (motion) {{
      lost = lost || status != {name}_OK;
      from = to;
      start = u;
    }}
  }}
  return failures;
}}
"""

_PRINCIPAL = """    if (!motion) {{
      static const int periodic[{count}] = {{{periodic}}};
      for (j = 0; j < {count}; ++j) if (fabs(u[periodic[j]]) > {half!r}) u[periodic[j]] = remainder(u[periodic[j]], {turn!r});
    }}
"""

_OBEYED = """
      if (status == {name}_OK && !{name}_obeys(to, {live_row}u, in[3])) status = {name}_OTHER_MODE;"""


def following_source(core: NewtonText) -> str:
    """Write the complete C file with the function `closure_rows`."""
    name, n_x, n_live = core.name, core.sizes["n_x"], core.n_live
    is_quaternion = core.graphs.mechanism.platform.is_quaternion
    shared = {"name": name, "n_u": core.sizes["n_u"], "n_g": n_x + n_live}
    live_row = f"to + {n_x}, " if n_live else ""
    follow = _FOLLOW.format(
        **shared,
        unit=_UNIT if is_quaternion else "",
        live=f"at + {n_x}, " if n_live else "",
        steps=STEPS,
        passing=PASSING,
        small=SMALL,
        shortest=SHORTEST,
        most=ITERATIONS,
        farthest=FARTHEST,
        n_ways=len(SUBDIVISIONS),
        ways=", ".join(str(steps) for steps in SUBDIVISIONS),
    )
    obeyed = _OBEYED.format(name=name, live_row=live_row) if core.sizes["n_sides"] else ""
    periodic = np.flatnonzero(periodic_unknowns(core.graphs.mechanism))
    indices = ", ".join(str(k) for k in periodic)
    principal = _PRINCIPAL.format(count=len(periodic), periodic=indices, half=np.pi, turn=2 * np.pi) if len(periodic) else ""
    rows = _ROWS.format(rows=FOLLOWED, **shared, live_row=live_row, obeyed=obeyed, principal=principal)
    opening = ["#include <math.h>\n", ROWS, status_type(name), CHECKS.format(name=name)]
    return "\n".join([*opening, core.source(), follow, rows])
