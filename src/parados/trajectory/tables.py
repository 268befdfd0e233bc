"""Columns of numbers by name from CSV, Parquet and MAT files."""

from __future__ import annotations

import csv
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.text.csv_cells import cell_text

__all__ = ["FORMATS", "read_table"]

Array = NDArray[np.float64]

FORMATS = (".csv", ".parquet", ".mat")


def read_table(path: Path) -> dict[str, Array]:
    """Columns (k,) in the order of the file; a matrix of a MAT file gives the columns name1, name2, ..."""
    readers = {".csv": _csv, ".parquet": _parquet, ".mat": _mat}
    if path.suffix.lower() not in readers:
        raise InputError(f"{path.name}: the kind of file is not known by its ending; use {', '.join(FORMATS)}")
    if not path.is_file():
        raise InputError(f"{path.name}: there is no such file")
    columns = readers[path.suffix.lower()](path)
    if not columns or not len(next(iter(columns.values()))):
        raise InputError(f"{path.name}: no rows of numbers were found")
    return columns


def _csv(path: Path) -> dict[str, Array]:
    """Commas, semicolons or tabs between columns, names in the first line; without names they are 0, 1, 2, ..."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path.name}: this is not a text file in UTF-8") from None
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = max(",;\t", key=first.count)
    rows = [(k, row) for k, row in enumerate(csv.reader(text.splitlines(), delimiter=separator), 1) if row]
    if not rows:
        return {}
    names = [cell_text(name).strip() for name in rows[0][1]]
    if all(_is_number(name) for name in names):
        names = [str(k) for k in range(len(names))]
    else:
        rows = rows[1:]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"{path.name}: the column {twice[0]!r} stands twice")
    values = np.array([_numbers(path, line, names, row) for line, row in rows]).reshape(len(rows), len(names))
    return dict(zip(names, values.T, strict=True))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _numbers(path: Path, line: int, names: list[str], row: list[str]) -> list[float]:
    """Entries of a line; words become NaN, which is refused where the column is used."""
    if len(row) != len(names):
        raise InputError(f"{path.name}: line {line} has {len(row)} entries, there are {len(names)} columns")
    return [float(text) if _is_number(text) else float("nan") for text in row]


def _parquet(path: Path) -> dict[str, Array]:
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        raise InputError(f'{path.name}: reading Parquet needs pyarrow; install it with pip install "parados[files]"') from None
    try:
        table = parquet.read_table(path)
    except (ValueError, OSError) as error:
        raise InputError(f"{path.name}: this is not a Parquet file: {error}") from None
    columns = {name: np.asarray(table.column(name).to_numpy()) for name in table.column_names}
    return {name: values.astype(float) for name, values in columns.items() if values.dtype.kind in "fiu"}


def _mat(path: Path) -> dict[str, Array]:
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    try:
        content: dict[str, Any] = loadmat(path)
    except NotImplementedError:
        raise InputError(f"{path.name}: MAT files of version 7.3 are not read; save it with -v7") from None
    except (MatReadError, ValueError, TypeError, OSError) as error:
        raise InputError(f"{path.name}: this is not a MAT file: {error}") from None
    columns: dict[str, Array] = {}
    for name, value in content.items():
        if name.startswith("__") or not isinstance(value, np.ndarray) or value.dtype.kind not in "fiu" or value.ndim != 2:
            continue
        matrix = value.T if value.shape[0] == 1 else value
        numbered = [name] if matrix.shape[1] == 1 else [f"{name}{k + 1}" for k in range(matrix.shape[1])]
        columns.update(zip(numbered, matrix.T.astype(float), strict=True))
    return columns
