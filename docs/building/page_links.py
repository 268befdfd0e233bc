"""Rewrite links that leave the folder docs/, so that they reach pages of the site."""

from __future__ import annotations

import posixpath
import re

__all__ = ["from_root", "inside_site"]

LINK = re.compile(r"(\]\()((?!\w+:|#)[^)\s]+)")
OUTSIDE = {
    "CONTRIBUTING.md": "about/contributing.md",
    "CHANGELOG.md": "about/changelog.md",
    "README.md": "index.md",
    "LICENSE": "citation.md",
}


def inside_site(text: str, page: str) -> str:
    """Return the text of a page of docs/ whose links to files outside of docs/ reach pages of the site."""

    def target(link: str) -> str:
        path, mark, anchor = link.partition("#")
        place = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), path))
        if place.startswith("docs/"):
            return link
        return _relative(_page_of(place), page) + mark + anchor

    return LINK.sub(lambda found: found[1] + target(found[2]), text)


def from_root(text: str, page: str) -> str:
    """Return the text of a file of the root, such as CONTRIBUTING.md, whose links start from a page of the site."""

    def target(link: str) -> str:
        path, mark, anchor = link.partition("#")
        return _relative(path.removeprefix("docs/") if path.startswith("docs/") else _page_of(path), page) + mark + anchor

    return LINK.sub(lambda found: found[1] + target(found[2]), text)


def _page_of(place: str) -> str:
    """Return the page of the site that shows a file outside of docs/."""
    if place.startswith("examples/") and place.endswith(".py"):
        return place.removesuffix(".py") + ".md"
    return OUTSIDE[place]


def _relative(target: str, page: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")
