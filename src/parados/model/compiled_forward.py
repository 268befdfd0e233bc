"""Solve the forward geometry in compiled C: one call for a stack, in the same way as `forward_geometry` does in Python.

C reports a row whose start is singular. In Python the pseudo-inverse then steps along the motions that the actuators control.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.errors import CompilerError
from parados.graph.compiled_library import compiler
from parados.graph.finished_graph import FinishedGraph
from parados.graph.row_library import RowLibrary
from parados.model.c_forward import ForwardText
from parados.model.c_forward_rows import FORWARD_ROWS, closed_form_rows, numeric_rows
from parados.model.c_newton import NewtonText
from parados.model.c_numeric_forward import NumericForwardText, closure_tangent
from parados.model.closure_functions import ClosureFunctions, Store
from parados.model.forward_quantities import points
from parados.model.graphs import Graphs
from parados.model.status_codes import STATUSES

__all__ = ["CompiledForward"]

Array = NDArray[np.float64]

OK, SINGULAR = (float(list(STATUSES).index(name)) for name in ("OK", "SINGULAR"))


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
        """The compiled function; None without a compiler, and for robots with fewer actuators than coordinates."""
        mechanism = self.graphs.mechanism
        if self.backend == "vm" or (self.backend == "auto" and compiler() is None):
            return None
        if len(mechanism.actuated) < mechanism.n_dof:
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
        text = ForwardText("forward", mechanism, self.graph(), points(mechanism, self.graphs.survey.geometry))
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
