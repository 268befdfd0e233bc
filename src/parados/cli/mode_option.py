"""The option --mode of commands: a working mode as text."""

from __future__ import annotations

from typing import Annotated

import typer

from parados.errors import InputError

__all__ = ["MODE", "given_mode"]

MODE = Annotated[
    str | None,
    typer.Option("--mode", help='Working mode, e.g. 1,-1 or "1,(1 -1)": one entry for each leg; default: that of the file.'),
]


def given_mode(text: str | None, option: str = "--mode", others: str = "") -> list[int | list[int]] | None:
    """Read a working mode: one entry for each leg, a sign, or signs in parentheses for a leg with several choices.

    others : what the option accepts besides, for the message
    """
    if text is None:
        return None
    try:
        return [_entry(part.strip()) for part in text.split(",")]
    except ValueError:
        expected = f'{others}signs such as 1,-1 are expected, or "1,(1 -1)" for a leg with two choices'
        raise InputError(f"{option}: {expected}, not {text!r:.60}") from None


def _entry(text: str) -> int | list[int]:
    if text.startswith("(") and text.endswith(")"):
        return [int(part) for part in text[1:-1].split()]
    return int(text)
