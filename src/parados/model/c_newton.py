"""Write Newton's method on the closures as C: the text that exported C and compiled models share.

`NAME_newton` iterates from nearby unknowns, with bounded steps or carefully: then the steps must contract, so that the result is
the continuation of the start (`contraction`).

Steps are measured by `Motions`: a screw counts by its slide, a joint behind a gear by the residual of its coupling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from parados.geometry.contraction import CONTRACTION, FARTHEST, FIRST_CONTRACTION, NEGLIGIBLE
from parados.geometry.numeric import ALIGNED, CLOSED, LONGEST_STEP
from parados.geometry.placements import ON_THE_BORDER
from parados.graph.c_source import named_source
from parados.model.closure_functions import ClosureFunctions
from parados.model.graphs import Graphs
from parados.topology.axis_motions import Motions

__all__ = ["NewtonText"]

SMALL = 1e-7
"""Size of a step [rad, m] after which the next one would be round-off, since Newton's method converges quadratically."""

_IS_CLOSED = """
static int {name}_is_closed(const double x[{n_x}], {parameters}const double unknowns[{n_u}])
{{
  double residual[{n_r}]{aligned};
  int k;
  {name}_closure_check(x, {given}unknowns, residual{passed});
  for (k = 0; k < {n_r}; ++k) if (!(fabs(residual[k]) < {closed!r})) return 0;
  {turned}return 1;
}}
"""

_SIZE = """
static double {name}_motion(const double u[{n_u}])
{{
  double size = 0.0, one;
{body}
  return size;
}}
"""

_LARGER = """  one = fabs({term});
  if (one > size) size = one;"""

_NEWTON = """
static {name}_status {name}_newton(const double x[{n_x}], {parameters}double u[{n_u}], double enough, int most, int careful)
{{
  double step[{n_u}], residual[{n_r}], before = 0.0;
  int k, j;
  for (k = 0; k < most; ++k) {{
    double worst = 0.0, size, part = 1.0;
    {name}_closure_step(x, {given}u, step, residual);
    if (!{name}_all_finite({n_r}, residual)) return {name}_NOT_CLOSED;
    for (j = 0; j < {n_r}; ++j) if (fabs(residual[j]) > worst) worst = fabs(residual[j]);
    if (!{name}_all_finite({n_u}, step)) return worst < {exact!r} ? {name}_OK : {name}_SINGULAR;
    size = {name}_motion(step);
    if (careful && size > {negligible!r} &&
        size > (k == 0 ? {farthest!r} : k == 1 ? {first!r} * before : {later!r} * before)) return {name}_NOT_CLOSED;
    if (!careful && size > {longest!r}) part = {longest!r} / size;
    for (j = 0; j < {n_u}; ++j) u[j] += part * step[j];
    if (size < enough || worst < {exact!r}) return {name}_OK;
    before = size;
  }}
  return {name}_NOT_CLOSED;
}}
"""

_OBEYS = """
static int {name}_obeys(const double x[{n_x}], {parameters}const double unknowns[{n_u}], const double signs[{n_sides}])
{{
  double sides[{n_sides}];
  int k;
  {name}_sides(x, {given}unknowns, sides);
  for (k = 0; k < {n_sides}; ++k) if (!(sides[k] * signs[k] > -{border!r})) return 0;
  return 1;
}}
"""


@dataclass(frozen=True)
class NewtonText:
    """Writer of the static C functions that close the loops of one robot: NAME_is_closed, NAME_newton and NAME_obeys.

    name : prefix of the robot's functions
    """

    name: str
    graphs: Graphs
    functions: ClosureFunctions

    @property
    def n_live(self) -> int:
        return self.graphs.survey.geometry.live.numel()

    @property
    def sizes(self) -> dict[str, int]:
        """Numbers of entries of x, unknowns, residual and sides."""
        n_sides = self.functions.sides.numel_out(0) if self.functions.sides else 0
        step = self.functions.step
        return {"n_x": step.numel_in(0), "n_u": step.numel_in("unknowns"), "n_r": step.numel_out(1), "n_sides": n_sides}

    @property
    def parameters(self) -> str:
        """Declaration of the live parameters as an argument of a static function, with a comma."""
        return f"const double parameters[{self.n_live}], " if self.n_live else ""

    def source(self) -> str:
        """Write all functions."""
        name, own, sizes = self.name, self.functions, self.sizes
        shared = {"name": name, **sizes, "parameters": self.parameters, "given": "parameters, " if self.n_live else ""}
        n_a = own.check.numel_out(1)
        turned = f"for (k = 0; k < {n_a}; ++k) if (!(alignment[k] > {ALIGNED!r})) return 0;\n  " if n_a else ""
        aligned, passed = (f", alignment[{n_a}]", ", alignment") if n_a else ("", "")
        parts = [
            "static " + named_source(own.check, f"{name}_closure_check"),
            _IS_CLOSED.format(**shared, closed=10 * CLOSED, aligned=aligned, passed=passed, turned=turned),
            "static " + named_source(own.step, f"{name}_closure_step"),
            _SIZE.format(**shared, body="\n".join(_LARGER.format(term=term) for term in self._motions())),
            _NEWTON.format(**shared, exact=CLOSED, negligible=NEGLIGIBLE, farthest=FARTHEST, longest=LONGEST_STEP,
                           first=FIRST_CONTRACTION, later=CONTRACTION),
        ]  # fmt: skip
        if own.sides is not None:
            parts += ["static " + named_source(own.sides, f"{name}_sides"), _OBEYS.format(**shared, border=ON_THE_BORDER)]
        return "\n".join(parts)

    def _motions(self) -> list[str]:
        """Return the motions of a change u of the unknowns, as expressions in C."""
        terms = {k: f"u[{k}]" for k in range(self.sizes["n_u"])}
        for axis in Motions.of(self.graphs.mechanism).axes:
            for own, row in zip(axis.joints, np.asarray(axis.matrix, dtype=float), strict=True):
                used = [(float(factor), k) for factor, k in zip(row, axis.joints, strict=True) if factor]
                terms[own] = " + ".join(f"{factor!r} * u[{k}]" for factor, k in used)
        return list(terms.values())
