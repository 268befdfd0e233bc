"""Look for an assembly mode in which a model explains a log better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.identify.log_start import poses_along
from parados.identify.motion_of_log import LogMotion, platform_motion
from parados.model.measured_assembly import found_assemblies

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["better_assembly"]

Array = NDArray[np.float64]

ROWS = 300
"""About as many rows of the log are compared."""

BETTER = 0.5
"""Error in another assembly mode, over the error in the present one, from which it is told."""

MOST_MODES = 16
"""Largest number of working modes that are searched."""


def better_assembly(model: Model, motion: LogMotion, efforts: Callable[[LogMotion], Array]) -> tuple[str, ...]:
    """Return a sentence about the assembly mode with the smallest error, if it is much better than that of the motion.

    efforts : function from a motion to the efforts (N, n_a) of the model
    """
    few = _thinned(motion, max(1, len(motion) // ROWS))
    present = _error(few, efforts)
    best, told = BETTER * present, ""
    for one in found_assemblies(model, motion.q[0], model.working_modes()[:MOST_MODES]):
        x = poses_along(model, motion.q, one.x, one.mode)
        if x is None:
            continue
        x = x[:: max(1, len(motion) // ROWS)]
        xd, xdd = platform_motion(model, x, few.qd, few.qdd, one.mode)
        error = _error(replace(few, x=x, xd=xd, xdd=xdd, mode=one.mode), efforts)
        if error < best:
            best = error
            told = (
                f"The log seems to be in another assembly mode: with start={np.round(one.x, 4).tolist()}, mode={list(one.mode)} "
                f"the error of all efforts is {error:.0%}, not {present:.0%}."
            )
    return (told,) if told else ()


def _thinned(motion: LogMotion, every: int) -> LogMotion:
    """Return every so manyth row of a motion."""
    rows = ("time", "x", "xd", "xdd", "tau", "q", "qd", "qdd", "valid", "resting")
    return replace(motion, **{name: getattr(motion, name)[::every] for name in rows})


def _error(motion: LogMotion, efforts: Callable[[LogMotion], Array]) -> float:
    """Return the relative error of all efforts at usable rows; infinite if an effort is not finite."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        gap = (efforts(motion) - motion.tau)[motion.valid]
    size = float(np.linalg.norm(gap) / np.linalg.norm(motion.tau[motion.valid]))
    return size if np.isfinite(size) else np.inf
