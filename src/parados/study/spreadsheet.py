"""Write tables as XLSX files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path

from parados.errors import InputError
from parados.study.extras import needed
from parados.text.csv_cells import csv_cell

__all__ = ["write_sheet"]

MOST_ROWS = 1_048_575
"""Largest number of rows of a sheet below its heading."""


def write_sheet(path: Path, title: str, columns: Mapping[str, Sequence[object]]) -> None:
    """Write named columns of equal length as one sheet; numbers that are not finite are empty cells."""
    needed("openpyxl", "an XLSX file")
    from openpyxl import Workbook

    rows = list(zip(*columns.values(), strict=True))
    if len(rows) > MOST_ROWS:
        raise InputError(f"{path.name}: a sheet has at most {MOST_ROWS:,} rows, not {len(rows):,}; use fewer poses")
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.append([csv_cell(name) for name in columns])
    for row in rows:
        sheet.append([_cell(cell) for cell in row])
    book.save(path)


def _cell(value: object) -> object:
    if isinstance(value, str):
        return csv_cell(value)  # a sheet computes a cell that begins with =
    return value if isinstance(value, int) or (isinstance(value, float) and isfinite(value)) else None
