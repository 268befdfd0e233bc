"""Escape text in a Markdown file, so that it makes no HTML, link, emphasis, table cell or new line."""

from __future__ import annotations

import html
import re

from parados.text.printable import printable

__all__ = ["markdown_row", "markdown_table", "markdown_text"]

_MARKS = re.compile(r"([\\`*_\[\]|#!~$])")


def markdown_text(text: object) -> str:
    """Escape text for a heading, a paragraph or a table cell, on one line."""
    shown = _MARKS.sub(r"\\\1", printable(text))
    return html.escape(shown, quote=False).replace("://", ":&#47;&#47;")  # renderers turn plain addresses into links


def markdown_row(cells: list[str]) -> str:
    """Write a row of a table from escaped cells."""
    return f"| {' | '.join(cells)} |"


def markdown_table(cells: list[list[str]], align: str = "---:") -> str:
    """Write a table: the first row holds headings, the first column names; `align` is the alignment of the other columns."""
    headings, *rows = [[markdown_text(cell) for cell in row] for row in cells]
    return "\n".join(map(markdown_row, [headings, ["---", *[align] * (len(headings) - 1)], *rows]))
