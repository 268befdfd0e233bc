"""Iterative solvers in compiled C: the loops of a numeric geometry, and the forward geometry.

`CompiledClosing` follows each row from home, or from the row before, in the same way as `NumericModes` (`c_following`). A row
without a result is tried again in Python where Python has more ways: it uses all closure rows if some are redundant, avoids
gimbal lock, and takes more steps to follow the turns of a screw.

`CompiledForward` solves a stack in one call, in the same way as `forward_geometry` does in Python. It reports a row whose start
is singular. In Python the pseudo-inverse then steps along the motions that the actuators control.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.errors import CompilerError
from parados.geometry.numeric_modes import NumericModes
from parados.geometry.placements import Placements
from parados.graph.compiled_library import compiler
from parados.graph.finished_graph import FinishedGraph
from parados.graph.one_state import Before
from parados.graph.row_library import RowLibrary
from parados.graph.rows_call import RowsCall
from parados.model.c_following import FOLLOWED, following_source
from parados.model.c_forward import ForwardText
from parados.model.c_forward_rows import FORWARD_ROWS, closed_form_rows, numeric_rows
from parados.model.c_newton import NewtonText
from parados.model.c_numeric_forward import NumericForwardText, closure_tangent
from parados.model.closure_functions import ClosureFunctions, Store
from parados.model.forward_quantities import points
from parados.model.graphs import Graphs
from parados.model.status_codes import STATUSES

__all__ = ["CompiledClosing", "CompiledForward"]

Array = NDArray[np.float64]

OK, SINGULAR, NOT_CLOSED, OTHER_MODE = (
    float(list(STATUSES).index(name)) for name in ("OK", "SINGULAR", "NOT_CLOSED", "OTHER_MODE")
)


class CompiledClosing:
    """Solver for the unknowns of one robot with numeric geometry; models with other live parameters share it.

    backend : "c", "vm" or "auto"
    store : where the graphs of the closures are kept
    """

    def __init__(self, graphs: Graphs, backend: str, store: Store) -> None:
        self.graphs, self.backend, self.store = graphs, backend, store
        self._homes: dict[bytes, Array | None] = {}

    @cached_property
    def modes(self) -> NumericModes:
        """The solver in Python; a family starts at the home of the robot file."""
        survey = self.graphs.robot.survey
        return NumericModes(survey.placements or Placements(survey.geometry), survey.home_given, survey.home_unknowns)

    @cached_property
    def library(self) -> RowLibrary | None:
        """The solver in C; None without a compiler, and if equations place every joint, so that nothing is followed."""
        if self.backend == "vm" or self.modes.placements.complete or (self.backend == "auto" and compiler() is None):
            return None
        core = NewtonText("loops", self.graphs, ClosureFunctions.of(self.graphs, self.store))
        n_x, n_u, _, n_sides = core.sizes.values()
        inputs = {"given": n_x + core.n_live, "start_given": n_x + core.n_live, "start": n_u, "signs": n_sides, "motion": 1}
        try:
            return RowLibrary(following_source(core), FOLLOWED, inputs, {"unknowns": n_u, "status": 1})
        except CompilerError:
            if self.backend == "c":
                raise
            return None  # the kernels warn that there is no compiler

    @cached_property
    def _decides(self) -> bool:
        """True if C tries all ways that Python tries: no closure row is redundant, and no turn of a screw must be followed.

        If the platform's three angles are unknowns, Python avoids their gimbal lock; C does not.
        """
        solver = self.modes.solver
        return solver.n_rows == solver.n_unknowns and not solver.steps.turns and np.isinf(solver.motions.finest_pitch)

    def unknowns(self, given: Array, signs: Array, threads: int = 1) -> Array:
        """(N, n_u) configurations at poses with live parameters (N, n_given); NaN where none was found in this mode.

        signs : (n_choices,) signs of all choices;  threads : number of threads for large stacks
        """
        library, start = self.library, self._at_home(signs)
        if library is None or start is None:
            return self.modes.unknowns(given, signs)
        found, status = self._run(library, given, self.modes.home, start, signs, False, threads)
        if not status.any():
            return found
        other = np.flatnonzero(status == OTHER_MODE)
        if len(other):
            found[other] = self.modes.in_mode(given[other], found[other], signs)
        final = (OK, OTHER_MODE, NOT_CLOSED) if self._decides else (OK, OTHER_MODE)
        rest = np.flatnonzero(~np.isin(status, final))
        if len(rest):
            found[rest] = self.modes.unknowns(given[rest], signs)
        return found

    def before(self, live: Array | None, signs: Array) -> Before | None:
        """Return the solver as the function before a kernel of one state; None if there is none in C, or no mode at home.

        live : (n_p,) values of the live parameters
        """
        library, start = self.library, self._at_home(signs)
        if library is None or start is None:
            return None
        fixed = [np.ascontiguousarray(part, dtype=float) for part in (self.modes.home, start, signs, [0.0])]
        shapes = [(1, size) for size in library.outputs.values()]

        def call(given: Array) -> tuple[RowsCall, dict[str, Array]]:
            found, status = (np.empty(shape) for shape in shapes)
            return RowsCall(1, [given, *fixed], [found, status]), {"unknowns": found[0]}

        return Before(library.function, "x", np.zeros(0) if live is None else live, call)

    def along(self, given: Array, signs: Array) -> Array:
        """(N, n_u) configurations along a motion, each followed from the row before.

        NaN from the first row that cannot be reached from the row before.
        """
        library = self.library
        if library is None:
            return self.modes.along(given, signs)
        found = np.full((len(given), self.modes.solver.n_unknowns), np.nan)
        found[0] = self.unknowns(given[:1], signs)[0]
        k = 0
        while k + 1 < len(given) and np.isfinite(found[k]).all():
            ahead, status = self._run(library, given[k + 1 :], given[k], found[k], signs, True)
            good = len(ahead) if not status.any() else int(np.argmax(status != OK))
            found[k + 1 : k + 1 + good] = ahead[:good]
            k += good
            if k + 1 < len(given):  # C did not reach the next row
                if self._decides and status[good] != SINGULAR:
                    break
                found[k + 1] = self.modes.follow_row(given[k], found[k], given[k + 1], signs)
                k += 1
        return found

    def _run(
        self, library: RowLibrary, given: Array, start_given: Array, start: Array, signs: Array, motion: bool, threads: int = 1
    ) -> tuple[Array, Array]:
        """Return the configurations (N, n_u) that C has found, and the status of each row (N,)."""
        if len(given) == 1:
            found, status = library.one([given[0], start_given, start, signs, float(motion)])
            return found[None], status
        flag = np.array([float(motion)])
        inputs = {"given": given, "start_given": start_given, "start": start, "signs": signs, "motion": flag}
        results = library(len(given), inputs, threads)
        return results["unknowns"], results["status"][:, 0]

    def _at_home(self, signs: Array) -> Array | None:
        """(n_u,) the configuration at home in a working mode, computed once; None if there is none."""
        key = signs.tobytes()
        if key not in self._homes:
            found = self.modes.at_home(signs)
            self._homes[key] = found if np.isfinite(found).all() else None
        return self._homes[key]


class CompiledForward:
    """The forward geometry of one robot in C; models with other live parameters share it.

    backend : "c", "vm" or "auto"
    graph : returns the quantity `forward_step`
    store : where the graphs of the closures are kept
    """

    def __init__(self, graphs: Graphs, backend: str, graph: Callable[[], FinishedGraph], store: Store) -> None:
        self.graphs, self.backend, self.graph, self.store = graphs, backend, graph, store
        self.home_senses: dict[bytes, float] = {}  #: sense at home, for values of the live parameters

    @cached_property
    def library(self) -> RowLibrary | None:
        """The compiled function; None without a compiler, for robots with fewer actuators than coordinates, and if joints move
        several actuators (a differential).
        """
        mechanism = self.graphs.mechanism
        if self.backend == "vm" or (self.backend == "auto" and compiler() is None):
            return None
        if len(mechanism.actuated) < mechanism.n_dof or not self.graphs.has_periods:
            return None
        try:
            return self._closed_form() if self.graphs.survey.geometry.is_closed_form else self._numeric()
        except CompilerError:
            if self.backend == "c":
                raise
            return None  # the kernels warn that there is no compiler

    @cached_property
    def plain_library(self) -> RowLibrary | None:
        """The compiled function if x needs no more work: it has no quaternion and no joints."""
        mechanism = self.graphs.mechanism
        return None if mechanism.platform.is_quaternion or mechanism.joints_in_x else self.library

    def _closed_form(self) -> RowLibrary:
        mechanism = self.graphs.mechanism
        pointing, periods = points(mechanism, self.graphs.survey.geometry), self.graphs.actuator_periods
        text = ForwardText("forward", mechanism, self.graph(), pointing, periods)
        inputs = {"q": len(mechanism.actuated), "guess": mechanism.n_x, **text.extra, "motion": 1}
        return RowLibrary(closed_form_rows(text), FORWARD_ROWS, inputs, {"x": mechanism.n_x, "status": 1, "sense": 1})

    def _numeric(self) -> RowLibrary:
        mechanism = self.graphs.mechanism
        core = NewtonText("forward", self.graphs, ClosureFunctions.of(self.graphs, self.store))
        text = NumericForwardText(core, lambda: self.store("closure_tangent", lambda: closure_tangent(self.graphs)))
        n_x, n_u, live = mechanism.n_x, core.sizes["n_u"], {"parameters": core.n_live} if core.n_live else {}
        inputs = {"q": len(mechanism.actuated), "guess": n_x, "start": n_u, **live, "motion": 1}
        return RowLibrary(numeric_rows(core, text), FORWARD_ROWS, inputs, {"x": n_x, "unknowns": n_u, "status": 1, "sense": 1})

    def run(self, library: RowLibrary, inputs: dict[str, Array], motion: bool, threads: int = 1) -> dict[str, Array]:
        """Solve a stack; inputs q (N, n_a), guess, mode, parameters and, if numeric, start: rows or one row for all."""
        count = len(inputs["q"])
        if count > 1:
            return library(count, {**inputs, "motion": np.array([float(motion)])}, 1 if motion else threads)
        inputs = {**inputs, "motion": np.array([float(motion)])}
        found = library.one([inputs[name] if inputs[name].ndim == 1 else inputs[name][0] for name in library.inputs])
        return {name: values[None] for name, values in zip(library.outputs, found, strict=True)}
