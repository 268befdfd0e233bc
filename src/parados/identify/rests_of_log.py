"""Rests along a log: joints that stand still, whose dry friction can have any value.

A joint at rest holds with any friction between -fs and fs, so the efforts of such rows tell nothing about the parameters; the
sign of its measured rate is noise. The rates of a rest are set to zero, and its rows are left out where the model has dry
friction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from parados.identify.motion_of_log import LogMotion

__all__ = ["joint_rests", "rest_remark", "usable_rows"]

Array = NDArray[np.float64]
Rows = NDArray[np.bool_]

SLOW = 0.005
"""A rate below this part of the largest one may belong to a rest."""

NOISES = 4.0
"""So may a rate below so many standard deviations of its noise."""

FASTEST = 0.05
"""Largest limit of the rates of a rest, as a part of the largest one."""

DURATION = 0.05
"""Shortest rest [s]; a change of direction is faster."""

SAMPLES = 5
"""Smallest number of samples of a rest."""

STANDING = 1e-9
"""A rate below this part of the largest one is round-off: a motion from rest to rest, or a turning point, in exact numbers."""

DRY = ("fs", "fb", "fn")
"""Parameters of dry friction."""


def joint_rests(qd: Array, noise: Array, step: float, cut_off: float) -> Rows:
    """(N, n_a) True where a joint rests.

    qd : (N, n_a) rates;  noise : (n_a,) standard deviation of the positions;  cut_off : of the derivatives [Hz]
    """
    largest = np.abs(qd).max(axis=0)
    of_rates = noise * 2 * np.pi * np.sqrt(2 * step * cut_off**3 / 3)  # white noise up to the cut-off
    limits = np.minimum(np.maximum(SLOW * largest, NOISES * of_rates), FASTEST * largest)
    least = max(SAMPLES, round(DURATION / step))
    return np.column_stack([_long_runs(column, least) for column in (np.abs(qd) < limits).T])


def _long_runs(slow: Rows, least: int) -> Rows:
    """(N,) True in runs of at least so many samples."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], slow, [False])).astype(int)))
    found = np.zeros(len(slow), dtype=bool)
    for first, end in edges.reshape(-1, 2):
        found[first:end] = end - first >= least
    return found


def usable_rows(model: Any, motion: LogMotion, columns: Any = ()) -> Rows:
    """(N,) True for valid rows in which the model has no dry friction at rest, nor at a rate whose sign is round-off.

    columns : places of the dynamic parameters that are to be identified, whose numbers may still be zero
    """
    sought = set(np.asarray(columns, dtype=int).tolist())
    values = np.asarray(model.parameters, dtype=float)
    dry = {name.split("_", 1)[1] for k, name in enumerate(model.parameter_names)
           if name.split("_", 1)[0] in DRY and (k in sought or values[k])}  # fmt: skip
    held = [k for k, name in enumerate(model.actuated_names) if name in dry]
    standing = motion.resting | (np.abs(motion.qd) < STANDING * np.abs(motion.qd).max(axis=0, initial=0.0))
    rests = standing[:, held].any(axis=1)
    if dry - set(model.actuated_names):  # passive joints rest with all others
        rests |= standing.all(axis=1)
    return np.asarray(motion.valid & ~rests)


def rest_remark(resting: Rows, names: tuple[str, ...]) -> list[str]:
    """Tell which joints rest, and for which part of the log."""
    parts = [f"{name} {100 * part:.3g} %" for name, part in zip(names, resting.mean(axis=0), strict=True) if part > 0]
    if not parts:
        return []
    return [
        f"At rest: {', '.join(parts)} of the rows. Dry friction of a joint at rest can have any value up to fs; such rows are "
        "left out where the model has dry friction."
    ]
