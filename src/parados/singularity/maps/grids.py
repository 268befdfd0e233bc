"""Regular grids of poses: two or three platform coordinates vary, the others are fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import SMALLEST, name_list, number, real_array, shown, whole
from parados.errors import InputError, UnknownNameError
from parados.model.model import Model
from parados.model.state_arguments import check_state
from parados.robot.description import COORDINATES

__all__ = ["MOST_COUNT", "MOST_POSES", "Axis", "Grid", "Over", "fixed_pose", "read_axis", "running_names", "unit_of"]

Array = NDArray[np.float64]

MOST_COUNT = 5000
"""Largest number of values of a coordinate."""

MOST_POSES = 10_000_000
"""Largest number of poses of a map in one working mode."""

Range: TypeAlias = Sequence[float] | int | None
Over: TypeAlias = Mapping[str, Range] | Sequence[str] | None
"""Names of coordinates, or each with (lower, upper, count), (lower, upper), a count, or None for the default range."""


@dataclass(frozen=True)
class Axis:
    """A coordinate of x that takes `count` values from `lower` to `upper` [unit]; `column` is its place in x."""

    name: str
    column: int
    lower: float
    upper: float
    count: int
    unit: str

    @cached_property
    def values(self) -> Array:
        return np.linspace(self.lower, self.upper, self.count)

    @property
    def label(self) -> str:
        return f"{self.name} [{self.unit}]"


@dataclass(frozen=True)
class Grid:
    """Poses at the nodes of a grid over two or three coordinates; `at` (n_x,) gives the fixed coordinates."""

    axes: tuple[Axis, ...]
    at: Array

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.count for axis in self.axes)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @cached_property
    def nodes(self) -> Array:
        """(size, d) varied coordinates at each node; the last coordinate changes fastest."""
        mesh = np.meshgrid(*[axis.values for axis in self.axes], indexing="ij")
        return np.stack([part.ravel() for part in mesh], axis=1)

    def poses(self, points: Array) -> Array:
        """Return (N, n_x) poses from varied coordinates (N, d)."""
        x = np.tile(self.at, (len(points), 1))
        x[:, [axis.column for axis in self.axes]] = points
        return x


def unit_of(model: Model, name: str) -> str:
    """Return the unit of a coordinate, "m" or "rad"."""
    if name in COORDINATES and name not in model.spec.joint_coordinates:
        return "m" if name.startswith("p") else "rad"
    joint = next((joint for joint in model.mechanism.joints if joint.name == name), None)
    return "rad" if joint is None else joint.unit


def running_names(model: Model, over: Over) -> dict[str, Range]:
    """Return the coordinates that `over` names, each with its range; by default the first two coordinates of x."""
    names = _free_names(model)
    if over is None:
        over = names[:2]
    given: Any = over if isinstance(over, Mapping) else [over] if isinstance(over, str) else name_list("over", over)
    wanted: dict[str, Range] = dict(given) if isinstance(given, Mapping) else dict.fromkeys(given)
    for name in wanted:
        if name not in names:
            raise UnknownNameError(f"over: {shown(name)} is not a coordinate that a map can vary; use {', '.join(names)}")
    if len(wanted) not in (2, 3):
        raise InputError(f"over: a map runs over two or three coordinates, not {len(wanted)}; choose from {', '.join(names)}")
    return wanted


def _free_names(model: Model) -> list[str]:
    names = list(model.labels["x"])
    return [name for name in names if not (model.mechanism.platform.is_quaternion and name in ("w", "x", "y", "z"))]


def read_axis(model: Model, name: str, given: Range, default: tuple[float, float], count: int, place: str = "") -> Axis:
    """Read an axis from (lower, upper, count), (lower, upper), a count or None; messages begin with `place`."""
    place = place or f"over[{name!r}]"
    expected = f"{place}: (lower, upper, count), (lower, upper) or a count is expected"
    if given is None or (isinstance(given, int | np.integer) and not isinstance(given, bool)):
        values: list[float] = [*default, count if given is None else whole(place, given, 2, MOST_COUNT, "a count")]
    else:
        array = real_array(place, given, expected="(lower, upper, count), (lower, upper) or a count is")
        values = array.tolist() if array.ndim == 1 else []
        values = [*values, count] if len(values) == 2 else values
    if len(values) != 3:
        raise InputError(f"{expected}, not {shown(given)}")
    lower, upper, number = values
    if lower >= upper:
        raise InputError(f"{place}: the lower end {lower:g} is not below the upper end {upper:g}")
    if upper - lower < SMALLEST or upper <= np.nextafter(lower, np.inf):
        raise InputError(f"{place}: the range from {lower:g} to {upper:g} is too narrow; its ends must differ more")
    if not 2 <= number <= MOST_COUNT or number != int(number):
        raise InputError(f"{place}: a count from 2 to {MOST_COUNT} is expected, not {number:g}")
    column = list(model.labels["x"]).index(name)
    return Axis(name, column, float(lower), float(upper), int(number), unit_of(model, name))


def fixed_pose(model: Model, at: Mapping[str, float] | ArrayLike | None, running: Sequence[str]) -> Array:
    """Return (n_x,) the pose with the fixed coordinates: home, with the values of `at` instead of its own."""
    labels = list(model.labels["x"])
    x = np.array(model.survey.home, dtype=float)
    if at is None:
        return x
    if not isinstance(at, Mapping):
        return check_state("at", at, {"at": labels}).copy()
    for name, value in at.items():
        if name not in labels:
            raise UnknownNameError(f"at: {shown(name)} is not a coordinate; use {', '.join(labels)}")
        if name in running:
            raise InputError(f"at: {name!r} is also in over; give it in one of the two only")
        x[labels.index(name)] = number(f"at[{name!r}]", value)
    return x
