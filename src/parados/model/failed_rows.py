"""Report states without a result: a single state raises an error, rows of a stack are counted in one warning."""

from __future__ import annotations

import sys
import warnings

import numpy as np
from numpy.typing import NDArray

from parados.errors import ParadosError
from parados.model.state_arguments import Stack

__all__ = ["report_failed"]


def report_failed(stack: Stack, rows: NDArray[np.intp], error: ParadosError) -> None:
    """Raise the error of a single state, or warn about the rows of a stack that are NaN.

    The warning names the line of the user's code that called parados.
    """
    if not stack.stacked:
        raise error
    message = f"{len(rows)} of {stack.count} rows are NaN, the first is row {rows[0]}: {error}"
    warnings.warn(message, RuntimeWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """Return the `stacklevel` of the nearest caller outside parados, counted from the function that calls this one."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).split(".")[0] == "parados":
        frame, level = frame.f_back, level + 1
    return level
