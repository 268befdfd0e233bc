"""Odd values for arguments. They are given as functions, because some values can be used only once."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np


class _Silent:
    """Object whose repr, length and conversion to an array raise errors."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __len__(self) -> int:
        raise RuntimeError("no length")

    def __array__(self, *_: object, **__: object) -> np.ndarray:
        raise RuntimeError("no numbers")


def _containing_itself() -> list[object]:
    endless: list[object] = []
    endless += [endless, endless]
    return endless


def _objects(*values: object) -> np.ndarray:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


ODD: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "empty word": lambda: "",
    "word": lambda: "abc",
    "word of a number": lambda: "0.3",
    "long word": lambda: "long " * 40_000,
    "null character": lambda: "a\0b",
    "bytes": lambda: b"abc",
    "True": lambda: True,
    "numpy False": lambda: np.bool_(False),
    "not a number": lambda: math.nan,
    "infinity": lambda: -math.inf,
    "huge integer": lambda: 10**400,
    "very huge integer": lambda: -(10**6000),
    "1e308": lambda: 1e308,
    "1e29": lambda: 1e29,
    "1e-320": lambda: 1e-320,
    "-1": lambda: -1,
    "0": lambda: 0,
    "negative zero": lambda: -0.0,
    "one half": lambda: 0.5,
    "3": lambda: 3,
    "numpy integer": lambda: np.int8(2),
    "numpy float": lambda: np.float32(0.25),
    "array without axes": lambda: np.array(0.25),
    "longdouble": lambda: np.array([np.longdouble("1e4000")] * 2),
    "complex": lambda: 1j,
    "decimal": lambda: Decimal("1e999"),
    "fraction": lambda: Fraction(1, 3),
    "empty list": lambda: [],
    "empty tuple": lambda: (),
    "empty array": lambda: np.zeros((0, 2)),
    "empty mapping": lambda: {},
    "ragged": lambda: [[0.0, 0.25], [1.0]],
    "nested": lambda: [[[[[[0.0]]]]]],
    "contains itself": _containing_itself,
    "list of nothing": lambda: [None, None],
    "list of words": lambda: ["0.0", "0.25"],
    "list of truth": lambda: [True, False],
    "list of numbers": lambda: [0.0, 0.25],
    "list of huge numbers": lambda: [1e308, -1e308],
    "list of tiny numbers": lambda: [1e-320, 5e-324],
    "list of infinity": lambda: [0.0, math.inf],
    "list of huge integers": lambda: [10**400, 0],
    "three axes": lambda: np.zeros((2, 2, 2)),
    "seven numbers": lambda: np.linspace(-1, 1, 7),
    "objects": lambda: _objects("0.0", "0.25"),
    "object numbers": lambda: _objects(0.0, 0.25),
    "masked": lambda: np.ma.array([0.0, 0.25], mask=[True, False]),
    "list of masked": lambda: [np.ma.masked, 0.25],
    "masked rows": lambda: [np.ma.array([0.0, 0.25], mask=[True, False])] * 2,
    "nothing masked": lambda: np.ma.array([0.0, 0.25]),
    "huge shape": lambda: np.broadcast_to(0.0, (10**9, 2)),
    "structured": lambda: np.zeros(2, dtype=[("a", float)]),
    "set": lambda: {1, 2},
    "mapping": lambda: {"a": 1.0},
    "generator": lambda: (float(k) for k in range(2)),
    "range": lambda: range(2),
    "function": lambda: lambda: None,
    "function of anything": lambda: lambda *_: None,
    "built-in": lambda: len,
    "class": lambda: dict,
    "module": lambda: math,
    "object": lambda: object(),
    "silent": _Silent,
    "date": lambda: datetime.date(2026, 1, 1),
    "numpy date": lambda: np.array(["2026-01-01"] * 2, dtype="datetime64[D]"),
    "path": lambda: Path("no such folder\0"),
    "slice": lambda: slice(None),
    "ellipsis": lambda: ...,
}
"""Functions that return odd values, by name."""
