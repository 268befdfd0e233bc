"""The description of a robot with live numbers in the places that depend on live parameters of its file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.robot.description import RobotSpec
from parados.robot.fields import FileParameter, Spec
from parados.robot.reading import compute_numbers
from parados.robot.superelements import SYMMETRIC
from parados.spatial.live_numbers import LiveNumber, is_live, of_members

__all__ = ["Bound", "LiveDescription", "file_entries", "live_description"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Bound:
    """A bound that the file format sets to a number, e.g. a friction must not be negative.

    place : the place in the file
    number : the live number
    least, most : smallest and largest value, None if there is none
    open : True if the smallest value itself is not accepted
    """

    place: str
    number: LiveNumber
    least: float | None
    most: float | None
    open: bool


@dataclass(frozen=True)
class LiveDescription:
    """A description with live numbers.

    bounds : bounds of these numbers, and of others that depend on them
    matrices : matrices (n, n) with live numbers that must be positive semi-definite, by their places in the file
    """

    spec: RobotSpec
    bounds: tuple[Bound, ...] = ()
    matrices: dict[str, Array] = field(default_factory=dict)


def file_entries(parameter: FileParameter) -> Array:
    """Return the numbers of a parameter as an array of its shape."""
    return np.asarray(parameter.value, dtype=float)


def live_description(spec: RobotSpec, live: Mapping[str, Sequence[LiveNumber]]) -> LiveDescription:
    """Compute the numbers of a file again with live numbers for some of its parameters.

    live : name of a parameter of the file -> its live numbers, one after the other
    """
    if spec.file is None:
        raise InputError(
            "live: this robot was changed after its file was loaded; load the file again and name the live parameters there"
        )
    data, parameters = spec.file
    numbers: dict[str, Any] = {}
    for one in parameters:
        if one.name in live:
            entries = np.array(live[one.name], dtype=object)
            numbers[one.name] = entries.reshape(file_entries(one).shape).tolist() if isinstance(one.value, list) else entries[0]
    computed, findings = compute_numbers(data, parameters, numbers)
    walk = _Walk()
    described = spec if findings else walk.replaced("", spec, computed)
    if findings or walk.findings:
        raise InputError("live: " + "; ".join(dict.fromkeys([*findings, *walk.findings])))
    return LiveDescription(described, tuple(walk.bounds), walk.matrices)


class _Walk:
    """Replace numbers of a description by live numbers, and collect their bounds and the problems."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.bounds: list[Bound] = []
        self.matrices: dict[str, Array] = {}

    def replaced(self, place: str, own: Any, computed: Any) -> Any:
        """Return a part of the description with the live numbers of the computed data."""
        if isinstance(own, Spec) and isinstance(computed, Mapping):
            return self._spec(place, own, computed)
        if isinstance(own, Spec) and isinstance(computed, list):  # the short form of a mapping
            if any(_live_parts(tuple(computed))):
                self.findings.append(f"{place} cannot depend on live parameters")
            return own
        if isinstance(own, tuple) and isinstance(computed, list):
            return tuple(self.replaced(f"{place}[{k}]", *pair) for k, pair in enumerate(zip(own, computed, strict=True)))
        if isinstance(own, dict) and isinstance(computed, Mapping):
            return {key: self.replaced(f"{place}.{key}", value, computed[key]) for key, value in own.items()}
        if isinstance(computed, LiveNumber):
            if not isinstance(own, float):
                self.findings.append(f"{place} is not a number that can change continuously")
            return computed
        return own

    def _spec(self, place: str, own: Spec, computed: Mapping[str, Any]) -> Spec:
        changes = {}
        for key, value in computed.items():
            if key == "parameters":
                continue
            before = getattr(own, key)
            after = self.replaced(f"{place}.{key}" if place else key, before, value)
            if isinstance(after, LiveNumber):
                self.bounds += _bounds(f"{place}.{key}", after, type(own).model_fields[key].metadata)
            if any(_live_parts(after)):
                changes[key] = after
        if not changes:
            return own
        copied = own.model_copy(update=changes)
        self._require(place, copied)
        return copied

    def _require(self, place: str, spec: Spec) -> None:
        """Collect what a validator requires of several numbers together."""
        for one in spec.requirements():
            if isinstance(one.number, LiveNumber):
                self.bounds.append(Bound(f"{place}.{one.name}", one.number, 0.0, None, one.open))
        for key, matrix in spec.semidefinite().items():
            if is_live(matrix):
                self.matrices[f"{place}.{key}"] = matrix
                members = of_members(matrix)
                if not np.allclose(members, members.transpose(0, 2, 1), rtol=0, atol=SYMMETRIC * np.abs(members).max()):
                    self.findings.append(f"{place}.{key}: the matrix is symmetric only for some values")


def _live_parts(value: Any) -> Iterator[bool]:
    """Yield True if a part of a description contains a live number."""
    if isinstance(value, LiveNumber):
        yield True
    elif isinstance(value, Spec):
        for key in type(value).model_fields:
            yield from _live_parts(getattr(value, key))
    elif isinstance(value, tuple | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _live_parts(inner)


def _bounds(place: str, number: LiveNumber, rules: Sequence[Any]) -> Iterator[Bound]:
    """Yield the bounds that the type of a field sets; pydantic stores them as rules with an attribute ge, gt or le."""
    for rule in rules:
        if hasattr(rule, "ge"):
            yield Bound(place, number, float(rule.ge), None, False)
        if hasattr(rule, "gt"):
            yield Bound(place, number, float(rule.gt), None, True)
        if hasattr(rule, "le"):
            yield Bound(place, number, None, float(rule.le), False)
