"""The text that a robot was read from: a file, a robot of the catalog, or a draft that was not saved yet."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from parados.api import Robot, catalog, describe
from parados.robot.parameter_text import robot_text
from parados.robot.reading import parse_robot
from parados.robot.yaml_text import MOST_CHARACTERS
from parados.storage.text_files import read_text

if TYPE_CHECKING:
    from parados.robot.description import RobotSpec

__all__ = ["RobotSource", "catalog_source", "checked_robot", "file_source", "source_of"]


@dataclass(frozen=True)
class RobotSource:
    """Text of a robot file.

    name : name of the file, for messages and downloads
    path : the file, which may be written; None if the text is not one of this machine's files
    """

    text: str
    name: str
    path: Path | None = None

    def described(self) -> RobotSpec:
        """Read the description; raises RobotFileError, in which every problem has its own sentence."""
        return parse_robot(self.text, self.name).in_folder(None if self.path is None else self.path.resolve().parent)


def catalog_source(name: str) -> RobotSource:
    """Return the text of a robot of the catalog."""
    file = resources.files("parados") / "robots" / f"{name}.yaml"
    return RobotSource(file.read_text(encoding="utf-8"), f"{name}.yaml")


def file_source(path: Path) -> RobotSource:
    """Return the text of a file; raises OSError, or ValueError if it is no text or too long for a robot file."""
    return RobotSource(read_text(path, MOST_CHARACTERS), path.name, path)


def source_of(robot: Robot, path: Path | None = None) -> RobotSource | None:
    """Return the text of a robot: that of its file, of the catalog, or of its data; None if it was changed after reading."""
    if path is not None:
        return file_source(path)
    if robot.name in catalog() and describe(robot.name) == robot.spec:
        return catalog_source(robot.name)
    return None if robot.spec.file is None else RobotSource(robot_text(robot.spec), f"{robot.name}.yaml")


def checked_robot(source: RobotSource) -> Robot:
    """Return the robot of a text after every check; raises RobotFileError if it is not a valid robot."""
    return Robot(source.described()).checked()
