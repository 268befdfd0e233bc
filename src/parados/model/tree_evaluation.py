"""Evaluate the graphs of the tree and the free platform for one state or a stack, and find their bodies by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array, word
from parados.errors import InputError
from parados.graph.kernel import Kernel
from parados.model.state_arguments import Stack, check_stack
from parados.model.tree_graphs import tree_graph
from parados.spatial.screw_transforms import check_frame
from parados.topology.mechanism import BASE, PLATFORM

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Place", "TreeEvaluation", "checked_frames"]

Array = NDArray[np.float64]

Place = str | tuple[str, str]
"""Name of a body, or name of a closure with "first" or "second" for one of its two frames."""


class TreeEvaluation:
    """Kernels of the tree of a model."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._model.spec.name!r}, {len(self._model.joint_names)} joints)"

    def _value(
        self,
        name: str,
        values: Mapping[str, ArrayLike],
        frame: ArrayLike | None,
        moving: Mapping[str, ArrayLike | None] | None = None,
    ) -> Array:
        """Evaluate a graph of `tree_graphs` for one state or a stack."""
        kernel, given = self._kernel(name), dict(values)
        if frame is not None:
            T = checked_frames("platform_frame", frame)
            given["frame"] = T.reshape(*T.shape[:-2], 16)
        elif "frame" in kernel.inputs:
            raise InputError("platform_frame: (4, 4) is needed, since the platform carries joints or a spring ties it to a link")
        for key, value in (moving or {}).items():
            if value is not None:
                given[key] = value
        stack = self._stack(given)
        still = {"twist": np.zeros(6), "acceleration": np.zeros(6)}
        found = kernel(stack.count, {key: {**still, **stack.arrays}[key] for key in kernel.inputs})[name]
        return stack.unstack(found[:, :, 0] if kernel.shapes[0][1] == 1 and name.endswith(("efforts", "wrench")) else found)

    def _kernel(self, name: str) -> Kernel:
        kernels = self._model._evaluator.tree_kernels
        if name not in kernels:
            graphs = self._model._evaluator.graphs
            kernels[name] = Kernel(tree_graph(graphs.mechanism, graphs.survey.home_joints, name), "vm")
        return kernels[name]

    def _stack(self, given: Mapping[str, ArrayLike]) -> Stack:
        evaluator, joints = self._model._evaluator, self._model.joint_names
        labels: dict[str, Sequence[str]] = {key: joints for key in ("q", "qd", "qdd")}
        labels |= {key: self._model.labels["wrench"] for key in ("twist", "acceleration")}
        labels |= {"frame": [f"T{i}{k}" for i in range(4) for k in range(4)], "parameters": self._model.labels["parameters"]}
        return check_stack({**given, **evaluator.live_argument}, labels)

    def _joint(self, argument: str, name: str) -> int:
        return self._model.joint_names.index(word(argument, name, self._model.joint_names))

    def _place(self, argument: str, name: Place) -> tuple[int, Array]:
        """Index of the body of a frame, and the frame (4, 4) on that body."""
        evaluator = self._model._evaluator
        if isinstance(name, tuple) and len(name) == 2:
            closures = {c.name: c for c in evaluator.graphs.mechanism.closures}
            closure = closures[word(argument, name[0], tuple(closures), expected="a closure")]
            side = word(argument, name[1], ("first", "second"))
            on_a = (side == "first") != closure.exchanged
            body, frame = (closure.a, closure.file_frames()[0]) if on_a else (closure.b, closure.file_frames()[1])
            return body, evaluator.numbers(evaluator.graphs.mechanism.in_file(body, frame))
        known = ("base", "platform", *self._model.joint_names)
        index = known.index(word(argument, name, known, expected="a body")) - 2
        return ({-2: BASE, -1: PLATFORM}.get(index, index)), np.eye(4)


def checked_frames(name: str, value: ArrayLike) -> Array:
    """Check a frame (4, 4) or a stack of frames (N, 4, 4)."""
    T = real_array(name, value)
    if T.shape[-2:] != (4, 4) or T.ndim not in (2, 3):
        raise InputError(f"{name}: shape (4, 4) or (N, 4, 4) is expected, not {T.shape}")
    check_frame(name, T)
    return T
