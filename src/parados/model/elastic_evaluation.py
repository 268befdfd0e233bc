"""Evaluate the graphs of a flexible robot: check the states, run the kernels, report states without a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError, ParadosError, SingularConfigurationError
from parados.flexible.loop_closing import CLOSED, LoopClosing
from parados.graph.finished_graph import FinishedGraph
from parados.graph.kernel import Kernel
from parados.model.elastic_graphs import ElasticGraphs
from parados.model.failed_rows import report_failed
from parados.model.state_arguments import Stack, check_stack

__all__ = ["OFF_RATES", "ElasticEvaluation", "report_rows"]

Array = NDArray[np.float64]

OFF_RATES = 1e-8
"""Largest difference of rates zd from J qd, relative to the largest rate."""


def report_rows(stack: Stack, failed: NDArray[np.bool_], error: ParadosError) -> None:
    """Raise the error of a single state, or warn about the rows of a stack that are NaN; do nothing if no row failed."""
    if failed.any():
        report_failed(stack, np.flatnonzero(failed), error)


@dataclass(frozen=True, eq=False)
class ElasticEvaluation:
    """Compiled functions (kernels) of one flexible robot.

    backend : how they are evaluated: "c", "vm" or "auto"
    """

    graphs: ElasticGraphs
    backend: str

    @cached_property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """Names of the entries of every argument."""
        equations, names = self.graphs.equations, self.graphs.structure.mechanism.joint_names
        independent = tuple(names[k] for k in equations.independent)
        actuated = tuple(names[k] for k in self.graphs.structure.mechanism.actuated)
        own = {"z": names, "zd": names, "qd": independent, "qdd": independent, "qdd_a": actuated, "tau": actuated}
        return {**own, "dependent": tuple(names[k] for k in equations.dependent)}

    @cached_property
    def _ready(self) -> dict[str, tuple[Kernel, FinishedGraph]]:
        return {}

    def ready(self, name: str) -> tuple[Kernel, FinishedGraph]:
        """Return the kernel of a graph, and the graph with its smallest allowed pivots; both are built at the first call."""
        if name not in self._ready:
            graph = self.graphs.graph(name)
            self._ready[name] = Kernel(graph.function, self.backend), graph
        return self._ready[name]

    @cached_property
    def closing(self) -> LoopClosing:
        """Solver that closes the loops: Newton's method for the dependent coordinates."""
        return LoopClosing(self.graphs.equations)

    def stack(self, values: Mapping[str, ArrayLike]) -> Stack:
        """Validate a state and further arguments; raises InputError if the loops are open, or if the rates open them."""
        stack = check_stack(values, self.labels)
        gaps = self.closing.gaps(np.atleast_2d(stack.arrays["z"]))
        if (gaps > CLOSED).any():
            worst = f"{gaps.max():.3g} m or rad"
            raise InputError(f"z: the loops are open by {worst}; at most {CLOSED:g} is accepted, closed(z) closes them")
        if "zd" in stack.arrays:
            self._check_rates(stack)
        return stack

    def _check_rates(self, stack: Stack) -> None:
        zd, own = stack.arrays["zd"], self.graphs.equations.independent
        J = self.run("elastic_kinematics", stack, ("z",))["J"]
        off = np.abs((J @ zd[..., own, None])[:, :, 0] - zd).max(initial=0.0)
        if off > OFF_RATES * (1 + np.abs(zd).max(initial=0.0)):
            raise InputError(f"zd: the loops open with the rate {off:.3g}; rates(z, qd) gives rates that keep them closed")

    def run(self, name: str, stack: Stack, given: tuple[str, ...] = ("z", "zd")) -> dict[str, Array]:
        """Evaluate a graph at the states of a stack; rates that are not given are zero."""
        kernel, graph = self.ready(name)
        inputs = {"zd": np.zeros(len(self.labels["zd"])), **{key: stack.arrays[key] for key in given}}
        out = kernel(stack.count, inputs)
        failed = ~(np.abs(out.pop("pivots")[:, :, 0]) >= graph.smallest_pivots).all(axis=1)
        failed |= ~np.logical_and.reduce([np.isfinite(value).all(axis=(1, 2)) for value in out.values()])
        for value in out.values():
            value[failed] = np.nan
        what = "z: the closures do not determine the dependent coordinates here; the configuration is singular"
        report_rows(stack, failed, SingularConfigurationError(what))
        return out

    def solved(self, stack: Stack, M: Array, rhs: Array) -> Array:
        """(N, m) solutions u of M u = rhs, for inertia matrices M (N, m, m) and rhs (N, m); NaN if M is singular."""
        found = np.full_like(rhs, np.nan)
        known = np.isfinite(M).all(axis=(1, 2))
        for k in np.flatnonzero(known):
            if np.linalg.cond(M[k]) * np.finfo(float).eps < 1:
                found[k] = np.linalg.solve(M[k], rhs[k])
        what = "M: the inertia matrix is singular; a part without inertia is free to move"
        report_rows(stack, np.asarray(known & np.isnan(found).any(axis=1)), SingularConfigurationError(what))
        return found
