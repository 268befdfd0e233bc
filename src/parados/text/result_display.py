"""The content of a result as people look at it: a title, facts, tables, sentences and a picture; and the same as plain text.

A class gets `summary()` and `_repr_html_` from the mixin `Shown` and says itself, in `_display`, what there is to show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parados.text.column_blocks import column_blocks
from parados.text.printable import printable

__all__ = ["Display", "Shown", "Table", "numeric_columns", "text_of"]

LINE = 100
"""Characters of a line of text; wider tables are split."""


@dataclass(frozen=True)
class Table:
    """Rows of cells under headings; the first column names the rows."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""


@dataclass(frozen=True)
class Display:
    """The content to show; `picture` makes a figure of `parados.plots` and is called for HTML only."""

    title: str
    facts: Mapping[str, object] = field(default_factory=dict)
    tables: Sequence[Table] = ()
    sentences: str = ""
    picture: Callable[[], Any] | None = None


class Shown:
    """Mixin of results: text by `summary()`, a table and a picture in notebooks."""

    def _display(self) -> Display:
        raise NotImplementedError

    def summary(self) -> str:
        """Title, facts and tables as plain text."""
        return text_of(self._display())

    def _repr_html_(self) -> str:
        from parados.text.result_html import html_of

        return html_of(self)


def text_of(shown: Display) -> str:
    """Plain text in lines of at most `LINE` characters where cells allow."""
    lines = [printable(shown.title)] if shown.title else []
    width = max((len(key) for key in shown.facts), default=0) + 2
    lines += [f"{printable(key) + ':':<{width}}{printable(value)}" for key, value in shown.facts.items()]
    lines += [printable(line) for line in shown.sentences.splitlines()]
    for table in shown.tables:
        lines += ["", *_text_table(table)]
    return "\n".join(lines).strip("\n")


def _text_table(table: Table) -> list[str]:
    cells = [[printable(cell) for cell in row] for row in (table.headings, *table.rows)]
    widths = [max(map(len, column)) + 2 for column in zip(*cells, strict=True)]
    numeric = numeric_columns(table)
    lines = [printable(table.title)] if table.title else []
    for block in column_blocks(widths, LINE):
        for row in cells:
            padded = [row[k].rjust(widths[k] - 2) if numeric[k] else row[k].ljust(widths[k] - 2) for k in block]
            lines.append("  ".join(padded).rstrip())
    return lines


def numeric_columns(table: Table) -> list[bool]:
    """Tell for each column whether it holds numbers and is aligned to the right; the first column holds names."""
    columns = zip(table.headings, *table.rows, strict=True)
    return [k > 0 and all(map(_is_number, cells)) for k, (_, *cells) in enumerate(columns)]


def _is_number(cell: str) -> bool:
    try:
        float(cell.rstrip("% ") or "0")
    except ValueError:
        return False
    return True
