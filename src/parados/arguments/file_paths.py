"""Check paths of files and folders, and report errors of the file system."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from parados.arguments.display import shown
from parados.errors import InputError

__all__ = ["file_path", "writing"]

LONGEST = 4000
"""Largest number of characters of a path."""


def file_path(name: str, value: Any, expected: str = "the path of a file", kind: type[InputError] = InputError) -> Path:
    """Return a `Path` from a text or a `pathlib.Path`; `expected` describes the file in the message."""
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value) or len(str(value)) > LONGEST:
        raise kind(f"{name}: {expected} is expected, not {shown(value)}")
    return Path(value)


@contextmanager
def writing(name: str, place: Path) -> Iterator[None]:
    """Raise InputError with the reason if a file or folder cannot be written inside the `with` block."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{name}: {shown(str(place))} cannot be written: {error.strerror or error}") from error
