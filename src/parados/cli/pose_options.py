"""Options of commands about many poses: coordinates with ranges, and coordinates with a fixed value."""

from __future__ import annotations

from parados.errors import InputError

__all__ = ["given_ranges", "given_values"]


def given_ranges(over: list[str] | None) -> dict[str, list[float] | int | None] | None:
    """Read the options --over: coordinates, each with its range; None if there are none."""
    if not over:
        return None
    ranges = dict(_range(text) for text in over)
    if len(ranges) < len(over):
        raise InputError("--over: a coordinate is given twice; give each coordinate once")
    return ranges


def given_values(fix: list[str] | None) -> dict[str, float] | None:
    """Read the options --fix: coordinates, each with its value; None if there are none."""
    return dict(_number(text) for text in fix or []) or None


def _parts(text: str, option: str, example: str) -> tuple[str, str]:
    name, equals, rest = text.partition("=")
    if not name or (equals and not rest):
        raise InputError(f"{option}: {example} is expected, not {text!r}")
    return name.strip(), rest


def _range(text: str) -> tuple[str, list[float] | int | None]:
    name, rest = _parts(text, "--over", "px=lower:upper:count")
    try:
        if not rest:
            return name, None
        if ":" not in rest:
            return name, int(rest)
        return name, [float(part) for part in rest.split(":")]
    except ValueError:
        raise InputError(f"--over: px=lower:upper:count, px=lower:upper or px=count is expected, not {text!r}") from None


def _number(text: str) -> tuple[str, float]:
    name, rest = _parts(text, "--fix", "pz=0.5")
    try:
        return name, float(rest)
    except ValueError:
        raise InputError(f"--fix: a name and a number such as pz=0.5 are expected, not {text!r}") from None
