"""Working modes of many poses with the same actuated joints, by three calls of compiled functions for all of them.

The legs are tried as in `mode_matching`, but all signs at all poses together. Newton's method in C then refines each pose in its
own mode; where it converges next to the start, the mode is right. Unusual cases are left to the general way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.geometry.working_modes import Mode, mode_of_signs
from parados.model.compiled_forward import OK
from parados.model.frame_coordinates import MOVED, frame_gaps
from parados.model.mode_matching import MATCH, joint_gaps
from parados.model.options import Options

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["quick_modes"]

Array = NDArray[np.float64]


def quick_modes(model: Model, q: Array, x: Array, frames: Array) -> tuple[Array, Array, list[Mode | None]] | None:
    """Return the poses (k, n_x) that have the actuated joints q (n_a,), refined, with their frames and working modes.

    None if a pose needs the general way: the geometry is numeric, nothing is compiled, or a pose is not confirmed.
    """
    evaluator, geometry = model._evaluator, model.survey.geometry
    library = evaluator.forward.library if geometry.is_closed_form and not model.has_rows else None
    if library is None or not len(x):
        return None
    live = evaluator.live_argument
    signs, matched = _matched(model, q, x)
    signs, x, frames = signs[matched], x[matched], frames[matched]
    if not len(x):
        return None
    given = {"q": np.tile(q, (len(x), 1)), "guess": x, "mode": signs, **live}
    found = evaluator.forward.run(library, given, False)
    kernel = evaluator.ready("pose", Options()).kernel
    at = kernel(len(x), {"x": found["x"], "mode": signs, **live})["frame"]
    near = frame_gaps(model.mechanism, at, frames) < MOVED
    if not (near & (found["status"][:, 0] == OK)).all():
        return None
    return found["x"], at, [mode_of_signs(geometry, row) for row in signs]


def _matched(model: Model, q: Array, x: Array) -> tuple[Array, NDArray[np.bool_]]:
    """(k, n_choices) signs that fit best, leg by leg, and (k,) True if they give every leg its actuated joints."""
    evaluator = model._evaluator
    trials, legs, own = model.survey.leg_trials
    count, k = len(trials), len(x)
    kernel = evaluator.ready("inverse_kinematics", Options()).kernel
    inputs = {"x": np.tile(x, (count, 1)), "mode": np.repeat(trials, k, axis=0), **evaluator.live_argument}
    with np.errstate(invalid="ignore"):
        gaps = joint_gaps(model, kernel(count * k, inputs)["q"].reshape(count * k, -1), q)
    gaps = np.where(np.isfinite(gaps), gaps, np.inf).reshape(count, k, -1)
    signs, matched = np.ones((k, trials.shape[1])), np.ones(k, dtype=bool)
    for joints, choices in zip(legs, own, strict=True):
        gap = gaps[:, :, joints].max(axis=2)
        best = gap.argmin(axis=0)
        signs[:, choices] = trials[best][:, choices]
        matched &= gap[best, np.arange(k)] < MATCH
    return signs, matched
