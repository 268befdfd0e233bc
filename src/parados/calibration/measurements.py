"""Measurements at poses: joint positions, platform coordinates and readings of instruments, by the names of their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import file_path, instance, shown, vector
from parados.arguments.single_values import listed
from parados.calibration.sensors import Sensor, given_sensors
from parados.errors import InputError
from parados.identify.log_columns import LogNames, named_columns
from parados.identify.log_reading import log_names
from parados.identify.log_settings import log_settings
from parados.model.compiled_robot import CompiledRobot
from parados.model.surveyed_robot import SurveyedRobot
from parados.robot.description import COORDINATES
from parados.text.numbers import counted
from parados.text.result_display import Display, Shown
from parados.trajectory.column_tables import read_table

__all__ = ["Measurements", "given_measurements", "read_measurements"]

Array = NDArray[np.float64]

ROBOT = "a robot (parados.load) or its model"


@dataclass(frozen=True, eq=False)
class Measurements(Shown):
    """Measurements at N poses.

    Attributes
    ----------
    name : name of the file, or "measurements";  columns : (N,) numbers of each column [m, rad, pixels]
    sensors : the instruments whose columns are among them;  remarks : sentences about the columns of a file
    """

    name: str
    columns: Mapping[str, Array]
    sensors: Sequence[Sensor] = ()
    remarks: Sequence[str] = field(default=())

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def _display(self) -> Display:
        facts = {"poses": len(self), "columns": ", ".join(self.columns)}
        return Display(f"Measurements: {self.name}", facts, sentences="\n".join(self.remarks))


def read_measurements(
    path: str | Path,
    robot: Any,
    *,
    sensors: Any = (),
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
) -> Measurements:
    """Read a table of measurements, one row for each pose: CSV, Parquet, MAT or HDF5.

    A column with the name of a joint is its position; px ... a3 are coordinates of the platform; NAME is a `Distance`, NAME_u and
    NAME_v an `ImagePoint`. A unit may follow in brackets, e.g. px [mm]; without it numbers are in m, rad and pixels.

    robot : the robot or its model;  sensors : instruments, a list or a mapping of names to their numbers
    columns : name of a quantity -> name of its column;  units : name of a quantity, "joints" or "platform" -> unit
    """
    place = file_path("path", path, "the path of a table of measurements")
    instance("robot", robot, (SurveyedRobot, CompiledRobot), ROBOT)
    names = _names(robot, sensors)
    settings = log_settings(place, columns, units, None, None, None)
    found = named_columns(read_table(place), names, settings, efforts=False)
    own = {**found.joints, **found.platform}
    return _checked(place.name, own, robot, sensors, names, found.remarks)


def given_measurements(value: Any, robot: Any, sensors: Any) -> Measurements:
    """Return measurements given as such, as the path of a file, or as a mapping of columns to numbers in SI units."""
    if isinstance(value, Measurements):
        if sensors:
            raise InputError("sensors: the measurements were read with their sensors; give them there alone")
        return _checked(value.name, value.columns, robot, value.sensors, _names(robot, value.sensors), value.remarks)
    if isinstance(value, str | Path):
        return read_measurements(value, robot, sensors=sensors)
    if not isinstance(value, Mapping) or not value:
        raise InputError(
            f"measurements: a mapping of columns to numbers, Measurements or the path of a table is expected, not {shown(value)}"
        )
    return _checked("measurements", value, robot, sensors, _names(robot, sensors), ())


def _names(robot: Any, sensors: Any) -> LogNames:
    """Return the names that columns may have: joints, the six coordinates of the platform, readings of instruments."""
    names = log_names(robot)
    platform = [name for name in COORDINATES if name not in names.joints] if robot.spec.has_platform else []
    given = given_sensors(sensors, [*names.joints, *platform])
    pixels = {column for one in given for column in one.columns if one.kind == "pixels"}
    seen = [column for one in given for column in one.columns]
    return LogNames(names.joints, names.actuated, [*platform, *seen], names.lengths | (set(seen) - pixels), frozenset(pixels))


def _checked(
    name: str, columns: Mapping[str, Any], robot: Any, sensors: Any, names: LogNames, remarks: Sequence[str]
) -> Measurements:
    """Return measurements whose columns are known, of one length and finite."""
    known = [*names.joints, *names.platform]
    strange = [one for one in columns if one not in known]
    if strange:
        raise InputError(f"{name}: {shown(strange[0])} is not a measured quantity of {robot.spec.name}; use {listed(known)}")
    missing = [one for one in names.actuated if one not in columns]
    if missing:
        raise InputError(
            f"{name}: the positions of the actuated joints {listed(names.actuated)} are needed, {missing[0]} is missing"
        )
    count = len(np.atleast_1d(np.asarray(columns[names.actuated[0]], dtype=object)))
    numbers = {}
    for one in known:
        if one in columns:
            odd = _first_odd(columns[one])
            if odd is not None:
                raise InputError(f"{name}: {one} is not a finite number at pose {odd + 1}; leave this pose out")
            numbers[one] = vector(f"{name}: {one}", columns[one], count, "one number for each pose")
    given = given_sensors(sensors, [])
    silent = [one.name for one in given if not set(one.columns) <= set(numbers)]
    if silent:
        raise InputError(f"{name}: there are no readings of the sensor {silent[0]}; its columns are {_columns(given, silent[0])}")
    if len(numbers) == len(names.actuated):
        raise InputError(
            f"{name}: beside the {counted(len(numbers), 'actuated joint')} nothing is measured; add columns of the platform, of "
            "passive joints or of sensors"
        )
    return Measurements(name, numbers, given, remarks)


def _columns(sensors: Sequence[Sensor], name: str) -> str:
    return " and ".join(next(one.columns for one in sensors if one.name == name))


def _first_odd(values: Any) -> int | None:
    """Return the first place of a list of numbers that is NaN or infinite; None if there is none, or if it is no such list."""
    try:
        odd = np.flatnonzero(~np.isfinite(np.asarray(values, dtype=float)))
    except (TypeError, ValueError):
        return None
    return int(odd[0]) if len(odd) else None
