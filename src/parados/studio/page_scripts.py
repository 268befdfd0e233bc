"""Add the scripts of the studio to viser's page: they send drags at every frame, help slow browsers, and show names of parts."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from websockets.datastructures import Headers
from websockets.http11 import Response

from parados.text.html_page import before_body_end

__all__ = ["page_scripts", "with_page_scripts"]

SCRIPTS = ("drag_rate.js", "slow_frames.js", "part_labels.js", "page_start.js")
"""Files beside this one, in the order in which the page runs them."""


@cache
def page_scripts() -> str:
    """Return one element `script`; it does nothing on a page whose viser has other internals than it knows."""
    folder = Path(__file__).parent
    return "<script>{\n" + "\n".join((folder / name).read_text(encoding="utf-8") for name in SCRIPTS) + "}</script>\n"


def with_page_scripts(answer: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """Return viser's function that answers requests of browsers, with the scripts in its page.

    Every other answer stays as it is, and so do a page without the end of a body and an answer of another class.
    """
    if answer is None:
        return None

    def scripted(connection: Any, request: Any) -> Any:
        response = answer(connection, request)
        if not isinstance(response, Response) or not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        packed = response.headers.get("Content-Encoding") == "gzip"
        body = _extended(bytes(response.body), packed)
        headers = Headers(response.headers)
        del headers["Content-Length"]
        headers["Content-Length"] = str(len(body))
        return replace(response, headers=headers, body=body)

    return scripted


@lru_cache(maxsize=2)
def _extended(body: bytes, packed: bool) -> bytes:
    """Return a page, packed by gzip or not, with the scripts at the end of its body."""
    page = (gzip.decompress(body) if packed else body).decode(errors="surrogateescape")
    scripted = before_body_end(page, page_scripts())
    if scripted == page:
        return body
    written = scripted.encode(errors="surrogateescape")
    return gzip.compress(written) if packed else written
