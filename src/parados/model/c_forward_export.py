"""Write the exported C function of the forward geometry, for a controller that measures q: Newton's method from a guess of x."""

from __future__ import annotations

from dataclasses import dataclass

from parados.geometry.contraction import FARTHEST
from parados.model.c_closing import Closing, all_signs
from parados.model.c_forward import ForwardText
from parados.model.c_numeric_forward import NumericForwardText, closure_tangent
from parados.model.c_status import Guard
from parados.model.compiled_robot import CompiledRobot
from parados.model.forward_quantities import points
from parados.model.quantity import Options

__all__ = ["ForwardExport"]

_CLOSED_FORM = """
{prototype}
{{
{read}  double found[{n_x}], first[{n_v}], sense;
  {name}_status status;
  int j;
  {checks}
  for (j = 0; j < {n_x}; ++j) found[j] = x[j];
  status = {name}_forward(q, {passed}found, first, &sense);
  if (status == {name}_UNREACHABLE) return {name}_explain({name}_NOT_FINITE, x{explained});
  if (status == {name}_OK) for (j = 0; j < {n_x}; ++j) x[j] = found[j];
  return status;
}}
"""

_NUMERIC = """
{prototype}
{{
{read}  double found[{n_x}], u[{n_u}], moved[{n_u}], first[{n_v}], sense;{signs}
  {name}_status status;
  int j;
  {checks}
  for (j = 0; j < {n_x}; ++j) found[j] = x[j];
  for (j = 0; j < {n_u}; ++j) u[j] = unknowns[j];
  status = {name}_forward(q, {passed}found, u, first, &sense);
  if (status != {name}_OK) return status;
  for (j = 0; j < {n_u}; ++j) moved[j] = u[j] - unknowns[j];
  if (!({name}_motion(moved) < {farthest!r})) return {name}_NOT_CLOSED;{obeyed}
  for (j = 0; j < {n_x}; ++j) x[j] = found[j];
  for (j = 0; j < {n_u}; ++j) unknowns[j] = u[j];
  return {name}_OK;
}}
"""

_OBEYED = "\n  if (!{name}_obeys(found, {live}u, signs)) return {name}_OTHER_MODE;"


@dataclass(frozen=True)
class ForwardExport:
    """Writer of NAME_forward_kinematics of one robot.

    closing : writer of NAME_close, whose static functions a numeric geometry uses
    """

    model: CompiledRobot
    guard: Guard
    closing: Closing

    @property
    def is_possible(self) -> bool:
        """True if the robot has at least as many actuators as degrees of freedom."""
        mechanism = self.model.mechanism
        return len(mechanism.actuated) >= mechanism.n_dof

    @property
    def _sizes(self) -> dict[str, int]:
        """Arrays among the arguments, in their order, with their sizes."""
        mechanism, n_u = self.model.mechanism, self.model.survey.geometry.unknowns.numel()
        mode = {"mode": self.guard.n_signs} if self.guard.n_signs else {}
        return {"q": len(mechanism.actuated), **mode, "x": mechanism.n_x, **({"unknowns": n_u} if n_u else {})}

    @property
    def prototype(self) -> str:
        name, results = self.guard.name, ("x", "unknowns")
        arrays = [f"{'' if key in results else 'const '}double {key}[{size}]" for key, size in self._sizes.items()]
        return f"{name}_status {name}_forward_kinematics({', '.join([*self.guard.struct.argument, *arrays])})"

    def declarations(self) -> list[str]:
        """Return the declarations for the header."""
        if not self.is_possible:
            return ["/* forward_kinematics is left out: the actuators do not determine the pose */"]
        if "unknowns" not in self._sizes:
            text = "Find the pose x of actuated joints q, from a guess in x. If this fails, x is not changed:"
            return [f"/* {text}\n   {self._codes} */", f"{self.prototype};"]
        near = f"less than {FARTHEST:g} rad or {FARTHEST:g} m away"
        return [
            f"/* Find the pose x and the unknowns of actuated joints q, from guesses in x and unknowns, {near}.",
            f"   If this fails, x and unknowns are not changed: {self._codes} */",
            f"{self.prototype};",
        ]

    @property
    def _codes(self) -> str:
        name = self.guard.name
        return f"{name}_NOT_CLOSED if no pose is found, {name}_SINGULAR if the Jacobian loses rank on the way."

    def source(self, has_large: bool) -> str:
        """Write the function, after those of `closing`; `has_large` is True if NAME_all_large is already defined."""
        if not self.is_possible:
            return ""
        name, mechanism, struct = self.guard.name, self.model.mechanism, self.guard.struct
        checks = [check for check in self.guard.argument_checks(self._sizes) if check[1] != "NOT_CLOSED"]
        live = "live, " if struct.members else ""
        shared = {
            "name": name,
            "prototype": self.prototype,
            "n_x": mechanism.n_x,
            "n_v": mechanism.n_dof,
            "checks": "\n  ".join(f"if ({condition}) return {name}_{status};" for condition, status in checks),
            "read": "".join(f"  {line}\n" for line in struct.reading),
        }
        if "unknowns" not in self._sizes:
            graph = self.model._evaluator.ready("forward_step", Options()).graph
            graphs = self.model._evaluator.graphs
            text = ForwardText(name, mechanism, graph, points(mechanism, graphs.survey.geometry), graphs.actuator_periods)
            passed = "".join(f"{'live' if key == 'parameters' else key}, " for key in text.extra)
            explained = (", live" if live else "") + (", mode" if self.guard.n_signs else "")
            return text.source(has_large) + _CLOSED_FORM.format(**shared, passed=passed, explained=explained)
        core, graphs = self.closing.core, self.model._evaluator.graphs
        numeric = _NUMERIC.format(
            **shared,
            n_u=self._sizes["unknowns"],
            passed=live,
            signs=all_signs(graphs.survey.geometry),
            farthest=FARTHEST,
            obeyed=_OBEYED.format(name=name, live=live) if core.sizes["n_sides"] else "",
        )
        return NumericForwardText(core, lambda: closure_tangent(graphs)).source() + numeric
