"""Check the text of a robot file for the studio: the robot, or the findings and the loops that stay open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.api import Robot
from parados.errors import ParadosError, RobotFileError
from parados.geometry.survey import assembly_at_home
from parados.plots.skeleton_parts import body_frames

if TYPE_CHECKING:
    from parados.geometry.open_loops import ClosureGap, NearestAssembly
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.robot_source import RobotSource

__all__ = ["CheckedFile", "OpenRobot", "check_file", "kept_pose"]

Array = NDArray[np.float64]


class OpenRobot:
    """A robot that does not close, in the configuration at home with the smallest gaps; `RobotScene` can draw it."""

    def __init__(self, robot: Robot, found: NearestAssembly) -> None:
        self.model, self.platform = robot, found.platform
        self.gaps: tuple[ClosureGap, ...] = tuple(found.open_gaps())
        self.bodies = body_frames(robot, found.links, found.platform)
        self.beyond = np.zeros(len(robot.mechanism.joints))


@dataclass(frozen=True)
class CheckedFile:
    """Result of the check of a robot file.

    robot : the robot, None if the text is not a valid robot
    findings : a sentence for each problem;  remarks : a sentence for each unusual property of a valid robot
    open : the robot with its open loops, if it can be drawn
    """

    source: RobotSource
    robot: Robot | None
    findings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    open: OpenRobot | None = None


def check_file(source: RobotSource) -> CheckedFile:
    """Check a text: its keys and numbers first, then its mechanism."""
    try:
        robot = Robot(source.described())
    except RobotFileError as error:
        return CheckedFile(source, None, error.findings)
    try:
        robot.checked()
    except RobotFileError as error:
        return CheckedFile(source, None, error.findings, open=_open(robot))
    return CheckedFile(source, robot, remarks=robot.remarks)


def _open(robot: Robot) -> OpenRobot | None:
    """Return the robot with its open loops; None if all loops close, or if it has no mechanism."""
    try:
        found = OpenRobot(robot, assembly_at_home(robot.spec, robot.mechanism))
    except ParadosError:
        return None
    return found if found.gaps else None


def kept_pose(pose: PosedRobot, robot: Robot) -> PosedRobot | None:
    """Return a changed robot at the pose and in the working mode of the robot before; None if it does not reach them."""
    from parados.studio.posed_robot import PosedRobot

    model = robot.compile()
    if list(model.labels["x"]) != list(pose.model.labels["x"]):
        return None
    try:
        kept = PosedRobot(robot, model, pose.x, model.working_mode(pose.mode))
        _ = kept.bodies
    except ParadosError:
        return None
    return kept
