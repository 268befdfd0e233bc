"""Poses of platforms with at most one angle, in one compiled call (`turn_poses.c`, `sphere_poses.c`).

C solves the usual case in the same way as `one_turn` and `sphere_points`. Where a decision is close, such as two roots near each
other or planes that are nearly parallel, it leaves the actuated joints to them.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.assembly.pose_forms import PoseForms
from parados.errors import CompilerError
from parados.graph.compiled_library import Function, compiled_function

__all__ = ["QuickFound", "QuickPoses"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

MOST, POINTS = 14, 16
"""Largest number of poses, and number of Fourier coefficients, as in C."""

FILES = {
    "sphere_poses": ("form_poses.c", "sphere_poses.c"),
    "turn_poses": ("form_poses.c", "turn_equations.c", "turn_steps.c", "turn_lines.c", "turn_poses.c"),
}
"""Files of each compiled function, in the order in which they are joined."""


class _Task(ctypes.Structure):
    """The struct `task` of `form_poses.c`."""

    _fields_ = (
        ("m", ctypes.c_longlong), ("columns", ctypes.c_void_p), ("chosen", ctypes.c_void_p), ("forms", ctypes.c_void_p),
        ("size", ctypes.c_double), ("satisfied", ctypes.c_double), ("constant", ctypes.c_void_p), ("angle", ctypes.c_longlong),
        ("before", ctypes.c_void_p), ("after", ctypes.c_void_p),
        ("still_count", ctypes.c_longlong), ("moving_count", ctypes.c_longlong), ("d", ctypes.c_longlong),
        ("still", ctypes.c_void_p), ("moving", ctypes.c_void_p), ("axes", ctypes.c_void_p), ("foot", ctypes.c_void_p),
        ("harmonics", ctypes.c_longlong), ("coefficients", ctypes.c_void_p), ("frames", ctypes.c_void_p),
        ("six", ctypes.c_void_p), ("complex_count", ctypes.c_longlong),
    )  # fmt: skip


class QuickFound(NamedTuple):
    """Frames (k, 4, 4) [m] and their six coordinates (k, 6); number of complex solutions; (POINTS,) Fourier coefficients."""

    frames: Array
    six: Array
    complex_count: int
    coefficients: Complex


class QuickPoses:
    """A robot for the compiled function `name`.

    numbers : the other members of the struct: whole numbers, floats, and arrays
    """

    def __init__(self, forms: PoseForms, name: str, numbers: Mapping[str, Any]) -> None:
        self.forms, self.numbers = forms, dict(numbers)
        self._function = _compiled(name)
        self._held = threading.local()

    def __call__(self, q: Array) -> QuickFound | None:
        """Find all poses at the actuated joints q (n_a,); None if this is left to the general solver."""
        if self._function is None:
            return None
        evaluate, given, columns = self.forms.buffer()
        given[:] = q
        evaluate()
        held = self._held
        if not hasattr(held, "task"):
            self._hold(columns)
        task = held.task
        count = self._function(held.address)
        if count < 0:
            return None
        return QuickFound(held.frames[:count].copy(), held.six[:count].copy(), task.complex_count, held.coefficients.copy())

    def _hold(self, columns: Array) -> None:
        """Make the struct of this thread, with its buffers."""
        held, forms = self._held, self.forms
        held.frames, held.six = np.zeros((MOST, 4, 4)), np.zeros((MOST, 6))
        held.coefficients = np.zeros(POINTS, dtype=complex)
        arrays = {
            "columns": columns, "chosen": np.array(forms.chosen, dtype=np.int64), "forms": np.zeros((columns.shape[1], 17)),
            "coefficients": held.coefficients, "frames": held.frames, "six": held.six,
        }  # fmt: skip
        given: dict[str, Any] = {"m": columns.shape[1], "size": forms.size, **self.numbers}
        for name, value in {**given, **arrays}.items():
            if isinstance(value, np.ndarray):
                arrays[name] = value if value.flags.c_contiguous else np.ascontiguousarray(value)
                given[name] = arrays[name].ctypes.data
        held.arrays, held.task = arrays, _Task(**given)
        held.address = ctypes.addressof(held.task)


@cache
def _compiled(name: str) -> Function | None:
    """Return a compiled function, or None without a C compiler."""
    folder = Path(__file__).parent
    try:
        return compiled_function("\n".join((folder / file).read_text() for file in FILES[name]), name)
    except CompilerError:
        return None  # the general solvers give the same poses; the kernels warn that there is no compiler
