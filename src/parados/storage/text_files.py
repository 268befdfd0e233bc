"""Read text files of a user, at most a given number of characters: a device such as /dev/zero has no end."""

from __future__ import annotations

from pathlib import Path

__all__ = ["TextTooLongError", "read_text"]


class TextTooLongError(ValueError):
    """A file has more characters than are read."""


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """Return the text of a file with at most `most` characters.

    Raises TextTooLongError, with the reason, if it has more, OSError if it cannot be read, and UnicodeDecodeError if it is not a
    text.
    """
    with path.open(encoding=encoding) as file:
        text = file.read(most + 1)
    if len(text) > most:
        raise TextTooLongError(f"it has more than {most:,} characters")
    return text
