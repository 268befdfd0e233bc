"""Write an HTML page: escape text, embed data in a script element, fill a template in one pass, add to the end of a page."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping

from parados.text.printable import printable

__all__ = ["before_body_end", "fill_page", "html_text", "json_in_script", "source_hash"]

_PLACE = re.compile(r"@([A-Z_]+)@")

_UNSAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
"""Characters that could end a script element, open a comment in it, or end a line of JavaScript."""


def html_text(text: object) -> str:
    """Escape text for the content of an element or for an attribute in quotes."""
    return html.escape(printable(text), quote=True)


def json_in_script(data: object) -> str:
    """Write data as JSON for the content of a script element. The escaped characters occur in JSON only inside strings."""
    return json.dumps(data, allow_nan=False).translate(_UNSAFE)


def source_hash(source: str) -> str:
    """Return the hash with which a content security policy allows only this script or style sheet."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode("ascii") + "'"


def fill_page(template: str, parts: Mapping[str, str]) -> str:
    """Replace each @NAME@ of a template by an escaped part. In one pass, so that @NAME@ inside a part is not replaced."""
    return _PLACE.sub(lambda place: parts[place[1]], template)


def before_body_end(page: str, more: str) -> str:
    """Add elements to the end of the body of a page; a page without an end of its body stays as it is.

    The last `</body>` counts: the scripts of a page may contain this word.
    """
    before, end, after = page.rpartition("</body>")
    return f"{before}{more}{end}{after}" if end else page
