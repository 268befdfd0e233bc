"""Columns of a log that a drive train needs: positions of its motor and of its link, and the effort between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import file_path, text
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.identify.log import Log
from parados.identify.log_columns import BRACKETS, plain_heading
from parados.identify.log_units import UNITS, unit_factor
from parados.trajectory.column_tables import read_table

__all__ = ["drive_train_columns"]

Array = NDArray[np.float64]

KINDS = {"motor": ("angle", "length"), "link": ("angle", "length"), "effort": ("torque", "force")}
"""Kinds of units of each column."""


def drive_train_columns(log: Log | str | Path, columns: dict[str, Any]) -> dict[str, Array]:
    """Return the columns (N,) of a log or of a file in SI units; rows in which one of them is missing are left out.

    columns : "motor", "link" and "effort" -> name of the column. A unit in brackets may follow it in the file
    """
    names = {what: text(what, name) for what, name in columns.items()}
    found = _of_log(log, names) if isinstance(log, Log) else _of_file(file_path("log", log), names)
    complete = np.isfinite(np.column_stack(list(found.values()))).all(axis=1)
    return {what: values[complete] for what, values in found.items()}


def _of_log(log: Log, names: dict[str, str]) -> dict[str, Array]:
    known = {what: log.efforts if what == "effort" else {**log.platform, **log.joints} for what in names}
    for what, name in names.items():
        if name not in known[what]:
            raise InputError(f"{what}: the log {log.name} has no column {name!r}; it has {listed(known[what])}")
    return {what: np.asarray(known[what][name]) for what, name in names.items()}


def _of_file(path: Path, names: dict[str, str]) -> dict[str, Array]:
    table = read_table(path)
    headings = {plain_heading(column): column for column in table.columns} | {column: column for column in table.columns}
    found = {}
    for what, name in names.items():
        if name not in headings:
            raise InputError(f"{what}: {table.file} has no column {name!r}; it has {listed(table.columns)}")
        bracket = BRACKETS.match(headings[name])
        found[what] = table.columns[headings[name]] * (_factor(what, bracket[2]) if bracket else 1.0)
    if len({len(values) for values in found.values()}) > 1:
        raise InputError(f"{table.file}: the columns {listed(names.values())} have different numbers of rows")
    return found


def _factor(what: str, unit: str) -> float:
    """Return the factor to SI units of a unit of one of the kinds of this column."""
    kinds = KINDS[what]
    for kind in kinds:
        try:
            return unit_factor(what, unit, kind)
        except InputError:
            continue
    raise InputError(f"{what}: {unit!r} is not a unit of it; use {listed([name for kind in kinds for name in UNITS[kind]])}")
