"""Motions and regions of a study, from their keys."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from parados.arguments import flag, instance, items, name_list, shown, whole, word
from parados.errors import InputError, UnknownNameError
from parados.model.model import Model
from parados.singularity.maps.grids import Axis, Grid, fixed_pose, read_axis
from parados.study.study_states import StudyStates
from parados.trajectory.base import Trajectory
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.motion_table_files import read_motion_table
from parados.trajectory.pick_and_place_cycle import pick_and_place_cycle
from parados.trajectory.point_by_point import point_by_point
from parados.trajectory.point_to_point import point_to_point
from parados.trajectory.splines import through

__all__ = ["motion_states", "region_states"]

MOTIONS: dict[str, Callable[..., Trajectory]] = {
    "point_to_point": point_to_point,
    "point_by_point": point_by_point,
    "through": through,
    "pick_and_place_cycle": pick_and_place_cycle,
}
"""Motions that a file of a study may name; the keys are the arguments of these functions."""

MOST_STATES = 100_000
DEFAULT_STATES = 200
MOST_REGION = 1_000_000
"""Largest number of poses of a region."""


def motion_states(name: str, given: Any, model: Model, folder: Path) -> StudyStates:
    """Return the states of a motion: a trajectory, a table, or keys such as {file: cycle.csv} or {through: ..., states: 200}."""
    place = f"motions[{name}]"
    if isinstance(given, MotionTable):
        return StudyStates.of_motion(name, given)
    if isinstance(given, Trajectory):
        return StudyStates.of_motion(name, _sampled(given, DEFAULT_STATES))
    content = dict(instance(place, given, Mapping, "a trajectory, a table of a motion, or a mapping"))
    if "file" in content and "states" in content:
        raise InputError(f"{place}.states: all states of the file are taken; leave states out")
    count = whole(f"{place}.states", content.pop("states", DEFAULT_STATES), 2, MOST_STATES, "a number of states")
    kind = next(iter(content)) if len(content) == 1 else None
    if kind == "file":
        path = content["file"]
        if not isinstance(path, str):
            raise InputError(f"{place}.file: the path of a file is expected, not {shown(path)}")
        return StudyStates.of_motion(name, read_motion_table(folder / path, model.labels))
    if kind == "motion":
        own = instance(f"{place}.motion", content["motion"], Trajectory, "a trajectory")
        return StudyStates.of_motion(name, _sampled(own, count))
    if kind is None:
        raise InputError(f"{place}: give one of file, {', '.join(MOTIONS)}, and the number of states")
    word(place, kind, ("file", *MOTIONS), UnknownNameError, "a kind of motion")
    arguments = dict(instance(f"{place}.{kind}", content[kind], Mapping, "a mapping of the arguments"))
    _check_arguments(f"{place}.{kind}", MOTIONS[kind], arguments)
    return StudyStates.of_motion(name, _sampled(MOTIONS[kind](**arguments), count))


def _check_arguments(place: str, function: Callable[..., Trajectory], arguments: Mapping[Any, Any]) -> None:
    """Check the names of the arguments of a motion: all of them known, and those without a default given."""
    known = inspect.signature(function).parameters
    for key in arguments:
        word(place, key, list(known), UnknownNameError, "an argument of this motion")
    missing = [name for name, one in known.items() if one.default is one.empty and name not in arguments]
    if missing:
        raise InputError(f"{place}: {missing[0]} is missing; the arguments are {', '.join(known)}")


def _sampled(motion: Trajectory, count: int) -> MotionTable:
    import numpy as np

    return motion.table(np.linspace(*motion.times, count))


def region_states(name: str, given: Any, model: Model) -> StudyStates:
    """Return the poses of a region: coordinates with [lower, upper, count], others in `at`; `whole` as in `StudyStates`."""
    place = f"regions[{name}]"
    content = dict(instance(place, given, Mapping, "a mapping of coordinates to [lower, upper, count]"))
    at, needed = content.pop("at", None), flag(f"{place}.whole", content.pop("whole", True))
    axes = [_axis(place, model, coordinate, ends) for coordinate, ends in content.items()]
    if not axes:
        raise InputError(f"{place}: give at least one coordinate, e.g. {model.labels['x'][0]}: [-0.1, 0.1, 5]")
    grid = Grid(tuple(axes), fixed_pose(model, at, name_list(place, list(content))))
    if grid.size > MOST_REGION:
        raise InputError(f"{place}: {grid.size:,} poses are too many; stay below {MOST_REGION:,}")
    return StudyStates.of_grid(name, grid, len(model.labels["xd"]), needed)


def _axis(place: str, model: Model, coordinate: Any, ends: Any) -> Axis:
    names = list(model.labels["x"])
    word(place, coordinate, names, UnknownNameError, f"a coordinate of {model.spec.name}")
    if len(items(f"{place}.{coordinate}", ends, "[lower, upper, count]")) != 3:
        raise InputError(f"{place}.{coordinate}: [lower, upper, count] is expected, not {shown(ends)}")
    return read_axis(model, coordinate, ends, (0.0, 1.0), 2, f"{place}.{coordinate}")
