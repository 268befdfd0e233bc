"""Everything that can be checked when a robot is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parados.api import Robot

__all__ = ["check_robot"]


def check_robot(robot: Robot) -> None:
    robot.survey
