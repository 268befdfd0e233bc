"""The working mode of a study or map in words, and the robot that has it as its default."""

from __future__ import annotations

from parados.api import Robot
from parados.geometry.working_modes import Mode, mode_name

__all__ = ["mode_entries", "mode_facts", "robot_in_mode"]


def mode_facts(mode: Mode, default: Mode) -> dict[str, str]:
    """Return a fact for summaries and pages that names the working mode; none if it is the default one."""
    return {} if mode == default else {"working mode": mode_name(mode)}


def robot_in_mode(robot: Robot, mode: Mode) -> Robot:
    """Return a robot whose default working mode is another one; the rest of its file stays."""
    if mode == robot.survey.mode:
        return robot
    changed = robot.spec.model_copy(update={"mode": mode})
    if robot.spec.file is not None:
        content, parameters = robot.spec.file
        changed = changed.from_file({**content, "mode": mode_entries(mode)}, parameters)
    return Robot(changed).checked()


def mode_entries(mode: Mode) -> list[int | list[int]]:
    """Return a working mode as a robot file writes it."""
    return [list(entry) if isinstance(entry, tuple) else entry for entry in mode]
