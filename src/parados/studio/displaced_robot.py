"""A robot that is displaced from its pose by a small motion, which may open its loops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.plots.skeleton_parts import skeleton_parts
from parados.spatial.rotations import from_axis_angle
from parados.studio.posed_robot import PosedRobot

__all__ = ["DisplacedRobot", "displaced", "largest_speed"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class DisplacedRobot(PosedRobot):
    """A robot whose joints and platform moved from the pose x.

    moved : (n_t,) displacements of the joints [rad, m];  twist : (6,) displacement of the platform at P, base axes [m, rad]
    """

    moved: Array
    twist: Array

    @cached_property
    def joints(self) -> Array:
        return self.model.joints(self.x, mode=self.mode) + self.moved

    @cached_property
    def platform(self) -> Array:
        frame = PosedRobot(self.robot, self.model, self.x, self.mode).platform.copy()
        frame[:3, 3] += self.twist[:3]
        angle = float(np.linalg.norm(self.twist[3:]))
        if angle > 0:
            frame[:3, :3] = from_axis_angle(self.twist[3:] / angle, angle) @ frame[:3, :3]
        return frame

    @cached_property
    def links(self) -> Array:
        return self.model.tree.frames(self.joints, platform_frame=self.platform)


def displaced(pose: PosedRobot, moved: Array, twist: Array) -> DisplacedRobot:
    """Return a robot displaced from a pose by joints (n_t,) [rad, m] and a twist (6,) of its platform [m, rad]."""
    return DisplacedRobot(pose.robot, pose.model, pose.x, pose.mode, moved, twist)


def largest_speed(pose: PosedRobot, rates: Array, twist: Array) -> float:
    """Return the speed of the fastest point of the robot's skeleton in a motion: rates (n_t,) and twist (6,) [m per unit]."""
    plan, small = skeleton_parts(pose.model), 1e-6
    there = plan.placed(displaced(pose, small * rates, small * twist).bodies)
    return float(np.linalg.norm(there - plan.placed(pose.bodies), axis=1).max()) / small
