"""Robots of a family, from whose shares in base parameters the functions of live lengths are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError

__all__ = ["FACTORS", "ShareMembers", "Shares", "changed_shares"]

Array = NDArray[np.float64]
Shares = Callable[[Mapping[str, Any]], Array]

CHANGES = (1.01, 0.97)
"""Factors of parameters that show whether an entry depends on them."""

DEPENDS = 1e-8
"""Relative change of an entry that shows it; round-off of an entry is about 1e-12."""

FACTORS = (0.8, 0.86, 0.91, 1.06, 1.1, 1.17, 1.25)
"""Factors of a parameter along which its functions are found."""

ZERO_STEPS = (100.0, 2.0, 0.5)
"""A number that is zero is moved by these times (factor - 1), the first for which there is a member: an angle in degrees, one in
radians, a length. Along a range that is too short one function looks like another."""

USUAL = (0.93, 1.09)
"""Range of the factors of a member without special values: a share can vanish for the robot of the file alone."""


class Number(NamedTuple):
    """A live number: its name in formulas, the parameter that it belongs to, and its place there."""

    name: str
    parameter: str
    place: tuple[int, ...]


def numbers_of(live: Mapping[str, Any]) -> list[Number]:
    """Return the numbers of live parameters; those of an array are named like "cp[2]"."""
    found = []
    for parameter, value in live.items():
        shape = np.shape(value)
        for place in product(*map(range, shape)):
            found.append(Number(parameter + (f"[{', '.join(map(str, place))}]" if shape else ""), parameter, place))
    return found


class ShareMembers:
    """Members of a family with changed numbers."""

    def __init__(self, shares: Shares, live: Mapping[str, Any]) -> None:
        self.shares = shares
        self.live = {name: np.array(value, dtype=float) for name, value in live.items()}
        self.numbers = numbers_of(self.live)
        self.own = np.array([float(self.live[one.parameter][one.place]) for one in self.numbers])
        self.steps = np.full(len(self.own), ZERO_STEPS[-1])

    def moved(self, factors: Array) -> Array:
        """Return the numbers times factors; a zero is moved by its step."""
        return np.where(self.own == 0, self.steps * (factors - 1), self.own * factors)

    def beta(self, values: Array) -> Array | None:
        """Return beta of a member, or None if no robot has these numbers."""
        given = {name: value.copy() for name, value in self.live.items()}
        for one, value in zip(self.numbers, values, strict=True):
            given[one.parameter][one.place] = value
        try:
            return self.shares({name: value if value.ndim else float(value) for name, value in given.items()})
        except InputError:
            return None

    def only(self, some: Sequence[int], factor: float) -> Array:
        """Return the numbers of a member in which some of them are changed."""
        return self.moved(np.where(np.isin(np.arange(len(self.own)), some), factor, 1.0))

    def moving(self, some: Sequence[int], beta: Array) -> list[int]:
        """Return the numbers on which beta depends; numbers without effect are found many at a time.

        A number that cannot be changed is left out: the formulas hold for its value.
        """
        found = [self.beta(self.only(some, factor)) for factor in CHANGES] if len(some) else []
        if all(one is not None and not changed_shares(one, beta).any() for one in found):
            return []
        if len(some) == 1:
            return [] if all(one is None for one in found) else list(some)
        half = len(some) // 2
        return self.moving(some[:half], beta) + self.moving(some[half:], beta)

    def along(self, number: int) -> tuple[Array, list[Array]]:
        """Return values of one number, and beta of the members that have them."""
        members = [self.only([number], factor) for factor in FACTORS]
        found = [(values[number], beta) for values in members if (beta := self.beta(values)) is not None]
        return np.array([p for p, _ in found]), [beta for _, beta in found]

    def usual(self, moving: Sequence[int], rng: np.random.Generator) -> None:
        """Go on from a member in which the moving numbers have no special values, if there is one."""
        for k in moving:
            if self.own[k] == 0:
                for step in ZERO_STEPS:
                    self.steps[k] = step
                    if self.beta(self.only([k], FACTORS[-1])) is not None:
                        break
        factors = np.ones(len(self.own))
        factors[moving] = rng.uniform(*USUAL, len(moving))
        member = self.moved(factors)
        if self.beta(member) is not None:
            self.own = member


def changed_shares(one: Array, beta: Array) -> NDArray[np.bool_]:
    return np.asarray(np.abs(one - beta) > DEPENDS * np.maximum(np.abs(one), np.abs(beta)))
