"""Running a robot's kernels: check the arguments, evaluate in chunks, and say what cannot be served."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import items
from parados.errors import InputError, ParadosError
from parados.geometry.numeric import NumericInverse
from parados.geometry.survey import Survey
from parados.geometry.working_modes import default_mode, mode_signs, why_no_mode
from parados.model.arguments import Stack, check_stack
from parados.model.failures import diagnose
from parados.model.graphs import FinishedGraph, Graphs, Options
from parados.model.kernel import Kernel
from parados.model.quantities import QUANTITIES, build_quantity
from parados.model.store import stored_graph
from parados.robot.description import RobotSpec
from parados.topology.building import build_links
from parados.topology.mechanism import Mechanism

__all__ = ["Evaluator"]

Array = NDArray[np.float64]

CHUNK = 1 << 15
"""Rows of a stack that are evaluated at a time: what is needed beside the results stays in the processor's cache."""


Rescue = Callable[[Mapping[str, Array]], tuple[Mapping[str, Array], ParadosError | None]]
"""From the arguments (k, n) of states that a kernel cannot serve to its outputs, NaN where there are none, and why the first of
these has none."""


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
        return {"x": x, "xd": rates, "xdd": rates, "xddd": rates, **own, "wrench": wrench, "links": links}

    def finished(self, name: str, options: Options) -> tuple[Kernel, FinishedGraph]:
        """The kernel of a quantity and the graph that it was made of."""
        key = name + options.suffix()
        if key not in self._kernels:
            description = self.spec.model_dump_json()
            graph = stored_graph(description, key, lambda: build_quantity(self.graphs, name, options))
            self._kernels[key] = Kernel(graph.function, "vm" if QUANTITIES[name].rare else self.backend), graph
        return self._kernels[key]

    @cached_property
    def solver(self) -> NumericInverse:
        """What closes the loops where the geometry is numeric."""
        return NumericInverse(self.survey.geometry)

    def unknowns(self, x: Array) -> Array:
        """(N, n_u) joints and dependent coordinates at poses (N, n_x) of a numeric geometry; NaN where not found."""
        return self.solver.track(x, self.survey.home, self.survey.home_unknowns)

    def mode(self, mode: ArrayLike | None) -> tuple[int, ...]:
        """The working mode as a tuple, one number a leg; the file's (or the first of all) where None is given."""
        if mode is None:
            return self.spec.mode or default_mode(self.survey.geometry)
        several = isinstance(mode, list | tuple) or np.ma.is_masked(mode) or (isinstance(mode, np.ndarray) and mode.ndim > 0)
        given: list[Any] = items("mode", mode, "one whole number a leg") if several else [mode]
        sentence = why_no_mode(self.survey.geometry, given)
        if sentence:
            raise InputError(sentence)
        return tuple(int(one) for one in given)

    def signs(self, mode: ArrayLike | None) -> Array:
        """(n_signs,) of a working mode."""
        return self._default_signs if mode is None else mode_signs(self.survey.geometry, self.mode(mode))

    @cached_property
    def _default_signs(self) -> Array:
        return mode_signs(self.survey.geometry, self.spec.mode)

    def evaluate(
        self,
        name: str,
        values: Mapping[str, ArrayLike],
        mode: ArrayLike | None,
        options: Options | None = None,
        rescue: Rescue | None = None,
    ) -> tuple[Stack, dict[str, Array]]:
        """The outputs of a quantity, (N, rows) or (N, rows, cols) each; raises or warns about what cannot be served.

        `rescue` gives the outputs of rows that the kernel cannot serve.
        """
        stack = check_stack(values, self.labels)
        kernel, finished = self.finished(name, options or Options())
        inputs = {**stack.arrays, "mode": self.signs(mode)}
        if "unknowns" in kernel.inputs:
            found = self.unknowns(np.atleast_2d(stack.arrays["x"]))
            inputs["unknowns"] = found if stack.arrays["x"].ndim == 2 else found[0]
        smallest = finished.careful_pivots if rescue else finished.smallest_pivots
        results, failed = self._run(kernel, smallest, stack.count, inputs)
        if failed.any():
            self._mend(stack, failed, results, rescue or (lambda rows: ({}, diagnose(self, rows["x"][0], mode))))
        return stack, {key: r[:, :, 0] if r.shape[2] == 1 else r for key, r in results.items()}

    def quietly(self, name: str, x: Array, mode: ArrayLike | None, options: Options) -> dict[str, Array]:
        """The raw outputs of a quantity of the pose alone at (N, n_x) poses; nothing is refused, nothing is said."""
        kernel, _ = self.finished(name, options)
        inputs = {"x": x, "mode": self.signs(mode)}
        if "unknowns" in kernel.inputs:
            inputs["unknowns"] = self.unknowns(x)
        return kernel(len(x), inputs)

    @staticmethod
    def _run(
        kernel: Kernel, smallest: Array, count: int, inputs: Mapping[str, Array]
    ) -> tuple[dict[str, Array], NDArray[np.bool_]]:
        """Evaluate in chunks; a row fails if it is not finite or if a pivot vanishes."""
        if count == 1:
            outputs = kernel.one(inputs)
            pivots = outputs.pop("pivots")
            bad = (np.abs(pivots[0, :, 0]) < smallest).any() or not all(np.isfinite(o).all() for o in outputs.values())
            return outputs, np.array([bad])
        shapes = zip(kernel.outputs, kernel.shapes, strict=True)
        results = {key: np.empty((count, *shape)) for key, shape in shapes if key != "pivots"}
        failed = np.zeros(count, dtype=bool)
        for start in range(0, count, CHUNK):
            rows = slice(start, min(start + CHUNK, count))
            part = {key: a[rows] if a.ndim == 2 else a for key, a in inputs.items() if key in kernel.inputs}
            outputs = {key: r[rows] for key, r in results.items()}
            pivots = kernel(rows.stop - rows.start, part, outputs)["pivots"][:, :, 0]
            small = (np.abs(pivots) < smallest).any(axis=1)
            finite = [np.isfinite(o.reshape(len(o), -1)).all(axis=1) for o in outputs.values()]
            failed[rows] = small | ~np.logical_and.reduce(finite)
        return results, failed

    @staticmethod
    def _mend(stack: Stack, failed: NDArray[np.bool_], results: dict[str, Array], rescue: Rescue) -> None:
        """Fill in the rows that can be rescued; raise or warn about the others."""
        rows = np.flatnonzero(failed)
        states = {key: a[rows] if a.ndim == 2 else np.broadcast_to(a, (len(rows), len(a))) for key, a in stack.arrays.items()}
        saved, error = rescue(states)
        for key, result in results.items():
            result[rows] = saved.get(key, np.nan)
        if error is None:
            return
        if not stack.stacked:
            raise error
        lost = rows[~np.isfinite(next(iter(results.values()))[rows].reshape(len(rows), -1)).all(axis=1)]
        told = f"{len(lost)} of {stack.count} rows are NaN, the first is row {lost[0]}: {error}"
        warnings.warn(told, RuntimeWarning, stacklevel=4)
