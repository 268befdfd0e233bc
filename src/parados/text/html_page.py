"""Text inside an HTML page: escaped text, data inside a script element, and a template that is filled in one pass."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping

from parados.text.printable import printable

__all__ = ["fill_page", "html_text", "json_in_script", "source_hash"]

_PLACE = re.compile(r"@([A-Z_]+)@")

_UNSAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
"""Characters that could end a script element, open a comment in it, or end a line of JavaScript."""


def html_text(text: object) -> str:
    """Text for the content of an element or for an attribute in quotes."""
    return html.escape(printable(text), quote=True)


def json_in_script(data: object) -> str:
    """JSON for the content of a script element; outside of strings JSON has none of the escaped characters."""
    return json.dumps(data, allow_nan=False).translate(_UNSAFE)


def source_hash(source: str) -> str:
    """The hash that a content security policy names to allow this script or style sheet and no other."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode("ascii") + "'"


def fill_page(template: str, parts: Mapping[str, str]) -> str:
    """Put parts, ready for HTML, at the places @NAME@ of a template. One pass: a part that holds @NAME@ itself keeps it."""
    return _PLACE.sub(lambda place: parts[place[1]], template)
