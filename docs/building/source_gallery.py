"""Page with everything that `parados reproduce` computes again. `python -m docs.draw_reproduced` writes what it shows."""

from __future__ import annotations

import json
from pathlib import Path

from parados.sources.entry import MEANINGS
from parados.sources.index import DOCUMENTS, ENTRIES
from parados.text.markdown import markdown_text

__all__ = ["OUTCOMES", "source_gallery"]

OUTCOMES = Path(__file__).parents[1] / "pictures" / "reproduced" / "outcomes.json"
"""The outcome and the pictures of every entry, by id."""


def source_gallery() -> str:
    """Return the page as Markdown."""
    outcomes = json.loads(OUTCOMES.read_text(encoding="utf-8"))
    parts = [HEAD.format(count=len(ENTRIES)), *(f"- *{verdict}*: {meaning}." for verdict, meaning in MEANINGS.items())]
    for document, title in DOCUMENTS.items():
        cards = [
            _card(entry.id, entry.title, outcomes[entry.id]) for entry in ENTRIES if entry.id.partition("/")[0] == document
        ]
        parts.append(f'\n## {document} {markdown_text(title)}\n\n<div class="cards" markdown>\n\n{"".join(cards)}</div>\n')
    return "\n".join(parts)


def _card(id: str, title: str, outcome: dict) -> str:
    pictures = "".join(f"![{id}](../pictures/reproduced/{name})\n\n" for name in outcome["pictures"])
    return (
        f'<div class="card" markdown>\n\n### {id}\n\n{pictures}{markdown_text(title)}\n\n*{markdown_text(outcome["status"])}*'
        "\n\n</div>\n\n"
    )


HEAD = """# What the sources print, computed again

`parados reproduce` computes {count} tables, figures and controlled runs of the book and of four papers again, and compares every
printed number with its own. `parados reproduce 003/fig-9.7` computes one entry, `parados reproduce --all` all of them, with a
report. Where a source is wrong, a second computation confirms our number, and [the errata](../errata.md) say what should
be printed.

A line below each picture counts the compared numbers by their outcome:
"""
