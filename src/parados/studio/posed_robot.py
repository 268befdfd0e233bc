"""A robot at one pose: what all parts of the studio show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import ParadosError
from parados.plots.skeleton_parts import body_frames

if TYPE_CHECKING:
    from parados.api import Robot
    from parados.geometry.working_modes import Mode
    from parados.model.model import Model

__all__ = ["PosedRobot", "Step", "step_towards"]

Array = NDArray[np.float64]

HALVINGS = 14
"""Number of halvings of a step that leaves the reach: the robot stops within 1/16384 of the step from its border."""


@dataclass(frozen=True)
class PosedRobot:
    """A robot with its model, coordinates x (n_x,) and working mode."""

    robot: Robot
    model: Model
    x: Array
    mode: Mode

    @cached_property
    def links(self) -> Array:
        """(n_t, 4, 4) frames of the links in base axes, as the file gives them."""
        return self.model.link_frames(self.x, mode=self.mode)

    @cached_property
    def platform(self) -> Array:
        """(4, 4) frame of the platform in base axes; that of the base if the robot has no platform."""
        if self.model.mechanism.platform.is_absent:
            return np.eye(4)
        return self.model.platform_frame(self.x, mode=self.mode)

    @cached_property
    def bodies(self) -> Array:
        """(n_t + 2, 4, 4) frames of all bodies in base axes (`body_frames`)."""
        return body_frames(self.model, self.links, self.platform)

    @cached_property
    def joints(self) -> Array:
        """(n_t,) positions of all joints [rad, m]."""
        return self.model.joints(self.x, mode=self.mode)

    @property
    def q(self) -> Array:
        """(n_a,) positions of the actuated joints [rad, m]."""
        return self.joints[list(self.model.mechanism.actuated)]

    @cached_property
    def beyond(self) -> Array:
        """(n_t,) distance of every joint beyond its limits [rad, m]; 0 within."""
        return self.model.beyond_limits(self.x, mode=self.mode)

    def at(self, x: Array) -> PosedRobot:
        """Return the robot at other coordinates x, in the same working mode; raises an error if they are out of reach."""
        moved = PosedRobot(self.robot, self.model, np.asarray(x, dtype=float), self.mode)
        _ = moved.bodies
        return moved

    def in_mode(self, mode: Mode) -> PosedRobot:
        """Return the robot at the same coordinates in another working mode."""
        moved = PosedRobot(self.robot, self.model, self.x, mode)
        _ = moved.bodies
        return moved


@dataclass(frozen=True)
class Step:
    """Where a robot came to on its way to a pose, and the sentence that says what stopped it ("" if nothing did)."""

    pose: PosedRobot
    stopped: str = ""


def step_towards(pose: PosedRobot, target: Array) -> Step:
    """Move a robot on a straight line of its coordinates to a target (n_x,), or to the last pose within reach."""
    try:
        return Step(pose.at(_valid(pose, target)))
    except ParadosError as error:
        reason = str(error)
    reached, low, high = pose, 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        try:
            reached = pose.at(_valid(pose, pose.x + middle * (target - pose.x)))
            low = middle
        except ParadosError:
            high = middle
    return Step(reached, reason)


def _valid(pose: PosedRobot, x: Array) -> Array:
    """Return coordinates with a quaternion of unit length."""
    if not pose.model.mechanism.platform.is_quaternion:
        return x
    x = x.copy()
    x[3:7] /= np.linalg.norm(x[3:7])
    return x
