"""Write the errors that pydantic finds in a robot file as plain sentences: the place, the problem, and what is accepted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from parados.arguments import shown as short
from parados.robot.description import LegSpec, RobotSpec

__all__ = ["KEYS_ONLY", "sentences", "shown"]

Location = tuple[int | str, ...]

_EXPECTED = {
    "float_type": "a number is expected",
    "float_parsing": "a number is expected",
    "int_type": "a whole number is expected",
    "int_parsing": "a whole number is expected",
    "int_from_float": "a whole number is expected",
    "bool_type": "true or false is expected",
    "string_type": "a word is expected (in quotes if it looks like something else)",
    "tuple_type": "a list is expected",
    "dict_type": "a mapping is expected",
    "string_too_short": "a word is expected",
}
"""Expected values, by pydantic's name of the error."""

KEYS_ONLY = ("extra_forbidden", "missing", "invalid_key")
"""Pydantic's names of errors about keys; these errors do not depend on the values."""


def _place(location: Sequence[int | str]) -> str:
    """Write a place of the file as a path such as legs[2].joints[1].kind."""
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p:.60}" for p in location).lstrip(".")


def sentences(error: ValidationError, legs: Sequence[int], only: Sequence[str] | None = None) -> list[str]:
    """Write each problem as its own sentence, without repetition.

    legs : for each leg, the index in the file of the leg that it was copied from
    only : pydantic's names of the errors to report, all by default
    """
    errors = error.errors()
    inner = [e["loc"] for e in errors if e["type"] != "too_short"]
    wanted = [
        e
        for e in errors
        if (only is None or e["type"] in only)
        # a list is also reported as too short if its items are wrong; skip that
        and not (e["type"] == "too_short" and any(loc[: len(e["loc"])] == e["loc"] for loc in inner))
    ]
    return list(dict.fromkeys(_sentence(e, legs) for e in wanted))


def _sentence(error: Any, legs: Sequence[int]) -> str:
    location: Location = error["loc"]
    if location[-1:] == ("[key]",):
        location = location[:-2]
    place = _place(_in_file(location, legs))
    message = _message(error, location)
    inner = re.match(r"(\w+)[.\w]*: ", message)  # an error of a whole mapping may begin with the name of a key
    if inner and inner[1] in _owner(location).model_fields:
        return f"{place}.{message}".lstrip(".")
    return f"{place}: {message}" if place else message


def _in_file(location: Location, legs: Sequence[int]) -> Location:
    if len(location) > 1 and location[0] == "legs" and isinstance(location[1], int) and location[1] < len(legs):
        return ("legs", legs[location[1]], *location[2:])
    return location


def _message(error: Any, location: Location) -> str:
    given, context = error["input"], error.get("ctx", {})
    match error["type"]:
        case "extra_forbidden":
            return f"this key is not known here; the known keys are {_keys(_owner(location[:-1]))}"
        case "invalid_key":
            return f"a key must be a word; the known keys are {_keys(_owner(location[:-1]))}"
        case "missing":
            return f"this key is missing; {_required(location)}"
        case "literal_error":
            return f"{shown(given)} is not accepted; use {context['expected'].replace(chr(39), '').replace(' or ', ', ')}"
        case "value_error":
            return str(context["error"])
        case "model_type":
            return f"a mapping is expected with keys from {_keys(_owner(location))}, not {shown(given)}"
        case "too_short":
            return "at least one entry is needed"
        case "greater_than_equal":
            return f"{context['ge'] or 'zero'} or more is expected, not {shown(given)}"
        case "less_than_equal":
            return f"at most {context['le']} is expected, not {shown(given)}"
        case "greater_than":
            return f"a number above {context['gt'] or 'zero'} is expected, not {shown(given)}"
    return f"{_EXPECTED.get(error['type'], 'this is not accepted')}, not {shown(given)}"


def shown(given: object) -> str:
    """Return a value as it is written in the file, cut to a readable length."""
    words = {None: "nothing", True: "true", False: "false"}
    return words[given] if given is None or isinstance(given, bool) else short(given)


def _required(location: Location) -> str:
    owner = _owner(location[:-1])
    required = [name for name, field in owner.model_fields.items() if field.is_required()]
    return f"the required keys are {', '.join(required)}"


def _owner(location: Location) -> type[BaseModel]:
    """Return the class that describes a place of the file."""
    owner: type[BaseModel] = RobotSpec
    for part in location:
        if isinstance(part, str) and part in owner.model_fields:
            owner = _class_in(owner.model_fields[part].annotation) or owner
    return owner


def _class_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := _class_in(part))), None)


def _keys(owner: type[BaseModel]) -> str:
    return ", ".join([*owner.model_fields, *(["repeat"] if owner is LegSpec else [])])
