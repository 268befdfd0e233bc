"""Text inside a Markdown file: no HTML, no links, no emphasis, no new cell and no new line."""

from __future__ import annotations

import html
import re

from parados.text.printable import printable

__all__ = ["markdown_row", "markdown_text"]

_MARKS = re.compile(r"([\\`*_\[\]|#!~$])")


def markdown_text(text: object) -> str:
    """Text for a heading, a paragraph or a table cell, on one line."""
    shown = _MARKS.sub(r"\\\1", printable(text))
    return html.escape(shown, quote=False).replace("://", ":&#47;&#47;")  # renderers make links of bare addresses


def markdown_row(cells: list[str]) -> str:
    """A row of a table, from cells that are ready for Markdown."""
    return f"| {' | '.join(cells)} |"
