"""A motion as a CSV file: one row a state, a column for each platform coordinate.

Columns: `t` [s], the coordinates by the names of `model.labels["x"]` (px, py, ..., a1, ...), and, optionally, all
rates `xd_px` ... and all accelerations `xdd_px` .... Where those are missing they come from a quintic spline through
the rows.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.text.csv_cells import cell_text

__all__ = ["Motion", "motion_from_samples", "rate_columns", "read_motion"]

Array = NDArray[np.float64]

DEGREE = 5
"""Of the spline: its second derivative, the acceleration, is then smooth."""

WRITTEN = ("q_", "qd_", "qdd_", "tau_", "kinetic", "potential", "beyond_")
"""How columns begin that `run` adds; a file that it wrote is a motion too."""


@dataclass(frozen=True)
class Motion:
    """Rows of states: t (N,) [s] or None, x (N, n_x), xd and xdd (N, n)."""

    t: Array | None
    x: Array
    xd: Array
    xdd: Array

    def __len__(self) -> int:
        return len(self.x)


def rate_columns(labels: Mapping[str, Sequence[str]], of: str) -> list[str]:
    """Names of the columns of xd or xdd."""
    return [f"{of}_{name}" for name in labels[of]]


def read_motion(path: Path, labels: Mapping[str, Sequence[str]]) -> Motion:
    """The motion in a CSV file; raises InputError with a sentence that names the place."""
    columns = _read_columns(path)
    wanted = list(labels["x"])
    xd, xdd = rate_columns(labels, "xd"), rate_columns(labels, "xdd")
    _check_names(path, columns, wanted, [*xd, *xdd])
    t = columns.get("t")
    x = np.column_stack([columns[name] for name in wanted])
    if xd[0] in columns:
        return Motion(t, x, *[np.column_stack([columns[c] for c in names]) for names in (xd, xdd)])
    if t is None:
        raise InputError(f"{path.name}: without the column t rates cannot be computed; add it, or {xd[0]} ... {xdd[-1]}")
    if list(labels["xd"]) != wanted:
        raise InputError(f"{path.name}: this robot's orientation is a quaternion; add the columns {', '.join([*xd, *xdd])}")
    return motion_from_samples(t, x, path.name)


def motion_from_samples(t: Array, x: Array, name: str = "motion") -> Motion:
    """Rates and accelerations of sampled coordinates, by a quintic spline."""
    from scipy.interpolate import make_interp_spline

    if len(t) <= DEGREE:
        raise InputError(f"{name}: {len(t)} rows are too few to compute rates from; at least {DEGREE + 1} are needed")
    late = np.flatnonzero(np.diff(t) <= 0)
    if len(late):
        raise InputError(f"{name}: t must increase, but line {late[0] + 3} has {t[late[0] + 1]:g} after {t[late[0]]:g}")
    spline = make_interp_spline(t, x, k=DEGREE)
    return Motion(t, x, spline.derivative(1)(t), spline.derivative(2)(t))


def _read_columns(path: Path) -> dict[str, Array]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = [(k, row) for k, row in enumerate(csv.reader(file), 1) if row]
    except UnicodeDecodeError:
        raise InputError(f"{path.name}: this is not a text file in UTF-8") from None
    except csv.Error as error:
        raise InputError(f"{path.name}: this is not a CSV file: {error}") from None
    if len(rows) < 2:
        raise InputError(f"{path.name}: a line of column names and at least one row of numbers are expected")
    names = [cell_text(name).strip() for name in rows[0][1]]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"{path.name}: the column {twice[0]!r} stands twice")
    values = np.array([_numbers(path, line, names, row) for line, row in rows[1:]])
    return dict(zip(names, values.T, strict=True))


def _numbers(path: Path, line: int, names: Sequence[str], row: Sequence[str]) -> list[float]:
    if len(row) != len(names):
        raise InputError(f"{path.name}: line {line} has {len(row)} entries, the first line names {len(names)} columns")
    values = []
    for name, text in zip(names, row, strict=True):
        try:
            value = float(text)
        except ValueError:
            raise InputError(f"{path.name}: line {line}, column {name}: {text!r} is not a number") from None
        if not np.isfinite(value):
            raise InputError(f"{path.name}: line {line}, column {name}: {text.strip()} is not a finite number")
        values.append(value)
    return values


def _check_names(path: Path, columns: Mapping[str, Array], x: Sequence[str], rates: Sequence[str]) -> None:
    missing = [name for name in x if name not in columns]
    if missing:
        raise InputError(f"{path.name}: the columns {', '.join(missing)} are missing; this robot needs {', '.join(x)}")
    given = [name for name in rates if name in columns]
    absent = [name for name in rates if name not in columns]
    if given and absent:
        raise InputError(f"{path.name}: {', '.join(given)} without {', '.join(absent)}; give all of these or none")
    known = {"t", *x, *rates}
    for name in columns:
        if name not in known and not name.startswith(WRITTEN):
            raise InputError(f"{path.name}: the column {name!r} is not known; known are t, {', '.join([*x, *rates])}")
