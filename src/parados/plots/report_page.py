"""HTML pages of reports in one file: their head, tables, and figures inside."""

from __future__ import annotations

import base64
from collections.abc import Mapping

from matplotlib.figure import Figure

from parados.plots.style import NotebookFigure
from parados.text.html_page import fill_page, html_text
from parados.text.result_display import Table, numeric_columns

__all__ = ["html_image", "html_table", "report_page"]

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
body { font: 15px/1.5 sans-serif; color: #1f262d; max-width: 62em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #d8dce0; }
table { border-collapse: collapse; margin: 0.8em 0; font-size: 0.9em; }
th, td { padding: 0.2em 0.7em; border-bottom: 1px solid #e6e9ec; text-align: left; }
th.n, td.n { text-align: right; white-space: pre; } td.n { font-family: monospace; }
img { max-width: 100%; } .bad { color: #c1121f; } .note { color: #55606b; }
</style></head><body>
<h1>@TITLE@</h1><p class="note">@FACTS@</p>
@CONTENT@
</body></html>
"""


def report_page(title: str, facts: str, content: str, parts: Mapping[str, str]) -> str:
    """Return a page with a title and a line of facts.

    content : template of the rest, with places @NAME@;  parts : escaped HTML for these places
    """
    return fill_page(PAGE, {"TITLE": html_text(title), "FACTS": html_text(facts), "CONTENT": fill_page(content, parts)})


def html_table(table: Table) -> str:
    """Return a table with its title above it; columns of numbers are aligned to the right."""
    numeric = numeric_columns(table)
    head = "".join(f"<th{' class=n' * n}>{html_text(cell)}</th>" for cell, n in zip(table.headings, numeric, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{' class=n' * n}>{html_text(cell)}</td>" for cell, n in zip(row, numeric, strict=True)) + "</tr>"
        for row in table.rows
    )
    caption = f'<p class="note">{html_text(table.title)}</p>' if table.title else ""
    return f"{caption}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_image(figure: Figure, what: str) -> str:
    """Return a figure of `new_figure` as an image inside the page; `what` describes it for readers who do not see it."""
    assert isinstance(figure, NotebookFigure)
    png, size = figure._repr_png_()
    source = base64.b64encode(png).decode("ascii")
    return f'<img alt="{html_text(what)}" width="{size["width"]}" src="data:image/png;base64,{source}">'
