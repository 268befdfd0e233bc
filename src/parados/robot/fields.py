"""Kinds of values in a robot file, each refused in one plain sentence."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

__all__ = ["Coordinate", "Number", "Pair", "Spec", "Triple", "Whole", "as_text", "finite", "listed"]


def finite(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("a number is expected, not true or false")
    if isinstance(value, float | int) and not abs(value) < math.inf:
        raise ValueError(f"{value} is not a finite number")
    return value


def as_text(value: object) -> object:
    return repr(finite(value)) if isinstance(value, float | int) else value


def listed(count: int, what: str = "numbers") -> BeforeValidator:
    """Refuses, in one sentence, what is not a list of `count` items."""

    def check(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise ValueError(f"a list of {count} {what} is expected, not {value!r}")
        if len(value) != count:
            raise ValueError(f"a list of {count} {what} is expected, {len(value)} are given")
        return tuple(value)

    return BeforeValidator(check)


Number = Annotated[float, BeforeValidator(finite)]
Whole = Annotated[int, BeforeValidator(finite)]
Pair = Annotated[tuple[Number, Number], listed(2)]
Triple = Annotated[tuple[Number, Number, Number], listed(3)]
Coordinate = Literal["px", "py", "pz", "a1", "a2", "a3"]


class Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
