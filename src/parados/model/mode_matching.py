"""Find the working mode in which the robot has given actuated joints at a pose.

The legs are independent: in each mode that is tried, every leg takes another combination of its own signs. The signs that give a
leg its actuated joints are put together and checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.geometry.working_modes import Mode, all_modes, mode_of_signs

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["MATCH", "joint_gaps", "matching_modes", "nearest_mode", "reproduces"]

Array = NDArray[np.float64]

MATCH = 1e-4
"""Largest distance of the actuated joints at a pose from the given ones [rad, or m over the size]. At the limit of a leg's reach
they are accurate to the square root of round-off."""

MOST_MODES = 256
"""Largest number of modes that are all tried if the legs are not independent."""


def joint_gaps(model: Model, found: Array, q: Array) -> Array:
    """(k, n_a) distances of actuated joints (k, n_a) from q (n_a,): angles modulo whole turns, strokes over the robot's size."""
    mechanism = model.mechanism
    own = [mechanism.joints[k] for k in mechanism.actuated]
    turning = np.array([joint.is_periodic for joint in own], dtype=bool)
    gaps = found - q
    gaps = np.where(turning, (gaps + np.pi) % (2 * np.pi) - np.pi, gaps)
    return np.abs(gaps) / np.array([mechanism.size if joint.unit == "m" else 1.0 for joint in own])


def matching_modes(model: Model, x: Array, q: Array) -> list[Mode | None]:
    """Return, for each pose (k, n_x), the working mode with the actuated joints q; None if there is none."""
    geometry = model.survey.geometry
    found: list[Mode | None] = [None] * len(x)
    if not len(x):
        return found
    signs, best = _leg_by_leg(model, x, q)
    for row in np.unique(signs, axis=0):
        own = np.flatnonzero((signs == row).all(axis=1))
        mode = mode_of_signs(geometry, row)
        for k in own[_gaps(model, x[own], q, mode).max(axis=1) < MATCH]:
            found[k] = mode
    left = [k for k, mode in enumerate(found) if mode is None]
    if left and best[left].min() < MATCH and 2 ** len(geometry.free_choices) <= MOST_MODES:
        for mode in all_modes(geometry):
            for k in np.array(left)[_gaps(model, x[left], q, mode).max(axis=1) < MATCH]:
                found[k] = mode
    return found


def nearest_mode(model: Model, x: Array, q: Array) -> Mode:
    """Return the working mode whose actuated joints at the pose x (n_x,) are q (n_a,), or nearest to q, leg by leg."""
    exact = matching_modes(model, x[None], q)[0]
    return mode_of_signs(model.survey.geometry, _leg_by_leg(model, x[None], q)[0][0]) if exact is None else exact


def reproduces(model: Model, x: Array, q: Array, mode: Mode) -> NDArray[np.bool_]:
    """(k,) True if the actuated joints at poses (k, n_x) in a working mode are q (n_a,)."""
    return np.asarray(_gaps(model, x, q, mode).max(axis=1) < MATCH)


def _leg_by_leg(model: Model, x: Array, q: Array) -> tuple[Array, Array]:
    """(k, n_choices) signs that fit best, leg by leg, and (k,) the largest distance of a leg."""
    trials, joints, places = model.survey.leg_trials
    gaps = np.array([_gaps(model, x, q, mode_of_signs(model.survey.geometry, signs)) for signs in trials])
    signs, largest = np.ones((len(x), trials.shape[1])), np.zeros(len(x))
    for own, choices in zip(joints, places, strict=True):
        gap = gaps[:, :, own].max(axis=2)
        best = gap.argmin(axis=0)
        signs[:, choices] = trials[best][:, choices]
        largest = np.maximum(largest, gap.min(axis=0))
    return signs, largest


def _gaps(model: Model, x: Array, q: Array, mode: Mode) -> Array:
    found = model.quietly("inverse_kinematics", x, mode=mode)["q"]
    gaps = joint_gaps(model, found, q)
    return np.where(np.isfinite(gaps), gaps, np.inf)
