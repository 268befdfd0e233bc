"""Running a robot's kernels: check the arguments, evaluate in chunks, and say what cannot be served."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.geometry.numeric import NumericInverse
from parados.geometry.survey import Survey
from parados.geometry.working_modes import mode_signs, why_no_mode
from parados.model.arguments import Stack, check_stack
from parados.model.failures import diagnose
from parados.model.graphs import FinishedGraph, Graphs, Options
from parados.model.kernel import Kernel
from parados.model.quantities import build_quantity
from parados.model.store import stored_graph
from parados.robot.description import RobotSpec
from parados.topology.building import build_links
from parados.topology.mechanism import Mechanism

__all__ = ["Evaluator"]

Array = NDArray[np.float64]

CHUNK = 1 << 15
"""Rows of a stack that are evaluated at a time: what is needed beside the results stays in the processor's cache."""


class Evaluator:
    """The kernels of one robot, made when they are first asked for."""

    def __init__(self, spec: RobotSpec, mechanism: Mechanism, survey: Survey, backend: str) -> None:
        self.spec = spec
        self.mechanism = mechanism
        self.survey = survey
        self.backend = backend
        self.graphs = Graphs(mechanism, survey, build_links(spec))
        self._kernels: dict[str, tuple[Kernel, FinishedGraph]] = {}

    @cached_property
    def labels(self) -> dict[str, Sequence[str]]:
        """Names of the entries of every argument."""
        actuated = [self.mechanism.joints[k].name for k in self.mechanism.actuated]
        rates = x = [*self.spec.platform.coordinates, *self.spec.redundancy]
        if self.mechanism.platform.is_quaternion:
            x = ["px", "py", "pz", "w", "x", "y", "z", *self.spec.redundancy]
            rates = ["vx", "vy", "vz", "wx", "wy", "wz", *self.spec.redundancy]
        wrench = ["fx", "fy", "fz", "mx", "my", "mz"]
        links = [f"{w} on {joint.name}" for joint in self.mechanism.joints for w in wrench]
        own = dict.fromkeys(("q", "qd", "tau", "overconstraint"), actuated)
        return {"x": x, "xd": rates, "xdd": rates, **own, "wrench": wrench, "links": links}

    def finished(self, name: str, options: Options) -> tuple[Kernel, FinishedGraph]:
        """The kernel of a quantity and the graph that it was made of."""
        key = name + options.suffix()
        if key not in self._kernels:
            description = self.spec.model_dump_json()
            graph = stored_graph(description, key, lambda: build_quantity(self.graphs, name, options))
            self._kernels[key] = Kernel(graph.function, self.backend), graph
        return self._kernels[key]

    @cached_property
    def solver(self) -> NumericInverse:
        """What closes the loops where the geometry is numeric."""
        return NumericInverse(self.survey.geometry)

    def unknowns(self, x: Array) -> Array:
        """(N, n_u) joints and dependent coordinates at poses (N, n_x) of a numeric geometry; NaN where not found."""
        return self.solver.track(x, self.survey.home, self.survey.home_unknowns)

    def mode(self, mode: ArrayLike | None) -> tuple[int, ...] | None:
        """The working mode as a tuple, one number a leg; the file's where None is given."""
        if mode is None:
            return self.spec.mode
        given = np.atleast_1d(np.asarray(mode)).tolist()
        sentence = why_no_mode(self.survey.geometry, given)
        if sentence:
            raise InputError(sentence)
        return tuple(given)

    def signs(self, mode: ArrayLike | None) -> Array:
        """(n_signs,) of a working mode."""
        return self._default_signs if mode is None else mode_signs(self.survey.geometry, self.mode(mode))

    @cached_property
    def _default_signs(self) -> Array:
        return mode_signs(self.survey.geometry, self.spec.mode)

    def evaluate(
        self, name: str, values: Mapping[str, ArrayLike], mode: ArrayLike | None, options: Options | None = None
    ) -> tuple[Stack, dict[str, Array]]:
        """The outputs of a quantity, (N, rows) or (N, rows, cols) each; raises or warns about what cannot be served."""
        stack = check_stack(values, self.labels)
        kernel, finished = self.finished(name, options or Options())
        inputs = {**stack.arrays, "mode": self.signs(mode)}
        if "unknowns" in kernel.inputs:
            found = self.unknowns(np.atleast_2d(stack.arrays["x"]))
            inputs["unknowns"] = found if stack.arrays["x"].ndim == 2 else found[0]
        results, failed = self._run(kernel, finished, stack.count, inputs)
        if failed.any():
            self._report(stack, failed, results, mode)
        return stack, {key: r[:, :, 0] if r.shape[2] == 1 else r for key, r in results.items()}

    @staticmethod
    def _run(
        kernel: Kernel, finished: FinishedGraph, count: int, inputs: Mapping[str, Array]
    ) -> tuple[dict[str, Array], NDArray[np.bool_]]:
        """Evaluate in chunks; a row fails if it is not finite or if a pivot vanishes."""
        if count == 1:
            outputs = kernel.one(inputs)
            pivots = outputs.pop("pivots")
            bad = (np.abs(pivots[0, :, 0]) < finished.smallest_pivots).any() or not all(
                np.isfinite(o).all() for o in outputs.values()
            )
            return outputs, np.array([bad])
        shapes = zip(kernel.outputs, kernel.shapes, strict=True)
        results = {key: np.empty((count, *shape)) for key, shape in shapes if key != "pivots"}
        failed = np.zeros(count, dtype=bool)
        for start in range(0, count, CHUNK):
            rows = slice(start, min(start + CHUNK, count))
            part = {key: a[rows] if a.ndim == 2 else a for key, a in inputs.items() if key in kernel.inputs}
            outputs = {key: r[rows] for key, r in results.items()}
            pivots = kernel(rows.stop - rows.start, part, outputs)["pivots"][:, :, 0]
            small = (np.abs(pivots) < finished.smallest_pivots).any(axis=1)
            finite = [np.isfinite(o.reshape(len(o), -1)).all(axis=1) for o in outputs.values()]
            failed[rows] = small | ~np.logical_and.reduce(finite)
        return results, failed

    def _report(self, stack: Stack, failed: NDArray[np.bool_], results: dict[str, Array], mode: ArrayLike | None) -> None:
        first = int(np.flatnonzero(failed)[0])
        x = stack.arrays["x"]
        error = diagnose(self, x[first] if x.ndim == 2 else x, mode)
        if not stack.stacked:
            raise error
        for result in results.values():
            result[failed] = np.nan
        told = f"{int(failed.sum())} of {stack.count} rows are NaN, the first is row {first}: {error}"
        warnings.warn(told, RuntimeWarning, stacklevel=4)
