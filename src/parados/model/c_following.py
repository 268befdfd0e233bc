"""Write the C function that closes the loops of a numeric geometry at every row of a stack, as a compiled model runs it.

Each row follows a closed configuration from its pose to the wanted one: from home, or, along a motion, from the row before.
The way is straight in x and in the live parameters. It is taken in one step if Newton's method contracts on it, otherwise in
smaller ones, as in `NumericInverse.track`. Thus the result is the configuration that continuation reaches, not any that Newton's
method happens to find. Angles are principal values, except along a motion, where they are continuous.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.geometry.contraction import FARTHEST
from parados.geometry.numeric import AT_BORDER, ITERATIONS, SHORTEST, STEPS, periodic_unknowns
from parados.graph.lane_source import ROWS
from parados.model.c_newton import SMALL, NewtonText
from parados.model.c_pieces import CHECKS
from parados.model.status_codes import status_type

__all__ = ["FOLLOWED", "following_source"]

FOLLOWED = "closure_rows"
"""Name of the C function."""

PASSING = 1e-3
"""Size of Newton's step [rad, m] that is small enough on the way: the configurations there only lead to the last one."""

_FOLLOW = """
static void {name}_between(const double from[{n_g}], const double to[{n_g}], double part, double at[{n_g}])
{{
  int j;
  for (j = 0; j < {n_g}; ++j) at[j] = part < 1.0 ? from[j] + (to[j] - from[j]) * part : to[j];
{unit}}}

static {name}_status {name}_follow(const double from[{n_g}], const double to[{n_g}], double u[{n_u}])
{{
  double at[{n_g}], tried[{n_u}], moved[{n_u}], done = 0.0, part, longest = 1.0;
  int k, j;
{turning}  part = longest;
  for (k = 0; k < {steps}; ++k) {{
    const double next = done + part < 1.0 ? done + part : 1.0;
    {name}_status status;
    {name}_between(from, to, next, at);
    for (j = 0; j < {n_u}; ++j) tried[j] = u[j];
    status = {name}_newton(at, {live}tried, next < 1.0 ? {passing!r} : {small!r}, {most}, 1);
    if (status != {name}_OK && next >= 1.0 && next - done < {last!r}) {{
      for (j = 0; j < {n_u}; ++j) tried[j] = u[j];
      status = {name}_newton(at, {live}tried, {small!r}, {most}, 0);
      for (j = 0; j < {n_u}; ++j) moved[j] = tried[j] - u[j];
      if (status == {name}_OK && !({name}_motion(moved) < {at_border!r})) status = {name}_NOT_CLOSED;
    }}
    if (status == {name}_OK) {{
      for (j = 0; j < {n_u}; ++j) u[j] = tried[j];
      if (next >= 1.0) return {name}_OK;
      done = next;
      part = 2.0 * part < longest ? 2.0 * part : longest;
    }} else {{
      part = 0.25 * (next - done);
      if (part < {shortest!r}) return status;
    }}
  }}
  return {name}_NOT_CLOSED;
}}
"""

_UNIT = """  if (part < 1.0) {
    const double length = sqrt(at[3] * at[3] + at[4] * at[4] + at[5] * at[5] + at[6] * at[6]);
    for (j = 3; j < 7; ++j) at[j] /= length;
  }
"""

_TURNING = """  {{
    static const int angles[{count}] = {{{angles}}};
    for (j = 0; j < {count}; ++j) {{
      const double turned = fabs(to[angles[j]] - from[angles[j]]);
      if (turned * longest > {farthest!r}) longest = {farthest!r} / turned;
    }}
  }}
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
    angles = np.flatnonzero(core.graphs.mechanism.periodic_coordinates)
    follow = _FOLLOW.format(
        **shared,
        turning=_TURNING.format(count=len(angles), angles=_listed(angles), farthest=FARTHEST) if len(angles) else "",
        unit=_UNIT if is_quaternion else "",
        live=f"at + {n_x}, " if n_live else "",
        steps=STEPS,
        passing=PASSING,
        small=SMALL,
        shortest=SHORTEST,
        last=4 * SHORTEST,
        at_border=AT_BORDER,
        most=ITERATIONS,
    )
    obeyed = _OBEYED.format(name=name, live_row=live_row) if core.sizes["n_sides"] else ""
    periodic = np.flatnonzero(periodic_unknowns(core.graphs.mechanism))
    turns = {"count": len(periodic), "periodic": _listed(periodic), "half": np.pi, "turn": 2 * np.pi}
    principal = _PRINCIPAL.format(**turns) if len(periodic) else ""
    rows = _ROWS.format(rows=FOLLOWED, **shared, live_row=live_row, obeyed=obeyed, principal=principal)
    opening = ["#include <math.h>\n", ROWS, status_type(name), CHECKS.format(name=name)]
    return "\n".join([*opening, core.source(), follow, rows])


def _listed(indices: NDArray[np.intp]) -> str:
    return ", ".join(str(k) for k in indices)
