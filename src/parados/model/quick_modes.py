"""Working modes of many poses with the same actuated joints, in one compiled call for all of them (`pose_modes.c`).

The signs are tried as in `mode_matching`, but all trials at all poses together. Newton's method in C then refines each pose in
its own mode; where it converges next to the start, the mode is right. Unusual cases are left to the general way.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import CompilerError
from parados.geometry.working_modes import Mode, mode_of_signs
from parados.graph.compiled_library import Function, compiled_function
from parados.graph.lane_source import ROWS
from parados.graph.rows_call import RowsCall
from parados.model.compiled_solvers import OK
from parados.model.forward_geometry import SAME
from parados.model.frame_coordinates import MOVED
from parados.model.mode_matching import MATCH
from parados.model.quantity import Options
from parados.topology.mechanism import Joint

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["PoseModes", "quick_modes"]

Array = NDArray[np.float64]

MOST_COMPILED_TRIALS = 256
"""Largest number of modes that are tried in compiled code, since they are tried at all poses together."""

FEWEST = 8
"""Smallest number of poses for which buffers are made."""

COUNTS = ("k", "n_x", "n_a", "n_signs", "n_trials", "n_tail")
PLACES = (
    "inverse", "forward", "pose", "inverse_rows", "forward_rows", "pose_rows", "trials", "joint_group", "sign_group",
    "periods", "scales", "tail_periods", "tail_scales",
)  # fmt: skip
NUMBERS = ("match", "moved", "same", "size", "length", "ok")
BUFFERS = ("q", "x", "frames", "signs", "tried_x", "tried_signs", "tried_q", "found_x", "status", "found_frames")


class _Poses(ctypes.Structure):
    """The struct `poses` of `pose_modes.c`."""

    _fields_ = (
        *[(name, ctypes.c_longlong) for name in COUNTS],
        *[(name, ctypes.c_void_p) for name in PLACES],
        *[(name, ctypes.c_double) for name in NUMBERS],
        *[(name, ctypes.c_void_p) for name in BUFFERS],
    )


@cache
def _compiled() -> Function | None:
    """Return the compiled function, or None without a C compiler."""
    try:
        return compiled_function(ROWS + (Path(__file__).parent / "pose_modes.c").read_text(), "pose_modes")
    except CompilerError:
        return None


class PoseModes:
    """Buffers for up to `most` poses of a model whose functions are compiled."""

    def __init__(self, model: Model, functions: Sequence[Function], most: int) -> None:
        mechanism, groups = model.mechanism, model.survey.sign_groups
        trials = groups.trials(len(model.survey.geometry.free_choices), MOST_COMPILED_TRIALS)
        evaluator, self.most, self.modes = model._evaluator, most, model.survey.geometry
        n_x, n_a, n_signs = mechanism.n_x, len(mechanism.actuated), trials.shape[1]
        own, tail = ([mechanism.joints[k] for k in which] for which in (mechanism.actuated, mechanism.joints_in_x))
        length = model.characteristic_length
        rows, tried = most, most * len(trials)
        self.q, self.x, self.frames, self.signs = np.zeros(n_a), *(np.zeros((rows, *s)) for s in ((n_x,), (4, 4), (n_signs,)))
        arrays = {
            "trials": trials, "joint_group": _numbers(groups.actuated, n_a), "sign_group": _numbers(groups.places, n_signs),
            "periods": _periods(own), "scales": _scales(own, mechanism.size),
            "tail_periods": _periods(tail), "tail_scales": _scales(tail, length),
            "q": self.q, "x": self.x, "frames": self.frames, "signs": self.signs,
            "tried_x": np.zeros((tried, n_x)), "tried_signs": np.zeros((tried, n_signs)), "tried_q": np.zeros((tried, n_a)),
            "found_x": np.zeros((rows, n_x)), "status": np.zeros((rows, 1)), "found_frames": np.zeros((rows, 4, 4)),
        }  # fmt: skip
        calls = _calls(model, arrays, evaluator.live_argument)
        numbers = {
            "n_x": n_x, "n_a": n_a, "n_signs": n_signs, "n_trials": len(trials), "n_tail": len(tail), "match": MATCH,
            "moved": MOVED, "same": SAME, "size": mechanism.size, "length": length, "ok": OK,
        }  # fmt: skip
        pointers = {f"{name}_rows": call.address for name, call in calls.items()}
        for name, function in zip(calls, functions, strict=True):
            pointers[name] = ctypes.cast(function, ctypes.c_void_p).value or 0  # type: ignore[arg-type]
        places_ = {name: array.ctypes.data for name, array in arrays.items()}
        self._kept = arrays, calls, functions
        self.task = _Poses(**numbers, **pointers, **places_)
        self.address = ctypes.addressof(self.task)

    def found(self, q: Array, x: Array, frames: Array) -> tuple[Array, Array, list[Mode | None]] | None:
        """Return the poses (k, n_x) with their frames (k, 4, 4) and working modes, see `quick_modes`."""
        k = len(x)
        self.q[:], self.x[:k], self.frames[:k], self.task.k = q, x, frames, k
        function = _compiled()
        count = -1 if function is None else function(self.address)
        if count < -1:
            raise MemoryError("no memory is left for the working modes of a few poses")
        if count < 0:
            return None
        modes: list[Mode | None] = [mode_of_signs(self.modes, row) for row in self.signs[:count].tolist()]
        return self.x[:count].copy(), self.frames[:count].copy(), modes


def quick_modes(model: Model, q: Array, x: Array, frames: Array) -> tuple[Array, Array, list[Mode | None]] | None:
    """Return the poses (k, n_x) that have the actuated joints q (n_a,), each once and refined, with frames and working modes.

    None if a pose needs the general way: the geometry is numeric, nothing is compiled, or a pose is not confirmed.
    """
    if not len(x) or not model.survey.geometry.is_closed_form or model.has_rows:
        return None
    groups = model.survey.sign_groups
    if groups.trial_count > MOST_COMPILED_TRIALS or not groups.seen_in_actuated:
        return None
    idle = model._evaluator.idle_modes  # taken and given back as a whole, so that threads do not share one
    held = idle.pop() if idle else None
    if held is None or held.most < len(x):
        functions = _functions(model)
        if functions is None:
            return None
        held = PoseModes(model, functions, max(len(x), FEWEST))
    found = held.found(q, x, frames)
    idle.append(held)
    return found


def _functions(model: Model) -> list[Function] | None:
    """Return the compiled inverse geometry, forward geometry and pose; None if one of them is not compiled."""
    evaluator = model._evaluator
    library = evaluator.forward.library
    kernels = [evaluator.ready(name, Options()).kernel.compiled for name in ("inverse_kinematics", "pose")]
    if library is None or kernels[0] is None or kernels[1] is None or _compiled() is None:
        return None
    return [kernels[0], library.function, kernels[1]]


def _calls(model: Model, arrays: Mapping[str, Array], live: Mapping[str, Array]) -> dict[str, RowsCall]:
    """Return the arguments of the three functions, for the most rows."""
    evaluator = model._evaluator
    library = evaluator.forward.library
    assert library is not None
    inverse, pose = (evaluator.ready(name, Options()).kernel for name in ("inverse_kinematics", "pose"))
    tried = {"x": arrays["tried_x"], "mode": arrays["tried_signs"], **live}
    start = {"q": arrays["q"], "guess": arrays["x"], "mode": arrays["signs"], "motion": np.zeros(1), **live}
    refined = {"x": arrays["found_x"], "mode": arrays["signs"], **live}
    ends: dict[str, Array | None] = {"x": arrays["found_x"], "status": arrays["status"]}
    rows, all_rows = len(arrays["x"]), len(arrays["tried_x"])

    def call(count: int, inputs: Mapping[str, Array], names: Any, outputs: Mapping[str, Array | None], wanted: Any) -> RowsCall:
        given = [np.ascontiguousarray(inputs[name], dtype=float) for name in names]
        return RowsCall(count, given, [outputs.get(name) for name in wanted])

    return {
        "inverse": call(all_rows, tried, inverse.inputs, {"q": arrays["tried_q"]}, inverse.outputs),
        "forward": call(rows, start, library.inputs, {**ends, "sense": np.zeros((rows, 1))}, library.outputs),
        "pose": call(rows, refined, pose.inputs, {"frame": arrays["found_frames"]}, pose.outputs),
    }


def _numbers(groups: Sequence[Sequence[int]], count: int) -> NDArray[np.int64]:
    """(count,) number of the group of each entry; the number after the last one for entries of no group."""
    numbers = np.full(count, len(groups), dtype=np.int64)
    for k, group in enumerate(groups):
        numbers[list(group)] = k
    return numbers


def _periods(joints: Sequence[Joint]) -> Array:
    return np.array([2 * np.pi if joint.is_periodic else 0.0 for joint in joints])


def _scales(joints: Sequence[Joint], length: float) -> Array:
    return np.array([length if joint.unit == "m" else 1.0 for joint in joints])
