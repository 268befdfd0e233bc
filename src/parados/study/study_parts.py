"""Parts of a study as data: variables with ranges, chosen indices, constraints and objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import copied, instance, number, real_array, shown, word
from parados.arguments.single_values import listed
from parados.errors import InputError, UnknownNameError
from parados.study.index_table import Index, known_index

__all__ = ["ChosenIndex", "Constraint", "Variable", "read_constraints", "read_indices", "read_objectives", "read_variables"]

Array = NDArray[np.float64]

SENSES = ("min", "max")


COLUMNS = ("design", "feasible", "pareto", "reason", "compromise", ".")
"""Names that the results of every study have, and that no variable and no index can have."""

LONGEST_NAME = 100
"""Largest number of characters of the name of an index, a motion or a region."""


@dataclass(frozen=True)
class Variable:
    """A live parameter of the robot that designs differ in, from `lower` to `upper`, with its unit and its value in the file."""

    name: str
    lower: float
    upper: float
    unit: str = ""
    value: float | None = None


@dataclass(frozen=True)
class ChosenIndex:
    """An index of a study: its name there, the index, the name of the motion or region (empty for the robot), and options."""

    name: str
    index: Index
    over: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Constraint:
    """Bounds of an index that a feasible design meets; infinite if there is none."""

    name: str
    least: float = -np.inf
    most: float = np.inf

    def broken(self, values: Array) -> NDArray[np.bool_]:
        """(D,) True for the values that do not meet the bounds; NaN does not."""
        return ~((values >= self.least) & (values <= self.most))

    @property
    def told(self) -> str:
        """The bounds in a few characters."""
        parts = ((self.least, "≥"), (self.most, "≤"))
        return ", ".join(f"{sign} {bound:g}" for bound, sign in parts if np.isfinite(bound))

    def reason(self, value: float) -> str:
        """Return a short text on how a value misses the bounds."""
        bound = f"below {self.least:g}" if value < self.least else f"above {self.most:g}"
        return f"{self.name} {value:.4g} is {bound}"


def _mapping(place: str, given: Any, expected: str) -> dict[str, Any]:
    content = dict(instance(place, given, Mapping, expected))
    check_names(place, content)
    return {name: copied(own) for name, own in content.items()}


def check_names(place: str, names: Iterable[Any]) -> None:
    """Check names of parts of a study: texts that can also name a file and a variable of a NetCDF file."""
    for name in names:
        if not isinstance(name, str) or not name:
            raise InputError(f"{place}: names are expected as keys, not {shown(name)}")
        if "/" in name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            accepted = f"use at most {LONGEST_NAME} signs that can be printed, no / among them, and no blank at the ends"
            raise InputError(f"{place}: {shown(name)} cannot name a file; {accepted}")


def check_columns(variables: Iterable[str], indices: Iterable[str]) -> None:
    """Check that variables and indices can be columns of one table, beside the columns that every study has."""
    own = list(variables)
    for place, names, taken in (("variables", own, COLUMNS), ("indices", list(indices), (*COLUMNS, *own))):
        for name in names:
            if name in taken:
                reason = "is a name in the results of every study" if name in COLUMNS else "is also the name of a variable"
                raise InputError(f"{place}: {name} {reason}; use another name")


def read_variables(given: Any) -> list[Variable]:
    """Read the variables: name -> (lower, upper)."""
    found = []
    for name, ends in _mapping("variables", given, "a mapping of parameters to ranges, e.g. {'l1': [0.2, 0.5]},").items():
        place = f"variables[{name}]"
        pair = real_array(place, ends, expected="a range [lower, upper] is")
        if pair.shape != (2,):
            raise InputError(f"{place}: a range [lower, upper] is expected, not {shown(ends)}")
        lower, upper = pair.tolist()
        if not lower < upper:
            raise InputError(f"{place}: the lower end {lower:g} is not below the upper end {upper:g}; exchange them")
        found.append(Variable(name, lower, upper))
    if not found:
        raise InputError("variables: give at least one parameter with its range, e.g. {'l1': [0.2, 0.5]}")
    return found


def read_indices(given: Any, states: Mapping[str, str]) -> list[ChosenIndex]:
    """Read the indices: name -> the name of an index, or a mapping with `index`, `over` and the options of the index.

    states : name of each motion and region -> "motion" or "region"
    """
    found = []
    for name, content in _mapping("indices", given, "a mapping of names to indices, e.g. {'torque': 'peak_effort'},").items():
        place = f"indices[{name}]"
        own = {"index": content} if isinstance(content, str) else _mapping(place, content, "the name of an index, or its keys,")
        if "index" not in own:
            raise InputError(f"{place}: the key index, with the name of an index, is missing")
        index = known_index(place, own.pop("index"))
        over = _over(place, index, own.pop("over", None), states)
        index.check_options(place, own)
        found.append(ChosenIndex(name, index, over, own))
    if not found:
        raise InputError("indices: give at least one index, e.g. {'torque': 'peak_effort'}")
    return found


def _over(place: str, index: Index, given: Any, states: Mapping[str, str]) -> str:
    """Return the motion or region of an index; the only one that fits need not be named."""
    if index.over == "robot":
        if given is not None:
            raise InputError(f"{place}: the index {index.name} belongs to the robot itself; leave out over")
        return ""
    fitting = [name for name, kind in states.items() if index.over in (kind, "poses")]
    wanted = {"motion": "a motion", "region": "a region"}.get(index.over, "a motion or a region")
    if given is None and len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise InputError(f"{place}: the index {index.name} is taken over {wanted}, but the study has none")
    if given is None:
        raise InputError(f"{place}: say with over which of {listed(fitting)} the index {index.name} is taken over")
    return word(f"{place}.over", given, fitting, UnknownNameError, f"{wanted} of the study")


def read_constraints(given: Any, names: list[str]) -> list[Constraint]:
    """Read the constraints: name of an index -> a mapping with `min`, `max` or both."""
    found = []
    for name, content in _mapping("constraints", {} if given is None else given, "a mapping of indices to bounds").items():
        word("constraints", name, names, UnknownNameError, "an index of the study")
        place = f"constraints[{name}]"
        bounds = _mapping(place, content, "a mapping with min, max or both")
        for key in bounds:
            word(place, key, SENSES)
        if not bounds:
            raise InputError(f"{place}: give min, max or both")
        least, most = (
            number(f"{place}.{key}", bounds[key]) if key in bounds else end
            for key, end in zip(SENSES, (-np.inf, np.inf), strict=True)
        )
        if least > most:
            raise InputError(f"{place}: no value is at least {least:g} and at most {most:g}")
        found.append(Constraint(name, least, most))
    return found


def read_objectives(given: Any, names: list[str]) -> dict[str, str]:
    """Read the objectives: name of an index -> "min" or "max"."""
    found = _mapping("objectives", {} if given is None else given, "a mapping of indices to min or max")
    for name, sense in found.items():
        word("objectives", name, names, UnknownNameError, "an index of the study")
        word(f"objectives[{name}]", sense, SENSES)
    return {name: str(sense) for name, sense in found.items()}
