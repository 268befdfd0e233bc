"""Motions from files of samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import file_path, items, shown
from parados.arguments.words import listed
from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.samples import sampled
from parados.trajectory.tables import read_table

__all__ = ["read_motion"]

Array = NDArray[np.float64]

COLUMNS = "a list of names or numbers of columns"

RATES = ("xd_", "xdd_")
"""How the columns begin that `save` adds; the derivatives come from the spline instead."""


def read_motion(
    path: str | Path,
    columns: Sequence[str | int] | None = None,
    time: str | int = "t",
    smoothing: ArrayLike | str | None = None,
    unwrap: Sequence[str | int] = (),
) -> Trajectory:
    """The motion in a CSV, Parquet (with the extra `files`) or MAT file.

    Parameters
    ----------
    columns : of the coordinates, by name or by number from 0; all but the time, and but those that begin with xd_ or xdd_, unless
        told otherwise. The columns of a matrix m of a MAT file are m1, m2, ...
    time : column of the times [s]
    smoothing : see `sampled`
    unwrap : which of the columns are angles [rad] from which jumps of 2 pi are taken away
    """
    file = file_path("path", path)
    content = read_table(file)
    clock = _name(file, content, time, "time")
    if columns is None:
        names = [name for name in content if name != clock and not name.startswith(RATES)]
    else:
        names = [_name(file, content, column, "columns") for column in items("columns", columns, COLUMNS)]
    if not names:
        raise InputError(f"{file.name}: there is no column but the time {clock!r}")
    angles = [_name(file, content, column, "unwrap") for column in items("unwrap", unwrap, COLUMNS)]
    for name in angles:
        if name not in names:
            raise InputError(f"{file.name}: unwrap: {name!r} is not among the chosen columns {', '.join(names)}")
    for name in (clock, *names):
        _check(file, name, content[name], len(content[clock]))
    return sampled(
        content[clock], np.column_stack([content[name] for name in names]), smoothing, [names.index(a) for a in angles]
    )


def _name(file: Path, content: Mapping[str, Array], column: str | int, argument: str) -> str:
    there = list(content)
    if isinstance(column, int) and not isinstance(column, bool) and 0 <= column < len(there):
        return there[column]
    if isinstance(column, str) and column in there:
        return column
    raise InputError(f"{file.name}: {argument}: there is no column {shown(column)}; there are {listed(there)}")


def _check(file: Path, name: str, values: Array, count: int) -> None:
    if len(values) != count:
        raise InputError(f"{file.name}: the column {name!r} has {len(values)} rows, the time has {count}")
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise InputError(f"{file.name}: row {int(wrong[0]) + 1} of the column {name!r} is not a finite number")
