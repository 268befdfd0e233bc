"""Types of values in a robot file: numbers, lists, MDH rows and frames; a wrong value is reported in one plain sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    model_validator,
)

from parados.arguments import LARGEST, shown
from parados.spatial.mdh import homogeneous, mdh_matrix
from parados.spatial.rotations import SEQUENCES, rotation

__all__ = [
    "TEXT_KEYS",
    "Coordinate",
    "FileParameter",
    "FrameSpec",
    "Number",
    "Pair",
    "Requirement",
    "RowSpec",
    "Signs",
    "Spec",
    "Triple",
    "Whole",
    "as_text",
    "finite",
    "is_identified",
    "listed",
    "negative_if_identified",
]

TEXT_KEYS = frozenset(
    {"name", "names", "title", "source", "kind", "antecedent", "joint", "free", "of", "axes", "between", "orientation"}
    | {"carrier", "to", "coordinates", "dependent", "varying", "around", "redundancy", "active", "identified", "numeric"}
)
"""Keys whose strings are words, not arithmetic."""


def finite(value: object) -> object:
    """Reject truth values and numbers that are not finite or too large; pass all other values on unchanged."""
    if isinstance(value, bool):
        raise ValueError("a number is expected, not true or false")
    if isinstance(value, float | int) and not abs(value) <= LARGEST:
        lost = value in (math.inf, -math.inf) or value != value
        raise ValueError(f"{shown(value)} is {'not a finite number' if lost else 'too large to compute with; stay below 1e30'}")
    return value


def as_text(value: object) -> object:
    """Convert a number to text; pass all other values on unchanged."""
    return repr(finite(value)) if isinstance(value, float | int) else value


def listed(count: int, what: str = "numbers") -> BeforeValidator:
    """Build a validator that accepts only a list of `count` items; `what` names the items in the message."""

    def check(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise ValueError(f"a list of {count} {what} is expected, not {shown(value)}")
        if len(value) != count:
            raise ValueError(f"a list of {count} {what} is expected, not of {len(value)}")
        return tuple(value)

    return BeforeValidator(check)


def is_identified(info: ValidationInfo) -> bool:
    """Tell whether the file that is being read has the key `identified: true`."""
    return bool(info.context and info.context.get("identified"))


def negative_if_identified(value: object, check: ValidatorFunctionWrapHandler, info: ValidationInfo) -> object:
    """Check a number that must not be negative, except in a file of identified base parameters."""
    try:
        return check(value)
    except ValidationError as error:
        negative = all(one["type"] == "greater_than_equal" for one in error.errors())
        if negative and is_identified(info) and isinstance(value, float | int):
            return float(value)
        raise


def signs(value: object) -> object:
    """Convert an entry of a working mode: a whole number, or a list of whole numbers for a leg with several choices."""
    if isinstance(value, list | tuple):
        return tuple(signs(one) for one in value)
    checked = finite(value)
    if isinstance(checked, float | int) and checked == int(checked):
        return int(checked)
    raise ValueError(f"1 or -1, or a list of 1 and -1, is expected, not {shown(value)}")


Number = Annotated[float, BeforeValidator(finite)]
Whole = Annotated[int, BeforeValidator(finite)]
Pair = Annotated[tuple[Number, Number], listed(2)]
Signs = Annotated[Any, BeforeValidator(signs)]
Triple = Annotated[tuple[Number, Number, Number], listed(3)]
Coordinate = Literal["px", "py", "pz", "a1", "a2", "a3"]


class Requirement(NamedTuple):
    """A number that must be positive, or not negative.

    name : what the number is, a key of the file or a phrase
    number : the number, constant or live
    open : True if zero is not accepted
    """

    name: str
    number: Any
    open: bool = True


class Spec(BaseModel):
    """Base class of the mappings in a robot file: immutable, and unknown keys are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def requirements(self) -> Iterator[Requirement]:
        """Yield what a validator requires of the numbers together; for the values that live numbers get later."""
        yield from ()

    def semidefinite(self) -> dict[str, NDArray[np.float64]]:
        """Return the matrices (n, n) that must be symmetric and have no negative eigenvalue, by their keys."""
        return {}


@dataclass(frozen=True)
class FileParameter:
    """A parameter of a robot file.

    Attributes
    ----------
    value : a number, or a list of numbers (of lists)
    written : the value as the file has it, a number or an expression
    range : lowest and highest value
    used : places in the file whose expressions name the parameter
    """

    name: str
    value: Any
    written: Any
    unit: str = ""
    range: tuple[float, float] | None = None
    about: str = ""
    used: tuple[str, ...] = ()


class RowSpec(Spec):
    """A modified Denavit-Hartenberg (MDH) row, Briot & Khalil (4.3) [rad, m]."""

    gamma: Number = 0.0
    b: Number = 0.0
    alpha: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0
    r: Number = 0.0

    def row(self) -> NDArray[np.float64]:
        """Build the (4, 4) matrix of the row."""
        return mdh_matrix(self.gamma, self.b, self.alpha, self.d, self.theta, self.r)


class FrameSpec(RowSpec):
    """A frame given in a reference frame: Rot(turn) Trans(at) Rot(rotation), then an MDH row.

    `turn` maps one axis of the reference frame to an angle, e.g. `{z: 120 deg}`. `rotation` maps one Euler sequence in
    SciPy's spelling to its three angles, e.g. `{ZYX: [0.1, 0, 0]}`.
    """

    turn: dict[Literal["x", "y", "z"], Number] = Field(default_factory=dict)
    at: Triple = (0.0, 0.0, 0.0)
    rotation: dict[str, Triple] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_turn_and_rotation(self) -> FrameSpec:
        if len(self.turn) > 1:
            raise ValueError("turn: give one axis with its angle, for example turn: {z: 120 deg}")
        if len(self.rotation) > 1:
            raise ValueError("rotation: give one sequence with its three angles, for example rotation: {ZYX: [0.1, 0, 0]}")
        for name in self.rotation:
            if name not in SEQUENCES:
                raise ValueError(f"rotation: {name!r} is not a sequence; use one of {', '.join(SEQUENCES)}")
        return self

    def matrix(self) -> NDArray[np.float64]:
        """Build the (4, 4) matrix of the frame in its reference frame."""
        R = np.eye(3)
        for name, angles in self.rotation.items():
            R = rotation(name, angles)
        turn = rotation("XYZ", [self.turn.get("x", 0.0), self.turn.get("y", 0.0), self.turn.get("z", 0.0)])
        return homogeneous(turn, [0, 0, 0]) @ homogeneous(R, list(self.at)) @ self.row()
