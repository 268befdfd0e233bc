"""Read a log of a machine from a CSV, Parquet, MAT or HDF5 file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parados.arguments import file_path, instance, positive
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.identify.log import Log
from parados.identify.log_columns import LogNames, NamedColumns, named_columns
from parados.identify.log_faults import Samples, tidied
from parados.identify.log_settings import LogSettings, log_settings
from parados.model.compiled_robot import CompiledRobot
from parados.model.surveyed_robot import SurveyedRobot
from parados.trajectory.column_tables import read_table
from parados.trajectory.names import LENGTHS

__all__ = ["log_names", "read_log"]


def read_log(
    path: str | Path,
    robot: SurveyedRobot | CompiledRobot,
    *,
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    gains: Mapping[str, float] | float | None = None,
    rate: float | None = None,
    settings: str | Path | None = None,
) -> Log:
    """Read a log of a robot; what is odd in it is removed and told in `remarks`.

    Parameters
    ----------
    path : CSV, Parquet, MAT or HDF5 file. The columns have the names of the joints (positions), tau_NAME or, for a joint q11,
        tau11 (efforts), t or time, and coordinates of the platform. A unit may follow in brackets, as in `q11 [deg]`
    robot : a robot or its model
    columns : quantity (t, a joint, tau_JOINT, a coordinate) -> name of its column in the file
    units : quantity, or time, joints, efforts, platform for all of a kind -> unit; SI units and radians without it
    gains : gain of each drive by joint, or one for all [N m/A, N/A, N/V ...]; the efforts are gain times column
    rate : samples for each second [Hz], for a file without times or with wrong ones
    settings : YAML file with the keys columns, units, gains and rate; by default NAME.log.yaml beside NAME.csv, if it exists
    """
    place = file_path("path", path)
    own: Any = instance("robot", robot, (SurveyedRobot, CompiledRobot), "a robot (parados.load) or its model")
    chosen = log_settings(place, columns, units, gains, rate, settings)
    names = log_names(own)
    found = named_columns(read_table(place), names, chosen)
    remarks = [f"Columns and units are those of {chosen.source}."] if chosen.source else []
    remarks += found.remarks
    if found.time is not None and chosen.rate is not None:
        remarks.append(f"The instants follow from the rate of {chosen.rate:.6g} Hz; the column {found.used['t']!r} is not used.")
    samples = tidied(
        Samples(
            place.name, _time(place, found, chosen), found.joints, found.efforts, found.platform, list(names.actuated), remarks
        )
    )
    return Log(
        place.name, samples.time, samples.joints, samples.efforts, samples.platform, samples.doubtful, tuple(samples.remarks)
    )


def log_names(robot: SurveyedRobot | CompiledRobot) -> LogNames:
    """Return the names of a robot's joints and coordinates."""
    mechanism = robot.mechanism
    lengths = {joint.name for joint in mechanism.joints if joint.unit == "m"} | set(LENGTHS)
    actuated = [mechanism.joints[k].name for k in mechanism.actuated]
    if not actuated:
        raise InputError(f"robot: {robot.spec.name} has no actuated joints; a log needs one")
    platform = [name for name in robot.spec.x_names if name not in mechanism.joint_names]
    return LogNames(mechanism.joint_names, actuated, platform, frozenset(lengths))


def _time(path: Path, found: NamedColumns, settings: LogSettings) -> Any:
    """(N,) the instants: from the column, or from the rate."""
    if found.time is not None and settings.rate is None:
        return found.time
    if settings.rate is None:
        used = listed(found.used.values())
        raise InputError(
            f"{path.name}: no column is t or time (used: {used}); name it with columns={{'t': ...}}, or give the rate"
        )
    return np.arange(len(next(iter(found.joints.values())))) / positive("rate", settings.rate, "Hz")
