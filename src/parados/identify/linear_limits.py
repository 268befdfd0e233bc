"""Linear inequalities over the standard parameters: signs, bounds of numbers, boxes of centres of mass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.identify.body_priors import BodyPrior
from parados.identify.parameter_bounds import Bounds
from parados.identify.scalar_priors import ScalarPrior
from parados.spatial.inertia import INERTIAL_NAMES

__all__ = ["Limits", "linear_limits"]

Array = NDArray[np.float64]

Row = tuple[dict[int, float], float, str, str]


@dataclass(frozen=True)
class Limits:
    """Inequalities rows @ chi >= least, each divided by the size of its parameter.

    Attributes
    ----------
    rows, least : (k, n_p) and (k,)
    owners : (k,) name of the body, or of the number, to which each inequality belongs
    words : (k,) each inequality in words
    """

    rows: Array
    least: Array
    owners: tuple[str, ...]
    words: tuple[str, ...]

    def slack(self, chi: Array) -> Array:
        """(k,) how far the parameters (n_p,) are from each limit; negative beyond."""
        return np.asarray(self.rows @ chi - self.least)

    def of(self, owner: str) -> NDArray[np.bool_]:
        """(k,) True for the inequalities of one body or number."""
        return np.array([one == owner for one in self.owners], dtype=bool)


def linear_limits(bodies: Sequence[BodyPrior], scalars: Sequence[ScalarPrior], bounds: Bounds, count: int) -> Limits:
    """Return the inequalities of a set of bodies and numbers; `count` is the number of standard parameters."""
    found = [*_signs(scalars), *_boxes(bodies, bounds), *_numbers(bodies, scalars, bounds)]
    rows = np.zeros((len(found), count))
    for k, (entries, *_) in enumerate(found):
        rows[k, list(entries)] = list(entries.values())
    least = np.array([one[1] for one in found])
    return Limits(rows, least, tuple(one[2] for one in found), tuple(one[3] for one in found))


def _signs(scalars: Sequence[ScalarPrior]) -> Iterator[Row]:
    own = {one.name: one for one in scalars}
    for one in scalars:
        kind, _, joint = one.name.partition("_")
        if one.positive:
            yield {one.place: 1 / one.scale}, 0.0, one.name, f"{one.name} = 0"
        low_speed = own.get(f"fb_{joint}") if kind in ("fs", "fn") else None
        if low_speed is not None:  # friction does not drive the joint at low speed
            yield {one.place: 1 / one.scale, low_speed.place: 1 / one.scale}, 0.0, low_speed.name, f"{kind} + fb of {joint} = 0"


def _boxes(bodies: Sequence[BodyPrior], bounds: Bounds) -> Iterator[Row]:
    for body in bodies:
        box, m = bounds.boxes[body.name], int(body.places[9])
        width = np.ptp(box, axis=1).min()
        size = body.standard[9] * (width if np.isfinite(width) else 1.0)
        for axis, pair in enumerate(box):
            for side, bound in zip((1, -1), pair, strict=True):
                if np.isfinite(bound):
                    words = f"centre of mass of {body.name}: {'xyz'[axis]} = {bound:.4g} m"
                    yield {int(body.places[6 + axis]): side / size, m: -side * bound / size}, 0.0, body.name, words


def _numbers(bodies: Sequence[BodyPrior], scalars: Sequence[ScalarPrior], bounds: Bounds) -> Iterator[Row]:
    known = {one.name: (one.place, one.scale, one.name) for one in scalars}
    for body in bodies:
        for element, place, value in zip(INERTIAL_NAMES, body.places, body.standard, strict=True):
            known[f"{element}_{body.name}"] = (int(place), abs(value) or 1.0, body.name)
    for name, pair in bounds.numbers.items():
        place, size, owner = known[name]
        for side, bound in zip((1, -1), pair, strict=True):
            if np.isfinite(bound):
                yield {place: side / size}, side * bound / size, owner, f"{name} = {bound:.4g}"
