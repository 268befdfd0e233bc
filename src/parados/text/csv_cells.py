"""Escape text in a CSV file, so that a spreadsheet program does not read it as a formula.

Spreadsheet programs compute a cell that begins with = + - or @. An apostrophe before such a character makes it text. It is
also added after separators inside a cell, because a program that expects other separators begins a new cell there.
`cell_text` removes the apostrophes.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TextIO

__all__ = ["CsvWriter", "cell_text", "csv_cell", "write_columns"]

_BEGIN = r"((?:^|[;,\t\r\n\"|])\s*)"
_FORMULA = r"('*[=+\-@＝＋－＠])"
_WRITE, _READ = re.compile(_BEGIN + _FORMULA), re.compile(_BEGIN + "'" + _FORMULA)


def csv_cell(text: str) -> str:
    """Escape a word for a cell or a heading; a text that is a number stays unchanged."""
    try:
        float(text)
    except ValueError:
        return _WRITE.sub(r"\1'\2", text)
    return text


def cell_text(cell: str) -> str:
    """Return the original word of a cell written by `csv_cell`."""
    return _READ.sub(r"\1\2", cell)


class CsvWriter:
    """Write rows of words and numbers into an open file."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file)

    def writerow(self, row: Iterable[object]) -> None:
        self._writer.writerow([csv_cell(cell) if isinstance(cell, str) else cell for cell in row])

    def writerows(self, rows: Iterable[Iterable[object]]) -> None:
        for row in rows:
            self.writerow(row)


def write_columns(path: Path, columns: Mapping[str, Iterable[object]], digits: int = 12) -> None:
    """Write named columns of equal length to a file; with 17 digits the file holds the exact numbers."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = CsvWriter(file)
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow([f"{cell:.{digits}g}" if isinstance(cell, float) else cell for cell in row])
