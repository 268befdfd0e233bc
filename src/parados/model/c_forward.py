"""Write the forward geometric model as C: Newton's method on q(x) = q (Briot & Khalil 7.2.3).

x <- x + part * J_inv^+ (q - q(x)), and the step is halved while the residual grows or the pose is out of reach. The text is the
same in exported C and in compiled models; `forward_geometry` does the same in Python.

If the geometry is numeric, Newton's method finds x and the unknowns together (`c_numeric_forward`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.graph.c_least_squares import least_squares_source
from parados.graph.c_source import named_source
from parados.graph.finished_graph import FinishedGraph
from parados.model.c_pieces import LARGE
from parados.topology.mechanism import Mechanism

__all__ = ["CONVERGED", "HALVINGS", "ITERATIONS", "LOOSE", "SINGULAR", "ForwardText", "advance_source", "difference_source"]

Array = NDArray[np.float64]

ITERATIONS, HALVINGS = 60, 12
"""Largest numbers of Newton's steps, and of halvings of one step."""

CONVERGED = 1e-13
"""Residual in q [rad, m], relative to the larger of |q| and 1, at which Newton's method stops."""

LOOSE = 1e3
"""Residual over `CONVERGED` that counts as converged if round-off keeps it from becoming smaller."""

SINGULAR = 1e-9
"""Ratio of singular values of J_inv below which Newton's method does not step along its direction."""

NEAR = 1e-5
"""Residual in q [rad, m] from which one more step changes J_inv so little that its pivots need not be computed again."""

_ADVANCE = """
static void {name}_advance(const double x[{n_x}], double part, const double step[{n_v}], double moved[{n_x}])
{{
{body}
}}
"""

_PLAIN = """  int j;
  for (j = 0; j < {n_x}; ++j) moved[j] = x[j] + part * step[j];"""

_TURNED = """  const double w = 0.5 * part * step[3], v = 0.5 * part * step[4], z = 0.5 * part * step[5];
  double length = 0.0;
  int j;
  for (j = 0; j < 3; ++j) moved[j] = x[j] + part * step[j];
  moved[3] = x[3] - (w * x[4] + v * x[5] + z * x[6]);
  moved[4] = x[4] + (x[3] * w + v * x[6] - z * x[5]);
  moved[5] = x[5] + (x[3] * v + z * x[4] - w * x[6]);
  moved[6] = x[6] + (x[3] * z + w * x[5] - v * x[4]);
  for (j = 3; j < 7; ++j) length += moved[j] * moved[j];
  for (j = 3; j < 7; ++j) moved[j] /= sqrt(length);
  for (j = 7; j < {n_x}; ++j) moved[j] = x[j] + part * step[j - 1];"""

_DIFFERENCE = """
static double {name}_difference(const double q[{n_a}], const double reached[{n_a}], double difference[{n_a}])
{{
  static const double period[{n_a}] = {{{periods}}};
  double size = 0.0;
  int j;
  for (j = 0; j < {n_a}; ++j) {{
    difference[j] = q[j] - reached[j];
    if (period[j] > 0.0) difference[j] -= period[j] * floor((difference[j] + 0.5 * period[j]) / period[j]);
    if (!(fabs(difference[j]) <= size)) size = isfinite(difference[j]) ? fabs(difference[j]) : INFINITY;
  }}
  return size;
}}
"""

_GOAL = """
static double {name}_goal(const double q[{n_a}])
{{
  double size = 1.0;
  int j;
  for (j = 0; j < {n_a}; ++j) if (fabs(q[j]) > size) size = fabs(q[j]);
  return {converged!r} * size;
}}
"""

