"""Read a study from a YAML file."""

from __future__ import annotations

import os
from pathlib import Path

from parados.arguments import file_path, word
from parados.errors import InputError, UnknownNameError
from parados.study.study import Study
from parados.study.study_yaml import read_yaml

__all__ = ["KEYS", "read_study"]

KEYS = (
    "name", "robot", "parameters", "mode", "variables", "motions", "regions", "indices", "constraints", "objectives", "search",
)  # fmt: skip


def read_study(path: str | Path) -> Study:
    """Read a study from a YAML file; the paths in it start from its folder."""
    place = file_path("study", path, "the path of a study file")
    content = read_yaml("study", place)
    for key in content:
        word(place.name, key, KEYS, UnknownNameError, "a key of a study")
    for key in ("robot", "variables", "indices"):
        if key not in content:
            raise InputError(f"{place.name}: the key {key} is missing")
    robot = content.pop("robot")
    if not isinstance(robot, str):
        raise InputError(
            f"{place.name}: robot: a name from the catalog or the path of a robot file is expected, not {robot!r:.60}"
        )
    beside = place.parent / robot
    name = content.pop("name", place.stem)
    return Study(beside if os.path.isfile(beside) else robot, **content, name=name, folder=place.parent)
