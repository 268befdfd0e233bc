"""Describe a robot whose orientation is a quaternion by a sequence of angles, for methods that need independent coordinates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation, Slerp

from parados.model.surveyed_robot import SurveyedRobot
from parados.spatial.rotations import factors

__all__ = ["angle_description", "angles_at", "clearest_sequence"]

Array = NDArray[np.float64]

CANDIDATES = ("XYZ", "YZX", "ZXY", "ZYX", "YXZ", "XZY", "ZXZ", "XYX", "YZY")
"""Sequences of angles with different singular orientations."""


def clearest_sequence(quaternions: Array) -> str:
    """Return the sequence that stays farthest from its singular orientations on the way through quaternions (k, 4), k >= 2."""
    turned = Rotation.from_quat(quaternions, scalar_first=True)
    way = Slerp(np.arange(len(quaternions)), turned)(np.linspace(0, len(quaternions) - 1, 50 * len(quaternions))).as_matrix()

    def clear(sequence: str) -> float:
        axes = [one.axis for one in factors(sequence)]
        row = way[:, :, axes[0]]
        return float(np.linalg.norm(np.delete(row, axes[-1], axis=1), axis=1).min())

    return max(CANDIDATES, key=clear)


def angles_at(sequence: str, x: Array, near: Array | None = None) -> Array:
    """(6 + k,) coordinates with angles of a pose (7 + k,) with a quaternion; angles nearest to those of the pose `near`."""
    first = Rotation.from_quat(x[3:7], scalar_first=True).as_euler(sequence)
    proper = sequence[0] == sequence[2]
    second = np.array([first[0] + np.pi, -first[1] if proper else np.pi - first[1], first[2] + np.pi])
    if near is None:
        return np.concatenate([x[:3], first, x[7:]])
    moved = [some + 2 * np.pi * np.round((near[3:6] - some) / (2 * np.pi)) for some in (first, second)]
    best = min(moved, key=lambda some: float(np.abs(some - near[3:6]).max()))
    return np.concatenate([x[:3], best, x[7:]])


def angle_description(robot: SurveyedRobot, sequence: str) -> SurveyedRobot:
    """Describe a robot with a quaternion by angles of a sequence; home is the same pose, and the legs are the same."""
    robot = robot.alone()
    spec = robot.spec
    ranges = {name: ends for name, ends in spec.workspace.items() if sequence == "XYZ" or name not in ("a1", "a2", "a3")}
    home = angles_at(sequence, np.asarray(robot.survey.home, dtype=float))
    platform = spec.platform.model_copy(update={"orientation": sequence})
    changed = {"platform": platform, "home": tuple(map(float, home)), "workspace": ranges}
    return SurveyedRobot(spec.model_copy(update=changed))
