"""The parameters of a robot file that sliders change: names, units and ranges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from parados.robot.file_parameters import followers

if TYPE_CHECKING:
    from parados.api import Robot

__all__ = ["ParameterRow", "free_parameters", "parameter_rows", "values_by_name"]

LOWEST, HIGHEST = 0.0, 2.0
"""Range of a parameter without a range in the file, as multiples of its value."""


@dataclass(frozen=True)
class ParameterRow:
    """One number of a parameter.

    entry : its place in a parameter that is a list, None for a number
    lower, upper : range of the file, or one around the value; both None for a value of zero without a range
    """

    name: str
    entry: int | None
    unit: str
    value: float
    lower: float | None
    upper: float | None
    about: str
    has_range: bool

    @property
    def label(self) -> str:
        entry = "" if self.entry is None else f"[{self.entry + 1}]"
        return f"{self.name}{entry} [{self.unit or '-'}]"


def free_parameters(robot: Robot) -> list[str]:
    """Return the parameters that the file uses and does not write as expressions of others."""
    known = robot.parameters
    every = [known.details(name) for name in known]
    following = followers(every, list(known))
    return [one.name for one in every if one.used and one.name not in following]


def parameter_rows(robot: Robot) -> list[ParameterRow]:
    """List the numbers of all free parameters; those in lists of lists are left out."""
    rows = []
    for name in free_parameters(robot):
        known = robot.parameters.details(name)
        value = np.asarray(known.value, dtype=float)
        if value.ndim <= 1:
            for k, one in enumerate(np.atleast_1d(value).tolist()):
                lower, upper = known.range or _usual_range(one)
                entry = k if value.ndim else None
                rows.append(ParameterRow(name, entry, known.unit, one, lower, upper, known.about, known.range is not None))
    return rows


def _usual_range(value: float) -> tuple[float, float] | tuple[None, None]:
    if value == 0:
        return None, None
    lower, upper = sorted((LOWEST * value, HIGHEST * value))
    return lower, upper


def values_by_name(robot: Robot, numbers: Mapping[tuple[str, int | None], float]) -> dict[str, Any]:
    """Return name -> value, a number or a list, from the numbers of `parameter_rows`."""
    values: dict[str, Any] = {}
    for (name, entry), number in numbers.items():
        if entry is None:
            values[name] = number
        else:
            values.setdefault(name, list(robot.parameters[name]))[entry] = number
    return values
