"""Read tables of a robot's motion from files, by the names of its coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from parados.arguments import file_path, instance, name_list
from parados.errors import InputError
from parados.trajectory.column_tables import ColumnTable, read_table
from parados.trajectory.motion_files import stacked, through_columns
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.names import rate_columns

__all__ = ["read_motion_table"]

REPORTED = ("q_", "qd_", "qdd_", "tau_", "kinetic", "potential", "beyond_", "work", "loads", "lost", "closure")
"""First letters of the columns that the report of a motion and a simulated run add; they are ignored when a motion is read."""


def read_motion_table(path: str | Path, labels: Mapping[str, Sequence[str]]) -> MotionTable:
    """Read the rows of a file as states of a robot whose coordinates have the names `model.labels`.

    Columns: `t` [s], the coordinates (px, py, ..., a1, ...) and, optionally, all rates `xd_px` ... and all accelerations
    `xdd_px` .... If the rates are missing, a spline through the rows gives them, as in `read_motion`.
    """
    names, *rates = _labels(labels)
    table = read_table(file_path("path", path))
    xd, xdd = rate_columns("xd", rates[0]), rate_columns("xdd", rates[1])
    _check_names(table, names, [*xd, *xdd])
    timed = "t" in table.columns
    if xd[0] in table.columns:
        x, velocities, accelerations = (stacked(table, some, "t" if timed else names[0]) for some in (names, xd, xdd))
        t = table.numbers("t") if timed else np.arange(1.0, len(x) + 1)
        return MotionTable(t, x, velocities, accelerations, timed)
    if not timed:
        raise InputError(f"{table.file}: rates cannot be computed without the column t; add it, or add {xd[0]} ... {xdd[-1]}")
    if rates[0] != names:
        raise InputError(f"{table.file}: this robot's orientation is a quaternion; add the columns {', '.join([*xd, *xdd])}")
    return through_columns(table, "t", names).table(table.columns["t"])


def _labels(labels: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return the names of the entries of x, xd and xdd."""
    given = instance("labels", labels, Mapping, "the labels of a model, model.labels,")
    missing = [key for key in ("x", "xd", "xdd") if not given.get(key)]
    if missing:
        raise InputError(f"labels: there are no names of {missing[0]}; give model.labels")
    return [name_list(f"labels[{key!r}]", given[key]) for key in ("x", "xd", "xdd")]


def _check_names(table: ColumnTable, x: Sequence[str], rates: Sequence[str]) -> None:
    missing = [name for name in x if name not in table.columns]
    if missing:
        raise InputError(f"{table.file}: the file needs the columns {', '.join(x)}; it lacks {', '.join(missing)}")
    given = [name for name in rates if name in table.columns]
    absent = [name for name in rates if name not in table.columns]
    if given and absent:
        half = f"the file has {', '.join(given)}, but not {', '.join(absent)}"
        raise InputError(f"{table.file}: {half}; give all of these columns or none")
    known = {"t", *x, *rates}
    for name in table.columns:
        if name not in known and not name.startswith(REPORTED):
            raise InputError(f"{table.file}: the column {name!r} is not known; the known names are t, {', '.join([*x, *rates])}")
