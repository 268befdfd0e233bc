"""A result as HTML for notebooks: its tables beside its picture."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from parados.errors import ParadosError
from parados.text.html_page import html_text
from parados.text.result_display import Display, Shown, Table, numeric_columns

__all__ = ["html_of"]

_BOX = '<div class="parados" style="display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start">'
_BESIDE = '<div style="max-width: 48em">'
_PART = '<div style="display: inline-block; vertical-align: top; margin-right: 2em">'
_TEXT = 'style="text-align: left; padding: 0.15em 0.6em"'
_NUMBER = 'style="text-align: right; white-space: pre; font-family: monospace; padding: 0.15em 0.6em"'


def html_of(thing: Shown) -> str:
    """A fragment without scripts and style sheets; every word in it is escaped.

    What cannot be computed is told in a sentence instead: a notebook shows an object, and must not fail in doing so.
    """
    try:
        shown = thing._display()
    except ParadosError as error:
        shown = Display(type(thing).__name__, sentences=str(error))
    parts = [f"<p><b>{html_text(shown.title)}</b></p>"]
    if shown.facts:
        cells = [(html_text(key), html_text(value)) for key, value in shown.facts.items()]
        rows = "".join(f"<tr><th {_TEXT}>{key}</th><td {_TEXT}>{value}</td></tr>" for key, value in cells)
        parts.append(f"<table><tbody>{rows}</tbody></table>")
    parts += [f"<p>{html_text(line)}</p>" for line in shown.sentences.splitlines()]
    parts += [_html_table(table) for table in shown.tables]
    return f"{_BOX}{_BESIDE if shown.picture else '<div>'}{''.join(parts)}</div>{_html_picture(shown)}</div>"


def _html_table(table: Table) -> str:
    looks = [_NUMBER if numeric else _TEXT for numeric in numeric_columns(table)]
    caption = f"<p>{html_text(table.title)}</p>" if table.title else ""
    head = _html_row(table.headings, ["th"] * len(looks), looks)
    kinds = ["th", *["td"] * (len(looks) - 1)]
    body = "".join(_html_row(row, kinds, looks) for row in table.rows)
    return f"{_PART}{caption}<table><thead>{head}</thead><tbody>{body}</tbody></table></div>"


def _html_row(cells: Sequence[str], kinds: Sequence[str], looks: Sequence[str]) -> str:
    written = zip(cells, kinds, looks, strict=True)
    return "<tr>" + "".join(f"<{kind} {look}>{html_text(cell)}</{kind}>" for cell, kind, look in written) + "</tr>"


def _html_picture(shown: Display) -> str:
    if shown.picture is None:
        return ""
    try:
        png, size = shown.picture()._repr_png_()
    except ParadosError as error:
        return f"<p>There is no picture: {html_text(error)}</p>"
    source = base64.b64encode(png).decode("ascii")
    return f'<img alt="{html_text(shown.title)}" width="{size["width"]}" src="data:image/png;base64,{source}">'
