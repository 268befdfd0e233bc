"""Follow paths with the compiled tracker (`quadric_paths.c`), or with NumPy (`quadric_paths.py`) if there is no C compiler."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.assembly.quadric_paths import STEPS, follow_paths
from parados.assembly.study_functions import STUDY, quadrics
from parados.errors import CompilerError
from parados.graph.compiled_library import Function, compiled_function
from parados.graph.lane_source import lane_width
from parados.storage.folder import warn_once

__all__ = ["CAREFUL", "QUICK", "UTMOST", "Tracking", "follow_forms", "system"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

Tracking = tuple[float, float, float]
"""Largest last term of the series, largest correction after a step, and shortest step."""

QUICK: Tracking = (1e-7, 1e-5, 1e-7)
CAREFUL: Tracking = (1e-9, 1e-6, 1e-9)
UTMOST: Tracking = (1e-11, 1e-8, 1e-11)

MOST_LANES = 4
"""Largest number of paths that are followed at the same time; with eight, the last paths leave too many lanes idle."""


def system(forms: NDArray[Any]) -> Complex:
    """(7, 8, 8) quadrics of six forms (6, 17) and of the Study quadric."""
    return np.concatenate([np.asarray(quadrics(forms), dtype=complex), STUDY[None]])


@cache
def _compiled() -> Function | None:
    """Return the compiled tracker, or None without a C compiler."""
    try:
        width = lane_width()
        lanes = f"#define LANES {min(width.lanes, MOST_LANES)}\n"
        return compiled_function(lanes + (Path(__file__).parent / "quadric_paths.c").read_text(), "follow_paths", width.flags)
    except CompilerError as error:
        warn_once(f"assembly modes are computed with NumPy, about ten times slower: {error}")
        return None


def follow_forms(
    start: NDArray[Any], end: NDArray[Any], z: Complex, tracking: Tracking = QUICK, *, compiled: bool = True
) -> tuple[Complex, Array]:
    """Follow solutions z (P, 8) of six forms (6, 17) to those of other forms (6, 17).

    Returns the ends (P, 8) of the paths, of norm 1, and (P,) the values of t that they reached: 1 for the whole way.
    """
    library = _compiled() if compiled else None
    if library is None:
        paths = follow_paths(system(start), system(end), z, tracking)
        return paths.z, paths.t
    forms = np.concatenate([start, end]).astype(complex)
    points = np.array(z, dtype=complex, order="C")
    limits, ends = np.array([*tracking, STEPS]), np.zeros((len(points), 2))
    addresses = [array.ctypes.data for array in (forms, points, limits, ends)]
    library(np.array([len(points), *addresses], dtype=np.int64).ctypes.data)
    return points / np.linalg.norm(points, axis=1, keepdims=True), ends[:, 0]
