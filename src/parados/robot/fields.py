"""Kinds of values in a robot file, each refused in one plain sentence."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from parados.arguments import LARGEST, shown

__all__ = ["Coordinate", "Number", "Pair", "Signs", "Spec", "Triple", "Whole", "as_text", "finite", "listed"]


def finite(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("a number is expected, not true or false")
    if isinstance(value, float | int) and not abs(value) <= LARGEST:
        lost = value in (math.inf, -math.inf) or value != value
        raise ValueError(f"{shown(value)} is {'not a finite number' if lost else 'too large to compute with; stay below 1e30'}")
    return value


def as_text(value: object) -> object:
    return repr(finite(value)) if isinstance(value, float | int) else value


def listed(count: int, what: str = "numbers") -> BeforeValidator:
    """Refuses, in one sentence, what is not a list of `count` items."""

    def check(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise ValueError(f"a list of {count} {what} is expected, not {shown(value)}")
        if len(value) != count:
            raise ValueError(f"a list of {count} {what} is expected, {len(value)} are given")
        return tuple(value)

    return BeforeValidator(check)


def signs(value: object) -> object:
    """An entry of a working mode: a whole number, or a list of such for a leg with several choices."""
    if isinstance(value, list | tuple):
        return tuple(signs(one) for one in value)
    checked = finite(value)
    if isinstance(checked, float | int) and checked == int(checked):
        return int(checked)
    raise ValueError(f"1 or -1, or a list of such, is expected, not {shown(value)}")


Number = Annotated[float, BeforeValidator(finite)]
Whole = Annotated[int, BeforeValidator(finite)]
Pair = Annotated[tuple[Number, Number], listed(2)]
Signs = Annotated[Any, BeforeValidator(signs)]
Triple = Annotated[tuple[Number, Number, Number], listed(3)]
Coordinate = Literal["px", "py", "pz", "a1", "a2", "a3"]


class Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
