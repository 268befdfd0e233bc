"""Text inside a Markdown file: no HTML, no links, no emphasis, no new cell and no new line."""

from __future__ import annotations

import html
import re

from parados.text.printable import printable

__all__ = ["markdown_row", "markdown_table", "markdown_text"]

_MARKS = re.compile(r"([\\`*_\[\]|#!~$])")


def markdown_text(text: object) -> str:
    """Text for a heading, a paragraph or a table cell, on one line."""
    shown = _MARKS.sub(r"\\\1", printable(text))
    return html.escape(shown, quote=False).replace("://", ":&#47;&#47;")  # renderers make links of bare addresses


def markdown_row(cells: list[str]) -> str:
    """A row of a table, from cells that are ready for Markdown."""
    return f"| {' | '.join(cells)} |"


def markdown_table(cells: list[list[str]], align: str = "---:") -> str:
    """A table whose first row is headings and whose first column is names; `align` is the mark of the other columns."""
    headings, *rows = [[markdown_text(cell) for cell in row] for row in cells]
    return "\n".join(map(markdown_row, [headings, ["---", *[align] * (len(headings) - 1)], *rows]))
