"""Numbers as people read them: short, without round-off, and aligned at the decimal point."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import pi

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["aligned", "angle", "counted", "number", "number_list", "without_noise"]

NOISE = 1e-13
"""Part of the largest number of a set below which another one of it is round-off."""


def counted(count: int, thing: str, things: str | None = None) -> str:
    """Count and thing, as in '1 actuator', '2 actuators'."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def number(value: float) -> str:
    """Six significant digits, and nothing more than needed."""
    return f"{value:.6g}" if value else "0"


def angle(value: float) -> str:
    """An angle [rad], as a fraction of pi where it is one."""
    ratio = Fraction(value / pi).limit_denominator(12)
    if not value or abs(ratio * pi - value) > 1e-12:
        return number(value)
    top = {1: "π", -1: "-π"}.get(ratio.numerator, f"{ratio.numerator}π")
    return top if ratio.denominator == 1 else f"{top}/{ratio.denominator}"


def without_noise(values: ArrayLike) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The same numbers, zero where one is round-off beside the largest."""
    array = np.asarray(values, dtype=float)
    finite = np.abs(array[np.isfinite(array)])
    return np.where(np.abs(array) <= NOISE * finite.max(initial=0.0), 0.0, array)


def number_list(values: ArrayLike) -> str:
    """Numbers of one quantity, as in '0.1, 0, -2'."""
    return ", ".join(number(float(value)) for value in without_noise(values).ravel())


def aligned(table: ArrayLike, digits: int = 5) -> list[list[str]]:
    """Cells of a table (n, m): significant digits, no round-off, the decimal points of a column below each other."""
    columns = [_column([f"{value:.{digits}g}" for value in column]) for column in without_noise(table).T]
    return [list(row) for row in zip(*columns, strict=True)]


def _column(cells: Iterable[str]) -> list[str]:
    """Cells of one width with the points in line."""
    parts = [cell.partition(".") for cell in cells]
    behind = max((len(point + rest) for _, point, rest in parts), default=0)
    padded = [whole + (point + rest).ljust(behind) for whole, point, rest in parts]
    width = max((len(cell) for cell in padded), default=0)
    return [cell.rjust(width) for cell in padded]