_APART = """
static const char {name}_points[{n_a}] = {{{points}}};

/* difference of q to the joints that x reaches: positions, or cosines with their sines aside, to compare with those of q */
static double {name}_apart(const double q[{n_a}], const double c[{n_a}], const double s[{n_a}],
                           const double reached[{n_a}], const double aside[{n_a}], double apart[{n_a}])
{{
  static const double period[{n_a}] = {{{periods}}};
  double size = 0.0;
  int j;
  for (j = 0; j < {n_a}; ++j) {{
    apart[j] = q[j] - reached[j];
    if ({name}_points[j]) {{
      const double along = c[j] * reached[j] + s[j] * aside[j], across = s[j] * reached[j] - c[j] * aside[j];
      const double square = across * across;
      /* near the solution the arc sine is a short series, here with an error below 2e-15 */
      const double series = 1.0 / 6.0 + square * (3.0 / 40.0 + square * (15.0 / 336.0 + square * (105.0 / 3456.0)));
      apart[j] = along > 0.998 ? across * (1.0 + square * series) : atan2(across, along);
    }} else if (period[j] > 0.0) apart[j] -= period[j] * floor((apart[j] + 0.5 * period[j]) / period[j]);
    if (!(fabs(apart[j]) <= size)) size = isfinite(apart[j]) ? fabs(apart[j]) : INFINITY;
  }}
  return size;
}}
"""

_REACHED = """
static int {name}_all_reached(int n, const double *reach)
{{
  int k;
  for (k = 0; k < n; ++k) if (!(reach[k] >= 0.0)) return 0;
  return 1;
}}
"""

_SOLVE = """
/* positions of the actuated joints at x and their slopes; returns 0 if x is out of reach, 1 if the slopes are singular, else 2 */
static int {name}_at(const double x[{n_x}], {extra}double reached[{n_a}], double aside[{n_a}], double J[{n_j}], double *turning)
{{
{smallest}{arrays}  {name}_forward_step({inputs}, reached, aside, J{outputs});
{reach}  if (!{name}_all_finite({n_a}, reached) || !{name}_all_finite({n_a}, aside)) return 0;
  return {pivots}{name}_all_finite({n_j}, J) ? 2 : 1;
}}

static {name}_status {name}_iterate(const double q[{n_a}], {extra}double x[{n_x}], double first[{n_v}], double *sense,
                                    const double reached[{n_a}], const double aside[{n_a}], const double slopes[{n_j}],
                                    double turning, int place)
{{
  const double goal = {name}_goal(q);
  double c[{n_a}], s[{n_a}], r[{n_a}], J[{n_j}], there[{n_a}], beside[{n_a}], step[{n_v}], trial[{n_x}], size, before = INFINITY;
  int k, h, j;
  for (j = 0; j < {n_a}; ++j) {{
    c[j] = {name}_points[j] ? cos(q[j]) : 1.0;
    s[j] = {name}_points[j] ? sin(q[j]) : 0.0;
  }}
  for (j = 0; j < {n_v}; ++j) first[j] = 0.0;
  for (j = 0; j < {n_j}; ++j) J[j] = slopes[j];
  *sense = 0.0;
  if (!place) return {name}_UNREACHABLE;
  size = {name}_apart(q, c, s, reached, aside, r);
  for (k = 0; k < {iterations} && size > goal; ++k) {{
    double part = 1.0;
    int moved = 0;
    if (place == 1 || !{name}_least_squares(J, r, step, sense)) return {name}_SINGULAR;
    before = size;
    for (j = 0; j < {n_v} && k == 0; ++j) first[j] = step[j];
    for (h = 0; h < {halvings} && !moved; ++h) {{
      {name}_advance(x, part, step, trial);
      place = {name}_at(trial, {passed}there, beside, J, &turning);
      if (place) {{
        const double left = {name}_apart(q, c, s, there, beside, r);
        moved = left < size * (1.0 - 0.1 * part);
        if (moved) size = left;
      }}
      part *= 0.5;
    }}
    if (!moved) break;
    for (j = 0; j < {n_x}; ++j) x[j] = trial[j];
  }}
  if (!(size <= {loose!r} * goal)) return {name}_NOT_CLOSED;
  if (place != 2 || size > goal) *sense = 0.0; /* the last trial may be elsewhere */
  else if (!(before < {near!r}) && !{name}_least_squares(J, r, step, sense)) *sense = 0.0;
  else if (turning < 0.0) *sense = -*sense;
  return {name}_OK;
}}

static {name}_status {name}_forward(const double q[{n_a}], {extra}double x[{n_x}], double first[{n_v}], double *sense)
{{
  double reached[{n_a}], aside[{n_a}], J[{n_j}], turning;
  const int place = {name}_at(x, {passed}reached, aside, J, &turning);
  return {name}_iterate(q, {passed}x, first, sense, reached, aside, J, turning, place);
}}
"""


