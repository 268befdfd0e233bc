"""Write the C function that closes the loops of a robot with numeric geometry: Newton's method from nearby unknowns.

It fails in the same cases as `NumericModes`: a loop stays open, a closure has its frames turned over, the unknowns are so far
from the given ones that they belong to another configuration, or a joint is on the wrong side of its two positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parados.geometry.contraction import FARTHEST
from parados.geometry.inverse import InverseGeometry
from parados.model.c_newton import SMALL, NewtonText
from parados.model.c_parameters import ParameterStruct
from parados.model.closure_functions import ClosureFunctions
from parados.model.graphs import Graphs

__all__ = ["Closing", "all_signs"]

ITERATIONS = 50
"""Largest number of iterations of exported C."""

_CLOSE = """
{prototype}
{{
{read}  double u[{n_u}], moved[{n_u}];{signs}
  {name}_status status;
  int j;
  {checks}
  for (j = 0; j < {n_u}; ++j) u[j] = unknowns[j];
  status = {name}_newton(x, {live}u, {small!r}, {iterations}, 0);
  if (status != {name}_OK) return status;
  if (!{name}_is_closed(x, {live}u)) return {name}_NOT_CLOSED;
  for (j = 0; j < {n_u}; ++j) moved[j] = u[j] - unknowns[j];
  if (!({name}_motion(moved) < {farthest!r})) return {name}_NOT_CLOSED;{obeyed}
  for (j = 0; j < {n_u}; ++j) unknowns[j] = u[j];
  return {name}_OK;
}}
"""

_OBEYED = "\n  if (!{name}_obeys(x, {live}u, signs)) return {name}_OTHER_MODE;"


def all_signs(geometry: InverseGeometry) -> str:
    """Define the signs of all choices in C: entries of the mode if they are free, otherwise branches of the file."""
    free = iter(range(len(geometry.free_choices)))
    fixed = [choice.fixed for choice in geometry.choices]
    signs = [f"mode[{next(free)}]" if sign is None else repr(float(sign)) for sign in fixed]
    return f"\n  const double signs[{len(signs)}] = {{{', '.join(signs)}}};" if signs else ""


@dataclass(frozen=True)
class Closing:
    """Writer of the C function NAME_close of one robot.

    name : prefix of the robot's functions;  n_signs : number of free choices of a working mode
    """

    name: str
    graphs: Graphs
    n_signs: int
    struct: ParameterStruct

    @cached_property
    def core(self) -> NewtonText:
        """The static functions that NAME_close calls."""
        return NewtonText(self.name, self.graphs, ClosureFunctions.of(self.graphs))

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
        name, core = self.name, self.core
        live = "live, " if self.struct.members else ""
        close = _CLOSE.format(
            name=name,
            prototype=self.prototype,
            n_u=core.sizes["n_u"],
            checks="\n  ".join(f"if ({condition}) return {name}_{status};" for condition, status in checks),
            read="".join(f"  {line}\n" for line in self.struct.reading),
            live=live,
            small=SMALL,
            iterations=ITERATIONS,
            farthest=FARTHEST,
            signs=all_signs(self.graphs.survey.geometry),
            obeyed=_OBEYED.format(name=name, live=live) if core.sizes["n_sides"] else "",
        )
        return core.source() + close
