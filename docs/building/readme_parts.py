"""Sections of the README on pages of the site: `<!-- README: How fast -->` is replaced by the section of this title."""

from __future__ import annotations

import re
from pathlib import Path

from docs.building.page_links import from_root

__all__ = ["with_readme_parts"]

README = Path(__file__).parents[2] / "README.md"


def with_readme_parts(text: str, page: str) -> str:
    """Return the text of a page with the sections of the README that it asks for."""
    own_link = rf" ?\[[^\]]*\]\(docs/{re.escape(page)}\)"

    def part(found: re.Match[str]) -> str:
        return from_root(re.sub(own_link, "", _section(found[1])), page)

    return re.sub(r"<!-- README: (.+?) -->", part, text)


def _section(title: str) -> str:
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"README.md has no section '{title}'")
    return found[1]
