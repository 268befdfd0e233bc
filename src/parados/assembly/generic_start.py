"""A general system of six forms and its 40 solutions, from which the solutions of all robots are reached.

The file `generic_start.npz` was made by `helpers/make_generic_start.py`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["generic_start"]

Complex = NDArray[np.complex128]


@cache
def generic_start() -> tuple[Complex, Complex]:
    """Return six forms (6, 17) of norm 1 with random complex coefficients, and their 40 solutions (40, 8)."""
    with np.load(Path(__file__).parent / "generic_start.npz") as held:
        forms, points = held["forms"], held["points"]
    for array in (forms, points):
        array.setflags(write=False)
    return forms, points
