"""Report states that could not be served: one raises, rows of a stack are counted in one warning."""

from __future__ import annotations

import sys
import warnings

import numpy as np
from numpy.typing import NDArray

from parados.errors import ParadosError
from parados.model.state_arguments import Stack

__all__ = ["report_failed"]


def report_failed(stack: Stack, rows: NDArray[np.intp], error: ParadosError) -> None:
    """Raise the error of one state; warn of the rows of a stack, which are NaN, at the line that called parados."""
    if not stack.stacked:
        raise error
    told = f"{len(rows)} of {stack.count} rows are NaN, the first is row {rows[0]}: {error}"
    warnings.warn(told, RuntimeWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """The `stacklevel`, seen from the function that asks, of the nearest caller outside of parados."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).split(".")[0] == "parados":
        frame, level = frame.f_back, level + 1
    return level
