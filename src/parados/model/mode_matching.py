"""Find the working mode in which the robot has given actuated joints at a pose.

Signs that decide the same positions are a group (`working_modes.sign_groups`); the groups are independent of each other. In each
mode that is tried, every group takes another combination of its own signs. The signs that give each group its actuated joints,
and the platform its frame, are put together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.geometry.working_modes import Mode, mode_of_signs
from parados.model.forward_geometry import frames_at
from parados.model.frame_coordinates import frame_gaps

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["MATCH", "all_tried", "joint_gaps", "matching_modes", "nearest_mode", "reproduces"]

Array = NDArray[np.float64]

MATCH = 1e-4
"""Largest distance of the actuated joints at a pose from the given ones [rad, or m over the size]. At the limit of a leg's reach
they are accurate to the square root of round-off."""

MOST_TRIALS = 4096
"""Largest number of modes that are tried."""


def joint_gaps(model: Model, found: Array, q: Array) -> Array:
    """(k, n_a) distances of actuated joints (k, n_a) from q (n_a,): angles modulo whole turns, strokes over the robot's size."""
    mechanism = model.mechanism
    own = [mechanism.joints[k] for k in mechanism.actuated]
    turning = np.array([joint.is_periodic for joint in own], dtype=bool)
    gaps = found - q
    gaps = np.where(turning, (gaps + np.pi) % (2 * np.pi) - np.pi, gaps)
    return np.abs(gaps) / np.array([mechanism.size if joint.unit == "m" else 1.0 for joint in own])


def matching_modes(model: Model, x: Array, q: Array, frames: Array | None = None) -> list[Mode | None]:
    """Return, for each pose (k, n_x), the working mode with the actuated joints q (n_a,); None if there is none.

    frames : (k, 4, 4) frames that the platform shall have; None if dependent coordinates may have any values
    """
    geometry = model.survey.geometry
    found: list[Mode | None] = [None] * len(x)
    if not len(x):
        return found
    signs, reached = _by_groups(model, x, q, frames)
    for row in np.unique(signs[reached], axis=0):
        own = np.flatnonzero(reached & (signs == row).all(axis=1))
        mode = mode_of_signs(geometry, row)
        for k in own[_gaps(model, x[own], q, mode).max(axis=1) < MATCH]:
            found[k] = mode
    return found


def all_tried(model: Model) -> bool:
    """Tell whether every mode is tried, so that no pose has the given joints in a mode that was not found."""
    return model.survey.sign_groups.trial_count <= MOST_TRIALS


def nearest_mode(model: Model, x: Array, q: Array) -> Mode:
    """Return the working mode whose actuated joints at the pose x (n_x,) are q (n_a,), or nearest to q, group by group."""
    return mode_of_signs(model.survey.geometry, _by_groups(model, x[None], q, None)[0][0])


def reproduces(model: Model, x: Array, q: Array, mode: Mode) -> NDArray[np.bool_]:
    """(k,) True if the actuated joints at poses (k, n_x) in a working mode are q (n_a,)."""
    return np.asarray(_gaps(model, x, q, mode).max(axis=1) < MATCH)


def _by_groups(model: Model, x: Array, q: Array, frames: Array | None) -> tuple[Array, NDArray[np.bool_]]:
    """(k, n_choices) signs that fit best at poses (k, n_x), group by group; (k,) True if all joints are within reach there."""
    groups, geometry = model.survey.sign_groups, model.survey.geometry
    trials = groups.trials(len(geometry.free_choices), MOST_TRIALS)
    gaps = np.array([_group_gaps(model, x, q, frames, mode_of_signs(geometry, row)) for row in trials])
    signs = np.ones((len(x), trials.shape[1]))
    for group, places in enumerate(groups.places):
        signs[:, places] = trials[gaps[:, :, group].argmin(axis=0)][:, places]
    return signs, np.asarray(np.isfinite(gaps.min(axis=0)).all(axis=1))


def _group_gaps(model: Model, x: Array, q: Array, frames: Array | None, mode: Mode) -> Array:
    """(k, n_groups) largest distance of the positions that a group decides; infinite where a joint is out of reach."""
    groups = model.survey.sign_groups
    found = np.zeros((len(x), len(groups.places)))
    gaps = _gaps(model, x, q, mode)
    for group, own in enumerate(groups.actuated):
        found[:, group] = gaps[:, own].max(axis=1, initial=0.0)
    if any(groups.choices):
        joints = model.quietly("joints", x, mode=mode)["joints"]
        for group, choices in enumerate(groups.choices):
            own = [model.survey.geometry.choices[k].joint for k in choices]
            found[:, group] = np.where(np.isfinite(joints[:, own]).all(axis=1), found[:, group], np.inf)
    if frames is not None and groups.platform is not None:
        apart = frame_gaps(model.mechanism, frames_at(model, x, mode), frames)
        found[:, groups.platform] = np.maximum(found[:, groups.platform], apart)
    return found


def _gaps(model: Model, x: Array, q: Array, mode: Mode) -> Array:
    found = model.quietly("inverse_kinematics", x, mode=mode)["q"]
    gaps = joint_gaps(model, found, q)
    return np.where(np.isfinite(gaps), gaps, np.inf)
