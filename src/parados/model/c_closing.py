"""Write the C function that closes the loops of a robot with numeric geometry: Newton's method from nearby unknowns.

It fails in the same cases as `NumericModes`: a loop stays open, a closure has its frames turned over, the unknowns are so far
from the given ones that they belong to another configuration (joints that couplings determine do not count), or a joint is on
the wrong side of its two positions.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from parados.geometry.inverse import InverseGeometry
from parados.geometry.numeric import ALIGNED, CLOSED, FARTHEST, LONGEST_STEP
from parados.geometry.placements import ON_THE_BORDER, Placements
from parados.graph.c_source import named_source
from parados.kinematics.first_order import determining_rows
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.model.c_parameters import ParameterStruct
from parados.model.graphs import Graphs
from parados.topology.joint_couplings import eliminated

__all__ = ["Closing"]

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

_CLOSE = """
{prototype}
{{
{read}  double u[{n_u}], step[{n_u}], residual[{n_r}];{sides}{fast}
  int k, j;
  {checks}
  for (j = 0; j < {n_u}; ++j) u[j] = unknowns[j];
  for (k = 0; k < 50; ++k) {{
    double worst = 0.0, size = 0.0;
    {name}_closure_step(x, {live}u, step, residual);
    if (!{name}_all_finite({n_r}, residual)) return {name}_NOT_CLOSED;
    for (j = 0; j < {n_r}; ++j) worst = fmax(worst, fabs(residual[j]));
    if (worst < {exact!r}) break;
    if (!{name}_all_finite({n_u}, step)) return {name}_SINGULAR;
    for (j = 0; j < {n_u}; ++j) {slow}size = fmax(size, fabs(step[j]));
    for (j = 0; j < {n_u}; ++j) u[j] += step[j] * (size > {longest!r} ? {longest!r} / size : 1.0);
  }}
  if (!{name}_is_closed(x, {live}u)) return {name}_NOT_CLOSED;
  for (j = 0; j < {n_u}; ++j) {slow}if (!(fabs(u[j] - unknowns[j]) < {farthest!r})) return {name}_NOT_CLOSED;{obeyed}
  for (j = 0; j < {n_u}; ++j) unknowns[j] = u[j];
  return {name}_OK;
}}
"""


_OBEYED = """
  {name}_sides(x, {live}u, sides);
  for (j = 0; j < {n_sides}; ++j) if (!(sides[j] * signs[j] > -{border!r})) return {name}_OTHER_MODE;"""


@dataclass(frozen=True)
class Closing:
    """Writer of the C function NAME_close of one robot.

    name : prefix of the robot's functions;  n_signs : number of free choices of a working mode
    """

    name: str
    graphs: Graphs
    n_signs: int
    struct: ParameterStruct

    @property
    def _placements(self) -> Placements:
        return self.graphs.survey.placements or Placements(self.graphs.survey.geometry)

    @property
    def prototype(self) -> str:
        n_x, n_u = (symbol.numel() for symbol in (self.graphs.symbols["x"], self.graphs.symbols["unknowns"]))
        mode = f"const double mode[{self.n_signs}], " if self.n_signs else ""
        live = "".join(f"{argument}, " for argument in self.struct.argument)
        return f"{self.name}_status {self.name}_close({live}const double x[{n_x}], {mode}double unknowns[{n_u}])"

    def declarations(self) -> list[str]:
        """Return the declarations for the header."""
        sizes = {"home": self.graphs.symbols["x"].numel(), "home_unknowns": self.graphs.symbols["unknowns"].numel()}
        return [
            *[f"extern const double {self.name}_{key}[{size}];" for key, size in sizes.items()],
            f"/* Close the loops at x from nearby unknowns, less than {FARTHEST:g} rad or {FARTHEST:g} m away.",
            "   If this fails, the unknowns are not changed. */",
            f"{self.prototype};",
        ]

    def source(self, checks: list[tuple[str, str]]) -> str:
        """Write NAME_is_closed and NAME_close.

        checks : C conditions under which NAME_close rejects its arguments, each with the status that it returns
        """
        name, step, check = self.name, _closure_step(self.graphs), _closure_check(self.graphs)
        sizes = {"n_x": step.numel_in(0), "n_u": step.numel_in("unknowns"), "n_r": step.numel_out(1)}
        n_a, n_sides = check.numel_out(1), len(self.graphs.survey.geometry.choices)
        live = "live, " if self.struct.members else ""
        is_closed = _IS_CLOSED.format(
            name=name,
            **sizes,
            parameters=f"const double parameters[{len(self.struct.values)}], " if live else "",
            given="parameters, " if live else "",
            closed=10 * CLOSED,
            aligned=f", alignment[{n_a}]" if n_a else "",
            passed=", alignment" if n_a else "",
            turned=f"for (k = 0; k < {n_a}; ++k) if (!(alignment[k] > {ALIGNED!r})) return 0;\n  " if n_a else "",
        )
        close = _CLOSE.format(
            name=name,
            prototype=self.prototype,
            **sizes,
            checks="\n  ".join(f"if ({condition}) return {name}_{status};" for condition, status in checks),
            read="".join(f"  {line}\n" for line in self.struct.reading),
            live=live,
            exact=CLOSED,
            longest=LONGEST_STEP,
            farthest=FARTHEST,
            sides=self._signs(n_sides) if n_sides else "",
            fast=self._fast(sizes["n_u"]) if self.graphs.mechanism.couplings else "",
            slow="if (!fast[j]) " if self.graphs.mechanism.couplings else "",
            obeyed=_OBEYED.format(name=name, live=live, n_sides=n_sides, border=ON_THE_BORDER) if n_sides else "",
        )
        sides = [f"static {named_source(self._placements.sides_function, f'{name}_sides')}"] if n_sides else []
        parts = [named_source(check, f"{name}_closure_check"), is_closed, named_source(step, f"{name}_closure_step")]
        return "\n".join([f"static {parts[0]}{parts[1]}", f"static {parts[2]}", *sides, close])

    def _signs(self, count: int) -> str:
        """Define the signs of all choices: entries of the mode if they are free, otherwise branches of the file."""
        free = iter(range(self.n_signs))
        fixed = [choice.fixed for choice in self.graphs.survey.geometry.choices]
        signs = [f"mode[{next(free)}]" if sign is None else repr(float(sign)) for sign in fixed]
        return f"\n  double sides[{count}];\n  const double signs[{count}] = {{{', '.join(signs)}}};"


    def _fast(self, count: int) -> str:
        """Mark the joints that couplings determine, such as motors behind gears: their large steps do not count."""
        couplings = self.graphs.mechanism.couplings
        tied = {k for coupling in couplings for k in coupling.factors}
        fast = {joint for joint, _ in eliminated(couplings, tied)}
        return f"\n  static const char fast[{count}] = {{{', '.join(str(int(k in fast)) for k in range(count))}}};"


def _closure_check(graphs: Graphs) -> ca.Function:
    """Build the function from (x, live parameters, unknowns) to the residual of all closures and their alignment cosines."""
    geometry = graphs.survey.geometry
    outputs = ca.cse([ca.densify(geometry.residual()), ca.densify(geometry.alignment())])
    inputs = _inputs(geometry)
    return ca.Function("closure_check", list(inputs.values()), outputs, list(inputs), ["residual", "alignment"])


def _inputs(geometry: InverseGeometry) -> dict[str, ca.SX]:
    """Return the inputs of the functions that close the loops, by name."""
    inputs = {"x": geometry.x, "parameters": geometry.live, "unknowns": geometry.unknowns}
    return {name: symbol for name, symbol in inputs.items() if symbol.numel()}


def _closure_step(graphs: Graphs) -> ca.Function:
    """Build the function from (x, live parameters, unknowns) to Newton's step of the unknowns and the residual of all closures.

    Its equal nodes are not merged, since they may be equal at closed configurations only.
    """
    geometry = graphs.survey.geometry
    inputs, rows = _inputs(geometry), geometry.residual()
    J = ca.jacobian(rows, geometry.unknowns)
    chosen = determining_rows(graphs.survey.samples.values(geometry, J), graphs.mechanism)
    step = Factorised(J[chosen, :], "closures", Pivots()).solve(-rows[chosen])
    outputs = ca.cse([ca.densify(step), ca.densify(rows)])
    return ca.Function("closure_step", list(inputs.values()), outputs, list(inputs), ["step", "residual"])
