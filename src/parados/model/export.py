"""Export C code for a controller: a header, a source and a test driver that need only libm and allocate no memory.

Arrays have the names and sizes of the API; matrices are stored by rows. `mode` holds the signs of the free roots of the
inverse geometry; the default of the file is a constant in the header. If the geometry is numeric, `NAME_close` computes
`unknowns` in that mode, starting from `NAME_home_unknowns` or from the last ones. `NAME_forward_kinematics` finds x for measured
positions q of the actuated joints, starting from a guess. Every function returns a status
(`c_status`); if it is not NAME_OK, all results are NaN. If the model has live parameters, the first argument of every function
is a struct of them (`c_parameters`); its default is a constant in the header.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from parados.errors import InputError, RobotFileError
from parados.flexible.flexible_structure import is_elastic
from parados.flexible.linear import check_unloaded
from parados.geometry.working_modes import mode_signs
from parados.graph.c_source import named_source
from parados.graph.finished_graph import FinishedGraph
from parados.model.c_closing import Closing
from parados.model.c_driver import driver
from parados.model.c_forward_export import ForwardExport
from parados.model.c_parameters import ParameterStruct
from parados.model.c_pieces import HEADER, OPENING
from parados.model.c_status import Guard, constant
from parados.model.c_text import comment, identifier
from parados.model.compiled_robot import CompiledRobot
from parados.model.files_together import checked_folder, write_together
from parados.model.options import Options
from parados.model.quantities import QUANTITIES

__all__ = ["export_c"]


def export_c(model: CompiledRobot, folder: str | Path) -> list[Path]:
    """Write NAME.h, NAME.c and test_NAME.c into a folder, all of them or none; returns their paths."""
    path, name = checked_folder(folder), identifier(model.spec.name)
    struct = ParameterStruct.of(model, name)
    if struct.members and model._only_shares:  # the text must not depend on what other robots share the model
        model = CompiledRobot(model.robot.alone(), model.backend)
        struct = ParameterStruct.of(model, name)
    exported = [key for key, entry in QUANTITIES.items() if entry.exported]
    why_not = _why_not_elastic(model)
    exported += ["elastic_matrices"] * (why_not is None)
    graphs = {key: model._evaluator.ready(key, Options()).graph for key in exported}
    unit = _Unit(model, name, graphs, struct, why_not or "")
    texts = {f"{name}.h": unit.header(), f"{name}.c": unit.source(), f"test_{name}.c": driver(model, name, graphs, struct)}
    return write_together(path, texts)


def _why_not_elastic(model: CompiledRobot) -> str | None:
    """Return the reason why the flexible models are not exported: None if they are, an empty text if nothing is elastic."""
    if not is_elastic(model.robot.links):
        return ""
    try:
        _ = model.robot.flexible
        check_unloaded(model.robot.mechanism)
    except (RobotFileError, InputError) as error:
        return str(error)
    return None


@dataclass(frozen=True)
class _Unit:
    """Writer of the header and the source for the graphs of one robot.

    left_out : why an elastic robot has no elastic_matrices, or an empty text
    """

    model: CompiledRobot
    name: str
    graphs: dict[str, FinishedGraph]
    struct: ParameterStruct
    left_out: str = ""

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
        if self.left_out:
            parts.append(f"/* elastic_matrices is left out: {comment(self.left_out)} */")
        shown = {key: comment(", ".join(labels[key])) for key in ("x", "q")}
        return HEADER.format(title=comment(self.model.spec.title), name=name, body="\n".join(parts), **shown)

    def source(self) -> str:
        """Return the text of the source NAME.c."""
        name, guard, survey = self.name, self._guard, self.model.survey
        parts = [OPENING.format(name=name), *self.struct.definitions()]
        if guard.n_signs:
            parts.append(constant(f"{name}_default_mode", mode_signs(survey.geometry, self.model.working_mode())))
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
