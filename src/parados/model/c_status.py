"""Status that every exported C function returns, and the checks that decide it.

A function first checks its arguments (finite, a working mode, a unit quaternion, closed loops). Then it evaluates the graph and
checks pivots and results, which fail in the same states as in Python. Only if they fail, it evaluates the discriminants of the
inverse geometry, to tell a pose out of reach from a singular one: a valid state costs no extra operations. If the status is
not OK, all results are NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import InverseGeometry
from parados.graph.c_source import named_source, prototype
from parados.graph.finished_graph import FinishedGraph
from parados.model import c_pieces as pieces
from parados.model.c_parameters import ParameterStruct
from parados.model.state_arguments import UNIT
from parados.model.status_codes import status_type

__all__ = ["Guard", "constant", "smallest_pivots"]

Array = NDArray[np.float64]

RESCUED = ("inverse_dynamics", "inverse_dynamics_loaded")
"""Quantities that Python solves with pivoting or as a limit near singularities; C fails there, since a graph loses digits."""


def smallest_pivots(quantity: str, graph: FinishedGraph) -> Array:
    """Return the sizes of the pivots below which C fails: below them Python does not trust the kernel either."""
    return graph.careful_pivots if quantity in RESCUED else graph.smallest_pivots


def constant(name: str, values: Sequence[float] | Array) -> str:
    """Define a constant array in C."""
    numbers = ", ".join(repr(float(v)) for v in values)
    return f"const double {name}[{len(values)}] = {{{numbers}}};"


@dataclass(frozen=True)
class Guard:
    """Writer of the checks in one robot's functions; `name` is the prefix of all of them."""

    name: str
    geometry: InverseGeometry
    struct: ParameterStruct

    @property
    def n_signs(self) -> int:
        return len(self.geometry.free_choices)

    @property
    def is_quaternion(self) -> bool:
        return self.geometry.mechanism.platform.is_quaternion

    def status_type(self) -> str:
        """Write the enumeration of the statuses for the header."""
        return status_type(self.name)

    def helpers(self, watched: bool) -> str:
        """Write the static functions that the checks call; `watched` is True if any graph has pivots."""
        parts = [
            pieces.CHECKS,
            pieces.LARGE if watched else "",
            pieces.SIGNS if self.n_signs else "",
            pieces.IS_UNIT if self.is_quaternion else "",
        ]
        return "".join(parts).format(name=self.name, n_signs=self.n_signs, unit=UNIT)

    def explanation(self, joints: ca.Function) -> str:
        """Write the function that finds why a closed form failed: a leg does not reach, or x does not determine the joints."""
        g = self.geometry
        live = {"parameters": g.live} if self.struct.members else {}
        inputs = {"x": g.x, **live, **({"mode": g.signs} if self.n_signs else {})}
        parts = []
        body = pieces.UNDETERMINED.format(name=self.name, n_joints=joints.numel_out(0), names=_names_in(joints))
        if g.discriminant:
            (shared,) = ca.cse([ca.densify(g.discriminants())])
            f = ca.Function("reach", list(inputs.values()), [shared], list(inputs), ["reach"])
            parts.append("static " + named_source(f, f"{self.name}_reach"))
            body = pieces.UNREACHABLE.format(name=self.name, n_reach=len(g.discriminant), names=", ".join(inputs)) + body
        unused = [key for key in inputs if key not in _names_in(joints).split(", ") and not g.discriminant]
        body = "\n".join([*(f"  (void){key};" for key in unused), body])
        arguments = ", ".join(f"const double {key}[{s.numel()}]" for key, s in inputs.items())
        return "\n".join([*parts, pieces.EXPLAIN.format(name=self.name, arguments=arguments, body=body).lstrip()])

    @property
    def _live(self) -> str:
        """The live parameters among the arguments of a static function, with a comma."""
        return "live, " if self.struct.members else ""

    def argument_checks(self, sizes: dict[str, int]) -> list[tuple[str, str]]:
        """Return the C conditions under which arguments of these sizes are rejected, each with its status."""
        sizes = {**({"live": len(self.struct.values)} if self.struct.members else {}), **sizes}
        finite = [f"!{self.name}_all_finite({n}, {key})" for key, n in sizes.items() if key != "mode"]
        checks = [(" || ".join(finite), "NOT_FINITE")]
        if "mode" in sizes:
            checks.append((f"!{self.name}_all_signs(mode)", "BAD_MODE"))
        if self.is_quaternion:
            checks.append((f"!{self.name}_is_unit(x + 3)", "NOT_UNIT"))
        if "unknowns" in sizes:
            checks.append((f"!{self.name}_is_closed(x, {self._live}unknowns)", "NOT_CLOSED"))
        return checks

    def prototype(self, graph: FinishedGraph, quantity: str) -> str:
        """Declare the exported function of a quantity."""
        without, name = ("pivots", "parameters"), f"{self.name}_{quantity}"
        return prototype(graph.function, name, f"{self.name}_status", without, self.struct.argument)

    def function(self, graph: FinishedGraph, quantity: str) -> str:
        """Write the exported function, which checks the static function NAME_quantity_graph.

        graph : its last output are its pivots
        """
        f, smallest = graph.function, smallest_pivots(quantity, graph)
        name, outputs = self.name, [(f.name_out(k), f.numel_out(k)) for k in range(f.n_out() - 1)]
        inputs = {f.name_in(k): f.numel_in(k) for k in range(f.n_in())}
        lines = [self.prototype(graph, quantity), "{", *(f"  {line}" for line in self.struct.reading)]
        if len(smallest):
            lines += [f"  static {constant('smallest', smallest)}", f"  double pivots[{len(smallest)}] = {{0.0}};"]
        lines += [f"  double found_{key}[{n}] = {{0.0}};" for key, n in outputs]
        lines.append(f"  {name}_status status = {name}_OK;")
        for k, (condition, status) in enumerate(self.argument_checks({k: n for k, n in inputs.items() if k != "parameters"})):
            lines.append(f"  {'else ' * (k > 0)}if ({condition}) status = {name}_{status};")
        passed = ["live" if key == "parameters" else key for key in inputs]
        called = [*passed, *(f"found_{key}" for key, _ in outputs), *(["pivots"] if len(smallest) else [])]
        lines += ["  else {", f"    {name}_{quantity}_graph({', '.join(called)});"]
        lines += [*self._verdict(outputs, len(smallest), "mode" in inputs, graph.blind), "  }"]
        lines += [f"  {name}_give(status, {n}, found_{key}, {key});" for key, n in outputs]
        return "\n".join([*lines, "  return status;", "}", ""])

    def _verdict(self, outputs: list[tuple[str, int]], n_pivots: int, has_mode: bool, blind: bool) -> list[str]:
        """Write the checks of pivots and results after the evaluation."""
        name = self.name
        finite = " || ".join(f"!{name}_all_finite({n}, found_{key})" for key, n in outputs)
        lines = [f"    if (!{name}_all_large({n_pivots}, pivots, smallest)) status = {name}_SINGULAR;"] if n_pivots else []
        lines.append(f"    {'else ' * bool(n_pivots)}if ({finite}) status = {name}_NOT_FINITE;")
        if self.geometry.is_closed_form:
            mode = [] if not self.n_signs else ["mode" if has_mode else f"{name}_default_mode"]
            live = ["live"] if self.struct.members else []
            always = "" if blind else f"if (status != {name}_OK) "  # a blind graph does not notice that a leg is too short
            lines.append(f"    {always}status = {name}_explain({', '.join(['status', 'x', *live, *mode])});")
        return lines


def _names_in(f: ca.Function) -> str:
    return ", ".join(f.name_in(k) for k in range(f.n_in()))
