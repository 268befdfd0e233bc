"""Read named columns of numbers from CSV and Parquet files; MAT and HDF5 files are read by `array_files`."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parados.arguments import shown
from parados.arguments.single_values import repeated
from parados.errors import InputError
from parados.storage.text_files import TextTooLongError, read_text
from parados.text.csv_cells import cell_text
from parados.text.numbers import counted
from parados.trajectory.array_files import hdf5_columns, mat_columns

__all__ = ["FORMATS", "ColumnTable", "read_table"]

Array = NDArray[np.float64]

LONGEST_CSV = 1_000_000_000
"""Largest number of characters of a CSV file."""

FORMATS = (".csv", ".parquet", ".mat", ".h5", ".hdf5")


@dataclass(frozen=True)
class ColumnTable:
    """Columns of a file.

    Attributes
    ----------
    file : name of the file
    columns : (k,) values of each column, in the order of the file; NaN if a cell is not a number
    lines : (k,) number of the line of each row; empty for files that have no lines
    words : text of the cells that are not numbers, by column and row
    """

    file: str
    columns: dict[str, Array]
    lines: list[int] = field(default_factory=list)
    words: dict[tuple[str, int], str] = field(default_factory=dict)

    def place(self, row: int) -> str:
        """Return the position of a row in the file, for messages."""
        return f"line {self.lines[row]}" if self.lines else f"row {row + 1}"

    def numbers(self, name: str) -> Array:
        """Return a column (k,); raise InputError if an entry is not a finite number."""
        values = self.columns[name]
        odd = np.flatnonzero(~np.isfinite(values))
        if not len(odd):
            return values
        row = int(odd[0])
        word = self.words.get((name, row))
        problem = f"{values[row]} is not a finite number" if word is None else f"{word!r} is not a number"
        raise InputError(f"{self.file}: {self.place(row)}, column {name}: {problem}")


def read_table(path: Path) -> ColumnTable:
    """Read the columns of a file; a matrix of a MAT or HDF5 file gives the columns name1, name2, ..."""
    readers = {".csv": _csv, ".parquet": _parquet, ".mat": _arrays, ".h5": _arrays, ".hdf5": _arrays}
    if os.path.isdir(path):  # unlike Path.is_dir, it is False for a name that the file system rejects
        raise InputError(f"{shown(str(path))} is a folder; give the path of a file")
    if path.suffix.lower() not in readers:
        raise InputError(f"{path.name}: files with this ending are not supported; use {', '.join(FORMATS)}")
    if not os.path.exists(path):
        raise InputError(f"{path.name}: there is no such file")
    if not os.path.isfile(path):
        raise InputError(f"{shown(str(path))} is a device or a pipe; give the path of a file")
    table = readers[path.suffix.lower()](path)
    if not any(len(column) for column in table.columns.values()):
        raise InputError(f"{path.name}: no rows of numbers were found")
    return table


def _csv(path: Path) -> ColumnTable:
    """Read a CSV file with commas, semicolons or tabs between the columns.

    The first line holds the names; without such a line the columns are named 0, 1, 2, ...
    """
    try:
        text = read_text(path, LONGEST_CSV, "utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path.name}: this is not a text file in UTF-8") from None
    except TextTooLongError as error:
        raise InputError(f"{path.name}: {error}; split it, or write it as Parquet") from None
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        rows = [(k, row) for k, row in enumerate(csv.reader(text.splitlines(), delimiter=separator), 1) if row]
    except csv.Error as error:
        raise InputError(f"{path.name}: this is not a CSV file: {error}") from None
    if not rows:
        return ColumnTable(path.name, {})
    names = [cell_text(name).strip() for name in rows[0][1]]
    if all(_is_number(name) for name in names):
        names = [str(k) for k in range(len(names))]
    else:
        rows = rows[1:]
    twice = repeated(names)
    if twice:
        raise InputError(f"{path.name}: the column {twice[0]!r} is given twice")
    for line, row in rows:
        if len(row) != len(names):
            own, wanted = counted(len(row), "entry", "entries"), counted(len(names), "column")
            raise InputError(f"{path.name}: line {line} has {own}, but the table has {wanted}")
    quick = _all_numbers([row for _, row in rows]) if rows else None
    if quick is not None:
        return ColumnTable(path.name, dict(zip(names, quick.T.copy(), strict=True)), [line for line, _ in rows])
    cells = dict(zip(names, zip(*(row for _, row in rows), strict=True), strict=True)) if rows else {}
    columns = {name: np.array([_number(cell) for cell in column]) for name, column in cells.items()}
    unread = [(name, k) for name, column in columns.items() for k in np.flatnonzero(np.isnan(column)).tolist()]
    words = {(name, k): cells[name][k] for name, k in unread if not _is_number(cells[name][k])}
    return ColumnTable(path.name, columns, [line for line, _ in rows], words)


def _all_numbers(rows: list[list[str]]) -> Array | None:
    """Return the cells as numbers (k, n) if each of them is one, else None."""
    try:
        return np.array([[float(cell) for cell in row] for row in rows])
    except ValueError:
        return None


def _number(text: str) -> float:
    """Return the number in a cell, or NaN for other text; `ColumnTable.numbers` rejects it if the column is used."""
    return float(text) if _is_number(text) else float("nan")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _parquet(path: Path) -> ColumnTable:
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        raise InputError(f'{path.name}: reading Parquet needs pyarrow; install it with pip install "parados[files]"') from None
    try:
        table = parquet.read_table(path)
    except (ValueError, OSError) as error:
        raise InputError(f"{path.name}: this file cannot be read as Parquet: {error}") from None
    columns = {name: np.asarray(table.column(name).to_numpy()) for name in table.column_names}
    numbers = {name: values.astype(float) for name, values in columns.items() if values.dtype.kind in "fiu"}
    return ColumnTable(path.name, numbers)


def _arrays(path: Path) -> ColumnTable:
    return ColumnTable(path.name, mat_columns(path) if path.suffix.lower() == ".mat" else hdf5_columns(path))
