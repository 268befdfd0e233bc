"""A study: a robot, variables with ranges, motions and regions, indices, constraints, objectives, and a search."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.api import Robot, load
from parados.arguments import Progress, check_progress, copied, file_path, instance, real_array, text, word
from parados.cluster.crews import chosen_crew
from parados.cluster.dask_cluster import Cluster
from parados.errors import InputError, UnknownNameError
from parados.geometry.working_modes import read_mode
from parados.model.model import Model
from parados.storage.travel import WithoutDerived
from parados.study.index_units import unit_of_index
from parados.study.mode_words import mode_facts
from parados.study.search_table import read_search
from parados.study.study_motions import motion_states, region_states
from parados.study.study_parts import (
    Variable,
    check_columns,
    check_names,
    read_constraints,
    read_indices,
    read_objectives,
    read_variables,
)
from parados.study.study_states import StudyStates
from parados.text.result_display import Display, Shown, Table

if TYPE_CHECKING:
    from parados.study.study_result import StudyResult

__all__ = ["Study"]

Array = NDArray[np.float64]


class Study(Shown, WithoutDerived):
    """A study of designs of one robot.

    robot : a robot, a name from the catalog, or the path of a robot file
    variables : name of a parameter of the file -> its range [lower, upper]
    indices : name in the study -> the name of an index, or a mapping with `index`, `over` and options of the index
    motions : name -> a trajectory, a `MotionTable`, or a mapping as in a file of a study
    regions : name -> a mapping of coordinates to [lower, upper, count], with `at` for the fixed ones and `whole`
    constraints : name of an index of the study -> a mapping with `min`, `max` or both
    objectives : name of an index of the study -> "min" or "max"
    search : mapping with `kind` and the options of the search; by default 256 designs of a Sobol sequence
    parameters : other values of parameters of the file, for all designs
    mode : working mode of all designs, with one entry for each leg; by default that of the file
    name : name of the study, for reports
    folder : folder from which paths in the study start
    """

    def __init__(
        self,
        robot: Robot | str | Path,
        *,
        variables: Mapping[str, ArrayLike],
        indices: Mapping[str, Any],
        motions: Mapping[str, Any] | None = None,
        regions: Mapping[str, Any] | None = None,
        constraints: Mapping[str, Mapping[str, float]] | None = None,
        objectives: Mapping[str, str] | None = None,
        search: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        mode: ArrayLike | None = None,
        name: str = "study",
        folder: str | Path = ".",
    ) -> None:
        self.name, self.folder = text("name", name), file_path("folder", folder, "the path of a folder")
        own = robot if isinstance(robot, Robot) else load(robot)
        values = dict(instance("parameters", {} if parameters is None else parameters, Mapping, "a mapping of names to values"))
        self.robot = own.with_parameters(**values) if values else own
        self.mode = self.robot.survey.mode if mode is None else read_mode(self.robot.survey.geometry, mode)
        self.variables = self._in_file(read_variables(variables))
        both = [one.name for one in self.variables if one.name in values]
        if both:
            raise InputError(
                f"parameters: {both[0]} is also a variable, so this value would have no effect; leave one of them out"
            )
        given = (_mapping("motions", motions), _mapping("regions", regions))
        kinds = {**dict.fromkeys(given[0], "motion"), **dict.fromkeys(given[1], "region")}
        twice = sorted(set(given[0]) & set(given[1]))
        if twice:
            raise InputError(f"regions: {twice[0]} is also the name of a motion; give them different names")
        self.indices = read_indices(indices, kinds)
        names = [one.name for one in self.indices]
        check_columns(self.names, names)
        self.constraints = read_constraints(constraints, names)
        self.objectives = read_objectives(objectives, names)
        self.search = read_search(search, self)
        self._given = given

    def __getstate__(self) -> dict[str, object]:
        """Pickle the robot as its description, and the states: another machine need not have the files of the motions."""
        return {**super().__getstate__(), "states": self.states}

    def _in_file(self, found: list[Variable]) -> list[Variable]:
        """Return the variables with the units and values of the file; raises if one is not a number of the file."""
        known = self.robot.parameters
        complete = []
        for one in found:
            details = known.details(
                word("variables", one.name, list(known), UnknownNameError, f"a parameter of {self.robot.name}")
            )
            if np.ndim(details.value):
                raise InputError(f"variables[{one.name}]: it is a list in the file; name its entries as parameters of their own")
            if details.range and not details.range[0] <= one.lower < one.upper <= details.range[1]:
                ends = f"{details.range[0]:g} to {details.range[1]:g}"
                raise InputError(f"variables[{one.name}]: the range leaves that of the robot file, {ends}")
            complete.append(Variable(one.name, one.lower, one.upper, details.unit, float(details.value)))
        return complete

    @property
    def names(self) -> list[str]:
        """Names of the n variables."""
        return [one.name for one in self.variables]

    @property
    def lower(self) -> Array:
        """(n,) lower ends of the ranges."""
        return np.array([one.lower for one in self.variables])

    @property
    def upper(self) -> Array:
        """(n,) upper ends of the ranges."""
        return np.array([one.upper for one in self.variables])

    @cached_property
    def model(self) -> Model:
        """The model of the family, in which the variables and what indices vary are live; it runs on one thread."""
        more = [name for one in self.indices if one.index.live for name in one.index.live(one.options)]
        return self.robot.compile(live=list(dict.fromkeys([*self.names, *more]))).with_threads(1)

    @cached_property
    def states(self) -> dict[str, StudyStates]:
        """The states of each motion and region by name, and home under the empty name."""
        motions, regions = self._given
        home = self.model.survey.home[None]
        still = np.zeros((1, len(self.model.labels["xd"])))
        found = {"": StudyStates("", home, still, still)}
        found |= {name: motion_states(name, given, self.model, self.folder) for name, given in motions.items()}
        return found | {name: region_states(name, given, self.model) for name, given in regions.items()}

    @cached_property
    def units(self) -> dict[str, str]:
        """Unit of each variable and of each index of the study."""
        own = {one.name: one.unit for one in self.variables}
        return own | {one.name: unit_of_index(self.model, one, self.states[one.over]) for one in self.indices}

    @cached_property
    def key(self) -> str:
        """Text that two studies share if they evaluate the same designs in the same way."""
        states = {name: sha256(np.hstack([s.x, s.xd, s.xdd]).tobytes()).hexdigest() for name, s in self.states.items()}
        parts = {
            "robot": self.robot.spec.model_dump_json(),
            "variables": [(one.name, one.lower, one.upper) for one in self.variables],
            "states": states,
            "indices": [(one.name, one.index.name, one.over, repr(dict(one.options))) for one in self.indices],
            "constraints": [(one.name, one.least, one.most) for one in self.constraints],
            "objectives": self.objectives,
            "search": self.search.description,
            "mode": self.mode,
        }
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    def evaluate(self, designs: ArrayLike) -> StudyResult:
        """Evaluate some designs (D, n), without a search: the indices of each, and whether it is feasible."""
        from parados.study.design_evaluation import DesignEvaluation
        from parados.study.design_parts import JoinedParts
        from parados.study.study_result import StudyResult

        array = np.atleast_2d(real_array("designs", designs))
        if array.shape[-1] != len(self.variables) or array.ndim != 2:
            raise InputError(
                f"designs: shape (D, {len(self.variables)}) is expected, one column for each variable, not {array.shape}"
            )
        return StudyResult(self, JoinedParts.once([DesignEvaluation(self).rows(array)]))

    def run(
        self,
        folder: str | Path | None = None,
        *,
        threads: int | None = None,
        cluster: Cluster | None = None,
        progress: Progress | None = None,
    ) -> StudyResult:
        """Search, and return all evaluated designs.

        folder : folder in which finished designs are kept; a study that was interrupted continues there. None keeps nothing
        threads : number of threads that evaluate designs at the same time, by default the number of cores
        cluster : processes that evaluate the designs instead of threads
        progress : function progress(done, total), called with the numbers of designs done and in total
        """
        from parados.study.study_run import run_study

        check_progress(progress)
        crew = chosen_crew(threads, cluster)
        place = None if folder is None else file_path("folder", folder, "the path of a folder")
        return run_study(self, place, crew, progress)

    @property
    def facts(self) -> dict[str, object]:
        """The search, and the working mode if it is not the default one, in a few words."""
        return {"search": self.search.told, **mode_facts(self.mode, self.robot.survey.mode)}

    def _display(self) -> Display:
        rows = [[one.name, f"{one.lower:g} to {one.upper:g}", one.unit] for one in self.variables]
        bounds = {one.name: one.told for one in self.constraints}
        lines = [
            [one.name, one.index.name, one.over or "robot", bounds.get(one.name, ""), self.objectives.get(one.name, "")]
            for one in self.indices
        ]
        return Display(
            f"Study {self.name} of {self.robot.name}",
            self.facts,
            [Table(("variable", "range", "unit"), rows), Table(("index", "computes", "over", "constraint", "objective"), lines)],
        )


def _mapping(name: str, given: Any) -> dict[str, Any]:
    found = dict(instance(name, {} if given is None else given, Mapping, f"a mapping of names to {name}"))
    check_names(name, found)
    return {key: copied(content) for key, content in found.items()}
