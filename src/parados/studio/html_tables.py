"""Small tables for the panel of the studio, which is light or dark."""

from __future__ import annotations

from collections.abc import Sequence

from parados.text.html_page import html_text

__all__ = ["html_rows"]

CELL = "padding:0.1em 0.5em;border-bottom:1px solid rgba(128,128,128,0.25);"


def html_rows(headings: Sequence[str], rows: Sequence[Sequence[str]], red: Sequence[bool] | None = None) -> str:
    """Return a table; the first column is text, others are aligned to the right; rows marked `red` are red."""
    marked = red if red is not None else [False] * len(rows)
    head = "".join(_cell(text, k, "opacity:0.65;font-weight:600;") for k, text in enumerate(headings))
    body = "".join(
        "<tr>" + "".join(_cell(text, k, "color:#e03131;" if bad else "") for k, text in enumerate(row)) + "</tr>"
        for row, bad in zip(rows, marked, strict=True)
    )
    style = "width:100%;border-collapse:collapse;font-size:0.8em;font-variant-numeric:tabular-nums"
    return f'<div style="padding:0 0.6em"><table style="{style}"><tr>{head}</tr>{body}</table></div>'


def _cell(text: str, column: int, style: str) -> str:
    align = "text-align:left;" if column == 0 else "text-align:right;"
    return f'<td style="{CELL}{align}{style}">{html_text(text)}</td>'
