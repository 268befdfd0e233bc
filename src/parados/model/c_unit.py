"""Write header and source of a robot's models in C: status, live parameters, closing, forward geometry, all quantities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parados.errors import InputError, RobotFileError
from parados.flexible.flexible_structure import is_elastic
from parados.flexible.linear import check_unloaded
from parados.geometry.working_modes import mode_signs
from parados.graph.c_source import named_source
from parados.graph.finished_graph import FinishedGraph
from parados.model.c_closing import Closing
from parados.model.c_forward_export import ForwardExport
from parados.model.c_parameters import ParameterStruct
from parados.model.c_pieces import HEADER, OPENING, SINGLE
from parados.model.c_status import Guard, constant
from parados.model.c_text import comment, identifier
from parados.model.compiled_robot import CompiledRobot
from parados.model.quantities import QUANTITIES
from parados.model.quantity import Options
from parados.model.whole_turns import counts_turns, turned_robot

__all__ = ["LOADED", "CUnit"]

LOADED = ("inverse_dynamics", "forward_dynamics", "bias")
"""Quantities that are also exported with the wrench on the platform and a factor of the friction as inputs."""


@dataclass(frozen=True)
class CUnit:
    """Writer of the header and the source for the graphs of one robot.

    left_out : why an elastic robot has no elastic_matrices, or an empty text
    """

    model: CompiledRobot
    name: str
    graphs: dict[str, FinishedGraph]
    struct: ParameterStruct
    left_out: str = ""

    @classmethod
    def of(
        cls, model: CompiledRobot, *, loaded: bool = False, regressor: bool = False, only: Sequence[str] | None = None
    ) -> CUnit:
        """Build the graphs of a model: all exported quantities, and on request those with loads, and the regressor.

        only : names of the functions to keep, instead of all; `joints` is always kept, since the status needs it
        """
        name = identifier(model.spec.name)
        struct = ParameterStruct.of(model, name)
        if struct.members and model._only_shares:  # the text must not depend on what other robots share the model
            model = CompiledRobot(model._evaluator.robot.alone(), model.backend)
            struct = ParameterStruct.of(model, name)
        why_not = _why_not_elastic(model)
        exported = [key for key, entry in QUANTITIES.items() if entry.exported]
        exported += ["elastic_matrices"] * (why_not is None) + ["regressor"] * regressor
        wanted = {key: (key, Options()) for key in exported}
        wanted |= {f"{key}_loaded": (key, Options(switched=True)) for key in LOADED * loaded}
        kept = [key for key in wanted if only is None or key in (*only, "joints")]
        graphs = {key: model._evaluator.ready(*wanted[key]).graph for key in kept}
        return cls(model, name, graphs, struct, why_not or "")

    @property
    def _guard(self) -> Guard:
        return Guard(self.name, self.model.survey.geometry, self.struct)

    @property
    def _closing(self) -> Closing:
        return Closing(self.name, self.model._evaluator.graphs, self._guard.n_signs, self.struct)

    @property
    def _forward(self) -> ForwardExport:
        return ForwardExport(self.model, self._guard, self._closing)

    @property
    def _watched(self) -> bool:
        """True if any graph has pivots."""
        return any(graph.pivot_names for graph in self.graphs.values())

    @property
    def _is_numeric(self) -> bool:
        return not self.model.survey.geometry.is_closed_form

    def header(self) -> str:
        """Return the text of the header NAME.h."""
        name, labels = self.name, self.model.labels
        parts = [self._guard.status_type(), "", *self.struct.declarations()]
        if self._guard.n_signs:
            parts.append(f"extern const double {name}_default_mode[{self._guard.n_signs}];")
        if self._is_numeric:
            parts += self._closing.declarations()
        parts += self._forward.declarations()
        for quantity, graph in self.graphs.items():
            parts.append(f"{self._guard.prototype(graph, quantity)};")
        parts += self._about_the_graphs()
        if self.left_out:
            parts.append(f"/* elastic_matrices is left out: {comment(self.left_out)} */")
        shown = {key: comment(", ".join(labels[key])) for key in ("x", "q")}
        return HEADER.format(title=comment(self.model.spec.title), name=name, body="\n".join(parts), **shown)

    def _about_the_graphs(self) -> list[str]:
        """Write from where turns are counted, and what arguments of the loaded functions and columns of the regressor mean."""
        found = []
        evaluator = self.model._evaluator
        if counts_turns(evaluator) and (turning := turned_robot(evaluator).counted_from_home):
            shown = comment(", ".join(turning))
            found.append(f"/* {shown}: angles within half a turn of home, where springs or couplings depend on whole turns */")
        if "inverse_dynamics_loaded" in self.graphs:
            wrench = "wrench: of the environment on the platform at P, base axes [N, N m]; " * self.model.spec.has_platform
            found.append(f"/* {wrench}friction: factor of all friction efforts, 1 with friction and 0 without */")
        if "regressor" in self.graphs:
            names = self.model.parameter_names
            at = " at the default values of the live parameters" * bool(self.struct.members)
            shown = comment(", ".join(names))
            found.append(f"/* tau = regressor * dynamic_parameters; their values{at}, in this order: {shown} */")
            found.append(f"extern const double {self.name}_dynamic_parameters[{len(names)}];")
        return found

    def single_header(self) -> str:
        """Return the text of NAME.h with the source inside; one file of a program must ask for it by a macro."""
        source = self.source().replace(f'#include "{self.name}.h"\n', "", 1)
        return self.header() + SINGLE.format(name=self.name, source=source)

    def source(self) -> str:
        """Return the text of the source NAME.c."""
        name, guard, survey = self.name, self._guard, self.model.survey
        parts = [OPENING.format(name=name), *self.struct.definitions()]
        if guard.n_signs:
            parts.append(constant(f"{name}_default_mode", mode_signs(survey.geometry, self.model.working_mode())))
        if "regressor" in self.graphs:
            parts.append(constant(f"{name}_dynamic_parameters", self.model.parameters))
        parts.append(guard.helpers(self._watched))
        parts += ["static " + named_source(graph.function, f"{name}_{key}_graph") for key, graph in self.graphs.items()]
        if self._is_numeric:
            parts += [constant(f"{name}_home", survey.home), constant(f"{name}_home_unknowns", survey.home_unknowns)]
            mode = {"mode": guard.n_signs} if guard.n_signs else {}
            sizes = {"x": len(survey.home), **mode, "unknowns": len(survey.home_unknowns)}
            checks = [check for check in guard.argument_checks(sizes) if check[1] != "NOT_CLOSED"]
            parts.append(self._closing.source(checks))
        else:
            parts.append(guard.explanation(self.graphs["joints"].function))
        parts.append(self._forward.source(self._watched))
        parts += [guard.function(graph, key) for key, graph in self.graphs.items()]
        return "\n".join(parts)


def _why_not_elastic(model: CompiledRobot) -> str | None:
    """Return the reason why the flexible models are not exported: None if they are, an empty text if nothing is elastic."""
    if not is_elastic(model._evaluator.robot.links):
        return ""
    try:
        _ = model._evaluator.robot.flexible
        check_unloaded(model._evaluator.robot.mechanism)
    except (RobotFileError, InputError) as error:
        return str(error)
    return None
