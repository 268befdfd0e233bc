"""Escape text for terminals and other plain displays: one line, without control characters."""

from __future__ import annotations

import unicodedata

__all__ = ["printable"]

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that are written as escapes: control characters (ESC, BEL, line ends, C1), format characters (e.g. those
that reverse the direction of writing), lone surrogates, private and unassigned code points, line and paragraph separators."""


def printable(text: object) -> str:
    """Return the text on one line, with each character of the categories `INVISIBLE` as a visible escape such as \\x1b."""
    shown = str(text)
    if shown.isascii() and shown.isprintable():
        return shown
    return "".join(_escape(c) if unicodedata.category(c) in INVISIBLE else c for c in shown)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
