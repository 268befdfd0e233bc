"""Odd values in place of a number, an array, a mode or a word."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Odd", "odd_array", "odd_number", "odd_switch", "odd_word"]


class Odd(NamedTuple):
    """Value and its required outcome: "rejected", "same" (as for plain numbers of the same value) or "either"."""

    value: Any
    must: str
    what: str


def odd_array(good: np.ndarray, rng: random.Random) -> Odd:
    """Return an odd value in place of an array of numbers, (n,) or (N, n)."""
    makers = [_rejected_array, _same_array, _extreme_array]
    return rng.choices(makers, weights=(5, 3, 3))[0](good, rng)


def _rejected_array(good: np.ndarray, rng: random.Random) -> Odd:
    place = tuple(rng.randrange(n) for n in good.shape)

    def at(value: Any, kind: Any = float) -> np.ndarray:
        array = good.astype(kind)
        array[place] = value
        return array

    wrong = {
        "nan": at(np.nan),
        "inf": at(np.inf),
        "-inf": at(-np.inf),
        "none inside": at(None, object),
        "word inside": at("a", object),
        "list inside": [*good.tolist(), [1.0]],
        "complex": good + 1j,
        "truth": np.ones(good.shape, bool),
        "words": good.astype(str),
        "one too many": np.concatenate([good, good[..., -1:]], axis=-1),
        "one too few": good[..., :-1],
        "deep": good[None, None],
        "number": 0.3,
        "word": "home",
        "bytes": b"home",
        "mapping": {"px": 1.0},
        "set": {0.1, 0.2},
        "function": len,
        "object": object(),
        "date": np.full(good.shape, date(2026, 1, 1)),
        "times": good.astype("timedelta64[s]"),
        "empty": [],
        "iterator": iter(good),
        "masked": np.ma.masked_array(good, mask=np.isin(np.arange(good.size).reshape(good.shape), [0])),
        "ellipsis": ...,
        "huge integer": at(10**400, object),
        "zero-dimensional": np.array(0.3),
        "no columns": np.zeros((3, 0)),
    }
    what = rng.choice(list(wrong))
    return Odd(wrong[what], "rejected", what)


def _same_array(good: np.ndarray, rng: random.Random) -> Odd:
    wide = np.zeros((*good.shape[:-1], 2 * good.shape[-1]), good.dtype)
    wide[..., ::2] = good
    fixed = good.copy()
    fixed.setflags(write=False)
    fractions = [[Fraction(v) for v in row] for row in np.atleast_2d(good)]
    same = {
        "list": good.tolist(),
        "tuple": tuple(good.tolist()),
        "strided": wide[..., ::2],
        "read-only": fixed,
        "column order": np.asfortranarray(good),
        "big-endian": good.astype(good.dtype.newbyteorder(">")),
        "float32": good.astype(np.float32),
        "objects": good.astype(object),
        "long double": good.astype(np.longdouble),
        "reversed twice": good[..., ::-1][..., ::-1],
        "fractions": fractions if good.ndim == 2 else fractions[0],
        "float16": good.astype(np.float16),
        "decimals": np.vectorize(lambda v: Decimal(float(v)), otypes=[object])(good),
        "no masked entries": np.ma.masked_array(good, mask=False),
    }
    what = rng.choice(list(same))
    return Odd(same[what], "same", what)


def _extreme_array(good: np.ndarray, rng: random.Random) -> Odd:
    array = good.astype(float)
    value = rng.choice([0.0, -0.0, 1e-300, 5e-324, 1e3, 1e9, -1e9, 1e22, 1e154, 1e300, -1.7e308])
    array[tuple(rng.randrange(n) for n in good.shape)] = value
    if rng.random() < 0.2:
        array[...] = value
    return Odd(array, "either", f"extreme {value}")


def odd_number(good: float, rng: random.Random) -> Odd:
    """Return an odd value in place of a number."""
    rejected = ["0.5", None, np.nan, np.inf, -np.inf, True, 1j, [good], np.array([good]), {}, object(), b"1", ""]
    rejected.append(date(2026, 1, 1))
    if rng.random() < 0.6:
        value = rng.choice(rejected)
        return Odd(value, "rejected", f"{value!r:.40}")
    value = rng.choice([0, -1, -good, 1e-300, 1e300, 10**400, 1e9, np.float32(good), Fraction(1, 3), Decimal("0.5"), np.int8(1)])
    return Odd(value, "either", f"{value!r:.40}")


def odd_word(good: str, rng: random.Random) -> Odd:
    """Return an odd value in place of a word."""
    values = [
        "",
        "no such word",
        good.upper() + "x",
        f" {good}",
        3,
        0.5,
        None,
        True,
        [good, good],
        {good: 1},
        b"word",
        np.nan,
        object(),
    ]
    value = rng.choice(values)
    return Odd(value, "rejected", f"{value!r:.40}")


def odd_switch(good: bool, rng: random.Random) -> Odd:
    """Return an odd value in place of true or false."""
    value = rng.choice(["no", "false", "", None, 2, 0.5, [], [False], np.array([True, False]), np.nan, object(), {}])
    return Odd(value, "rejected", f"{value!r:.40}")
