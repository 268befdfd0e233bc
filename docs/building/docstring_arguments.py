"""Extension of griffe: lines `name : meaning` of docstrings are lists, of arguments or of attributes."""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["ArgumentLines"]

ARGUMENT = re.compile(r"^([A-Za-z_*][\w*]*(?:, [\w*]+)*(?: \([^)]*\))?) : (.*)$")


class ArgumentLines(griffe.Extension):
    """Write such lines as a Markdown list."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = with_lists(obj.docstring.value)


def with_lists(text: str) -> str:
    """Return a docstring with lists in place of lines `name : meaning`."""
    lines: list[str] = []
    inside = False
    for line in _without_sections(text).split("\n"):
        found = ARGUMENT.match(line)
        if found:
            if not inside and lines and lines[-1]:
                lines.append("")
            lines.append(f"- `{found[1]}`: {found[2]}")
        elif inside and line.strip() and not line.startswith(" "):
            lines += ["", line]
        else:
            lines.append(line)
        inside = bool(found) or (inside and bool(line.strip()) and line.startswith(" "))
    return "\n".join(lines)


def _without_sections(text: str) -> str:
    """Return a docstring whose underlined titles, such as Attributes, are bold lines; their lines are lists as others."""
    return re.sub(r"^(Attributes|Parameters|Raises|References|Returns)\n-+$", r"**\1**\n", text, flags=re.MULTILINE)
