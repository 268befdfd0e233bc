"""The parameters of a robot: look at them, and describe the same robot with other values."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from parados.arguments import real_array, shown
from parados.errors import InputError, UnknownNameError
from parados.robot.description import RobotSpec
from parados.robot.fields import FileParameter
from parados.robot.reading import compute_robot
from parados.text.result_display import Display, Shown, Table

__all__ = ["RobotParameters", "changed_description", "robot_parameters"]

MOST_PLACES = 2
"""Places that the table names for each parameter."""

CHANGED = (
    "this robot was changed after its file was loaded (its coordinates, payload or gravity), so that it does not know the "
    "parameters of the file; ask the robot of the file, and set parameters before the change"
)


class RobotParameters(Mapping[str, Any], Shown):
    """Values of the parameters of a robot file by name; `details` tells the unit, range and uses of one."""

    def __init__(self, robot: str, parameters: tuple[FileParameter, ...]) -> None:
        self.robot = robot
        self._all = {one.name: one for one in parameters}

    def __getitem__(self, name: str) -> Any:
        return copy.deepcopy(self._all[name].value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        return f"RobotParameters({', '.join(f'{name}={one.value!r}' for name, one in self._all.items())})"

    def details(self, name: str) -> FileParameter:
        """Return one parameter with its unit, range, sentence and the places that use it."""
        if not isinstance(name, str) or name not in self._all:
            choice = f"use {', '.join(self._all)}" if self._all else "its file names none"
            raise UnknownNameError(f"{shown(name)} is not a parameter of {self.robot}; {choice}")
        return self._all[name]

    def _display(self) -> Display:
        columns = {
            "name": list(self._all),
            "value": [str(one.written) if isinstance(one.written, str) else f"{one.value}" for one in self._all.values()],
            "unit": [one.unit for one in self._all.values()],
            "range": [f"{one.range[0]:g} to {one.range[1]:g}" if one.range else "" for one in self._all.values()],
            "used in": [_shortened(one.used) for one in self._all.values()],
            "about": [one.about for one in self._all.values()],
        }
        filled = {heading: cells for heading, cells in columns.items() if any(cells)}
        tables = [Table(list(filled), list(zip(*filled.values(), strict=True)))] if filled else []
        return Display(f"Parameters of {self.robot}", tables=tables)


def _shortened(places: tuple[str, ...]) -> str:
    """Name the first places, and count the others."""
    rest = f" and {len(places) - MOST_PLACES} more" if len(places) > MOST_PLACES else ""
    return ", ".join(places[:MOST_PLACES]) + rest


def robot_parameters(spec: RobotSpec) -> RobotParameters:
    """Return the parameters of the file that a description was read from."""
    return RobotParameters(spec.name, _file(spec)[1])


def _file(spec: RobotSpec) -> tuple[dict[Any, Any], tuple[FileParameter, ...]]:
    """Return the file that a description was read from, as it is written, and its parameters."""
    if spec.file is None:
        raise InputError(f"parameters: {CHANGED}")
    return spec.file


def changed_description(spec: RobotSpec, values: Mapping[str, Any]) -> RobotSpec:
    """Compute the description again with other values of some parameters."""
    known, data = robot_parameters(spec), _file(spec)[0]
    written = dict(data.get("parameters") or {})
    for name, value in values.items():
        given = _as_written(known.details(name), value)
        written[name] = {**written[name], "value": given} if isinstance(written[name], dict) else given
    return compute_robot({**data, "parameters": written}, spec.name).in_folder(spec.folder)


def _as_written(known: FileParameter, value: Any) -> Any:
    """Check that a value has the shape of the parameter; return it as a file has it."""
    place = f"with_parameters: {known.name}"
    array, own = real_array(place, value), real_array(place, known.value)
    if array.shape != own.shape:
        expected = "one number" if own.ndim == 0 else f"numbers of the shape {own.shape}"
        raise InputError(f"{place}: {expected} is expected, not {shown(value)}")
    return array.tolist()
