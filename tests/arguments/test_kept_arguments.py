"""No object keeps an array, a list or a dictionary of its caller: later changes of the caller's numbers have no effect."""

from __future__ import annotations

from collections.abc import Iterator
from types import MethodType
from typing import Any

import numpy as np
import pytest
from public_calls import GROUPS

import parados
from parados import control
from parados.calibration import ImagePoint

DEPTH = 6
"""Attributes of attributes that are searched."""

RESHAPES = ("SingularityMap.array",)
"""Calls whose result is the given array in another shape."""


def _own(name: str, value: Any, args: dict[str, Any]) -> Any:
    """Return an argument as a caller could change it later: an array for numbers, a list for a working mode."""
    if name == "mode" and value is None and "model" in args:
        return list(args["model"].working_mode())
    if isinstance(value, dict):
        return {key: _own("", one, args) for key, one in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        numbers = np.asarray(value) if isinstance(value, np.ndarray) or not any(map(_is_nested, value)) else np.array("")
        return np.array(value, dtype=float) if numbers.dtype.kind in "if" else [_own("", one, args) for one in value]
    return value


def _is_nested(value: Any) -> bool:
    return not isinstance(value, int | float)


def _changeable(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the arrays, lists and dictionaries in an argument, each with its place."""
    if isinstance(value, np.ndarray | list | dict):
        yield name, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _changeable(f"{name}[{key}]", part)


def _inside(path: str, thing: Any, seen: dict[int, Any], depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the arrays, lists and dictionaries in a result and in the objects of parados that it holds, with their places."""
    if id(thing) in seen or depth > DEPTH:
        return
    seen[id(thing)] = thing
    if isinstance(thing, MethodType):
        thing = thing.__self__
    if isinstance(thing, np.ndarray | list | dict):
        yield path, thing
    parts: Any = ()
    if isinstance(thing, dict):
        parts = [(f"{path}[{key!r}]", part) for key, part in thing.items()]
    elif isinstance(thing, list | tuple):
        parts = [(f"{path}[{k}]", part) for k, part in enumerate(thing)]
    elif type(thing).__module__.startswith("parados"):
        parts = [(f"{path}.{key}", part) for key, part in list(getattr(thing, "__dict__", {}).items())]
    for place, part in parts:
        yield from _inside(place, part, seen, depth + 1)


def _shares(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.shares_memory(one, other)
    return one is other


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("group", [name for name in GROUPS if name not in ("fmu", "studio")])
def test_no_object_keeps_numbers_of_its_caller(group: str) -> None:
    kept = []
    for call, (function, args) in GROUPS[group]().items():
        given = {name: _own(name, value, args) for name, value in args.items()}
        mine = [one for name, value in given.items() for one in _changeable(name, value)]
        if not mine or call in RESHAPES:
            continue
        try:
            result = function(**given)
        except (parados.ParadosError, TypeError):  # a few calls take only the arguments of their own tests
            continue
        holders = (("result", result), ("self", getattr(function, "__self__", None)))
        found = [pair for path, thing in holders for pair in _inside(path, thing, {})]
        kept += [f"{call}: {path} is {name}" for path, thing in found for name, one in mine if _shares(thing, one)]
    assert not kept


def test_a_constant_reference_of_a_law_is_copied() -> None:
    model = parados.load("five-bar").compile("vm")
    reference, mode = np.array([0.0, 0.25]), list(model.working_mode())
    law = control.ComputedTorque(model, reference, kp=400.0, kd=40.0, friction=False, mode=mode)
    q, x = model.inverse_kinematics([0.0, 0.25]), [0.0, 0.25]
    before = law(0.0, q, [0.0, 0.0], x, [0.0, 0.0])
    reference += 0.01
    mode[:] = [-sign for sign in mode]
    assert law(0.0, q, [0.0, 0.0], x, [0.0, 0.0]).tolist() == before.tolist()


def test_the_matrix_of_a_camera_is_copied() -> None:
    matrix = np.array([[800.0, 0, 320, 0], [0, 800, 240, 0], [0, 0, 1, 2]])
    camera = ImagePoint("camera", matrix)
    before = camera.at(np.ones((1, 3)))[0]
    matrix[:] = 1.0
    assert camera.at(np.ones((1, 3)))[0].tolist() == before.tolist()
