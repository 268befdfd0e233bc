"""Read motions from files of samples: CSV, Parquet and MAT."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import file_path, items, shown
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.robot.file_parameters import NOT_SI
from parados.text.numbers import counted
from parados.trajectory.base import Trajectory
from parados.trajectory.column_tables import ColumnTable, read_table
from parados.trajectory.sampled_motion import LEAST, sampled

__all__ = ["read_motion", "stacked", "through_columns"]

Array = NDArray[np.float64]

COLUMNS = "a list of names or numbers of columns"

RATES = ("xd_", "xdd_")
"""First letters of the columns of rates that `save` adds; `read_motion` takes the derivatives of the spline instead."""

UNIT = re.compile(r"(?:\[|\s\()\s*([^\W\d_][^\[\]()]*?|°)\s*[\])]\s*$")
"""The unit at the end of a heading, such as px [mm] or px (mm)."""

SECONDS = ("s", "sec", "second", "seconds")
METRES_AND_RADIANS = ("m", "rad", "meter", "meters", "metre", "metres", "radian", "radians")

OTHER = re.compile(f"{NOT_SI.pattern}|(milli|micro|centi)(second|met(er|re))s?|minutes?|hours?|inches|N|A|V|W|J|Hz|K")
"""Words of units that are neither times, lengths nor angles in SI units."""


def read_motion(
    path: str | Path,
    *,
    columns: Sequence[str | int] | None = None,
    time: str | int = "t",
    smoothing: ArrayLike | str | None = None,
    unwrap: Sequence[str | int] = (),
) -> Trajectory:
    """Read the motion in a CSV, Parquet (with the extra `files`) or MAT file.

    Parameters
    ----------
    columns : of the coordinates, by name or by number from 0; by default all columns except the time and those whose names begin
        with xd_ or xdd_. The columns of a matrix m of a MAT file are m1, m2, ...
    time : column of the times [s]
    smoothing : see `sampled`
    unwrap : columns that are angles [rad]; jumps of 2 pi are removed from them

    A heading may tell its unit, as in "px [m]"; another unit than s, m and rad is rejected, since the numbers are not converted.
    """
    table = read_table(file_path("path", path))
    clock = _name(table, time, "time")
    if columns is None:
        names = [name for name in table.columns if name != clock and not name.startswith(RATES)]
    else:
        names = [_name(table, column, "columns") for column in items("columns", columns, COLUMNS)]
    if not names:
        if columns is not None:
            raise InputError("columns: give at least one column")
        others = f"; columns that begin with {' or '.join(RATES)} are not coordinates" if len(table.columns) > 1 else ""
        raise InputError(f"{table.file}: there are no columns of coordinates besides the time {clock!r}{others}")
    _check_units(table, [clock], SECONDS)
    _check_units(table, names, METRES_AND_RADIANS)
    angles = [_name(table, column, "unwrap") for column in items("unwrap", unwrap, COLUMNS)]
    for name in angles:
        if name not in names:
            raise InputError(f"{table.file}: unwrap: {name!r} is not among the chosen columns {', '.join(names)}")
    return through_columns(table, clock, names, smoothing, [names.index(a) for a in angles])


def through_columns(
    table: ColumnTable,
    clock: str,
    names: Sequence[str],
    smoothing: ArrayLike | str | None = None,
    unwrap: Sequence[int] = (),
) -> Trajectory:
    """Build the trajectory through columns of finite numbers with increasing times."""
    t, x = table.numbers(clock), stacked(table, names, clock)
    if len(t) < LEAST:
        raise InputError(
            f"{table.file}: {counted(len(t), 'row is', 'rows are')} too few to compute rates from; at least {LEAST} are needed"
        )
    late = np.flatnonzero(np.diff(t) <= 0)
    if len(late):
        k = int(late[0])
        raise InputError(f"{table.file}: {clock} must increase, but {table.place(k + 1)} has {t[k + 1]:g} after {t[k]:g}")
    return sampled(t, x, smoothing=smoothing, unwrap=unwrap)


def stacked(table: ColumnTable, names: Sequence[str], beside: str) -> Array:
    """Return columns of finite numbers as one array (k, n); each must be as long as the column `beside`."""
    columns, count = [table.numbers(name) for name in names], len(table.columns[beside])
    for name, column in zip(names, columns, strict=True):
        if len(column) != count:
            own = counted(len(column), "row")
            raise InputError(f"{table.file}: the column {name!r} has {own}, but the column {beside!r} has {count}")
    return np.column_stack(columns)


def _check_units(table: ColumnTable, names: Sequence[str], units: Sequence[str]) -> None:
    """Raise InputError for a column whose heading tells another unit than these."""
    for name in names:
        found = UNIT.search(name)
        if found and _is_other_unit(found[1], units):
            problem = f"the column {name!r} is in {found[1]}, but numbers are not converted"
            symbols = " or ".join(unit for unit in units if unit in ("s", "m", "rad"))
            advice = f"write {symbols} in the file, or convert the numbers and call parados.trajectory.sampled"
            raise InputError(f"{table.file}: {problem}; {advice}")


def _is_other_unit(remark: str, units: Sequence[str]) -> bool:
    """Tell whether a remark behind a name is a unit, but none of these; words such as raw or left are no units."""
    words = re.findall(r"[^\W\d_]+|[°%]", remark)
    if len(words) == 1 and words[0].lower() in (*units, "t"):  # px (t) is px as a function of time, not in tonnes
        return False
    return all(OTHER.fullmatch(word) or word in (*SECONDS, *METRES_AND_RADIANS) for word in words)


def _name(table: ColumnTable, column: str | int, argument: str) -> str:
    there = list(table.columns)
    if isinstance(column, int) and not isinstance(column, bool) and 0 <= column < len(there):
        return there[column]
    if isinstance(column, str) and column in there:
        return column
    raise InputError(f"{table.file}: {argument}: there is no column {shown(column)}; the columns are {listed(there)}")
