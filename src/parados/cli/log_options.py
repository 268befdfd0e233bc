"""Read the options of commands about logs: NAME=VALUE pairs, gains, and lists of numbers."""

from __future__ import annotations

from parados.errors import InputError

__all__ = ["gain_values", "number_values", "value_pairs"]


def value_pairs(name: str, given: list[str] | None) -> dict[str, str] | None:
    """Return NAME=VALUE options as a mapping; None without options."""
    pairs = [one.partition("=") for one in given or []]
    wrong = ["".join(pair) for pair in pairs if not all(pair)]
    if wrong:
        raise InputError(f"--{name}: NAME=VALUE is expected, not {wrong[0]!r:.60}")
    return {left: right for left, _, right in pairs} or None


def gain_values(given: list[str] | None) -> dict[str, float] | float | None:
    """Return gains of drives: one number for all, or NAME=NUMBER for each."""
    try:
        if given and len(given) == 1 and "=" not in given[0]:
            return float(given[0])
        return {name: float(value) for name, value in (value_pairs("gain", given) or {}).items()} or None
    except ValueError as error:
        raise InputError(f"--gain: NAME=NUMBER or one number is expected, not {', '.join(given or [])!r:.60}") from error


def number_values(name: str, given: str | None) -> list[float] | None:
    """Return numbers between commas, e.g. 0.1,-0.2; None without the option."""
    if given is None:
        return None
    try:
        return [float(part) for part in given.split(",")]
    except ValueError:
        raise InputError(f"--{name}: numbers with commas between them are expected, not {given!r:.60}") from None