def advance_source(name: str, mechanism: Mechanism) -> str:
    """Write NAME_advance: the pose after a part of a step, which is a twist if x contains a quaternion."""
    body = _TURNED if mechanism.platform.is_quaternion else _PLAIN
    return _ADVANCE.format(name=name, n_x=mechanism.n_x, n_v=mechanism.n_dof, body=body.format(n_x=mechanism.n_x))


def difference_source(name: str, periods: Array) -> str:
    """Write NAME_difference, the difference of joint positions modulo their periods, and NAME_goal, its size when converged.

    periods : (n_a,) periods of the actuated joints (`Graphs.actuator_periods`)
    """
    return (_DIFFERENCE + _GOAL).format(**_differences(name, periods))


def _differences(name: str, periods: Array) -> dict[str, Any]:
    """Return the pieces of text about differences of the actuated joints."""
    return {"name": name, "n_a": len(periods), "periods": ", ".join(map(repr, periods.tolist())), "converged": CONVERGED}


@dataclass(frozen=True)
class ForwardText:
    """Writer of the static C function NAME_forward of a robot with closed-form geometry.

    graph : the quantity `forward_step`
    pointing : for each actuated joint, True if the graph gives its cosine and sine
    periods : (n_a,) periods of the actuated joints (`Graphs.actuator_periods`)
    """

    name: str
    mechanism: Mechanism
    graph: FinishedGraph
    pointing: Sequence[bool]
    periods: Array

    @property
    def extra(self) -> dict[str, int]:
        """Inputs of the graph besides x, with their sizes: live parameters and the mode, if the graph depends on them."""
        f = self.graph.function
        return {f.name_in(k): f.numel_in(k) for k in range(f.n_in()) if f.name_in(k) != "x"}

    def source(self, has_large: bool) -> str:
        """Write NAME_forward and the functions that it calls; `has_large` is True if NAME_all_large is already defined."""
        name, mechanism, graph = self.name, self.mechanism, self.graph
        n_a, n_v, f = len(mechanism.actuated), mechanism.n_dof, graph.function
        n_reach, n_pivots = f.numel_out("reach"), f.numel_out("pivots")
        sizes = ", ".join(repr(float(size)) for size in graph.smallest_pivots)
        smallest = f"  static const double smallest[{n_pivots}] = {{{sizes}}};\n"
        arrays = {key: size for key, size in (("reach", n_reach), ("pivots", n_pivots)) if size}
        outputs = [key for key in ("reach", "turning", "pivots") if key == "turning" or key in arrays]
        parts = [LARGE.format(name=name)] if n_pivots and not has_large else []
        parts += [
            "static " + named_source(f, f"{name}_forward_step"),
            least_squares_source(f"{name}_least_squares", n_a, n_v, SINGULAR),
            advance_source(name, mechanism),
            (_GOAL + _APART).format(**_differences(name, self.periods), points=", ".join(str(int(p)) for p in self.pointing)),
            _REACHED.format(name=name) if n_reach else "",
            _SOLVE.format(
                name=name,
                n_x=mechanism.n_x,
                n_a=n_a,
                n_v=n_v,
                n_j=n_a * n_v,
                extra="".join(f"const double {key}[{size}], " for key, size in self.extra.items()),
                passed="".join(f"{key}, " for key in self.extra),
                inputs=", ".join(f.name_in(k) for k in range(f.n_in())),
                arrays="".join(f"  double {key}[{size}];\n" for key, size in arrays.items()),
                outputs="".join(f", {key}" for key in outputs),
                smallest=smallest if n_pivots else "",
                reach=f"  if (!{name}_all_reached({n_reach}, reach)) return 0;\n" if n_reach else "",
                pivots=f"{name}_all_large({n_pivots}, pivots, smallest) && " if n_pivots else "",
                iterations=ITERATIONS,
                halvings=HALVINGS,
                loose=LOOSE,
                near=NEAR,
            ),
        ]
        return "\n".join(parts)
