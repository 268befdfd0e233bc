"""Choose the closed configuration of a numeric geometry at home.

A mechanism closes in several ways at one pose. The configuration that is taken obeys the signs that the file fixes
(`branch`, `mode`) and is, among those found, the nearest one to `guess`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric_modes import NumericModes
from parados.geometry.placements import Placements
from parados.geometry.working_modes import nearest_signs
from parados.spatial.turns import nearest_turn
from parados.topology.mechanism import Mechanism

__all__ = ["Guess", "HomeAssembly", "choose_assembly"]

Array = NDArray[np.float64]

TRIES = 24
"""Random starts from which other assemblies are looked for."""

SAME = 1e-6
"""Unknowns [rad, m] that differ by less belong to one configuration."""

MISSING = 1e6
"""Distance that a joint without a real position adds."""

TIES = 1e-9
"""Weight of what the guess does not name when assemblies are compared: it decides between equal ones only."""


@dataclass(frozen=True)
class Guess:
    """Positions of joints and dependent coordinates near the wanted configuration.

    Attributes
    ----------
    values : (n_u,) 0 where the file names none
    named : (n_u,) which of them the file names
    periodic : (n_u,) which of them are the same after a whole turn
    scale : (n_u,) what a difference is compared with: 1 rad, or a length [m]
    """

    values: Array
    named: NDArray[np.bool_]
    periodic: NDArray[np.bool_]
    scale: Array

    @staticmethod
    def of(mechanism: Mechanism, given: dict[str, float], dependent: tuple[str, ...], length: float) -> Guess:
        """From the file's `guess`; a dependent coordinate may be written `platform.NAME`."""
        names = [*[(j.name,) for j in mechanism.joints], *[(f"platform.{name}", name) for name in dependent]]
        found = [next((given[key] for key in keys if key in given), None) for keys in names]
        angles = [name.startswith("a") for name in dependent]
        units = [joint.unit for joint in mechanism.joints] + ["rad" if angle else "m" for angle in angles]
        values = np.array([0.0 if value is None else value for value in found])
        named = np.array([value is not None for value in found])
        periodic = np.array([*mechanism.periodic, *angles], dtype=bool)
        return Guess(values, named, periodic, np.array([1.0 if unit == "rad" else length for unit in units]))

    def distance(self, u: Array, others: float = 0.0) -> Array:
        """(N,) distances of configurations (N, n_u) from the guess; NaN counts as `MISSING`.

        others : weight of what the file does not name, whose values are compared with 0
        """
        away = np.where(self.periodic, nearest_turn(u, self.values), u) - self.values
        squares = (away / self.scale) ** 2 * np.where(self.named, 1.0, others)
        return np.asarray(np.where(np.isfinite(u), squares, MISSING).sum(axis=1))

    def moved(self, u: Array, other: Array) -> NDArray[np.bool_]:
        """(n_u,) or (N, n_u) which unknowns differ between configurations, whole turns apart."""
        return np.asarray(np.abs(np.where(self.periodic, nearest_turn(u, other), u) - other) > SAME)

    def same(self, u: Array, other: Array) -> bool:
        """Whether two configurations agree, whole turns apart."""
        return not self.moved(u, other).any()


@dataclass(frozen=True)
class HomeAssembly:
    """The configuration that is taken at home.

    unknowns : (n_u,);  signs : (n_free,) its free choices;  others : (k, n_u) what else was found to close there
    """

    unknowns: Array
    signs: Array
    others: Array


def choose_assembly(
    placements: Placements, home: Array, first: Array, guess: Guess, wanted: Array | None, rng: np.random.Generator
) -> HomeAssembly | None:
    """The assembly nearest to the guess; None where no configuration obeys the branches and the mode.

    first : (n_u,) any closed configuration at home;  wanted : (n_free,) signs of the file's mode, None to let the guess decide
    """
    modes = NumericModes(placements, home, first)
    closed = _distinct([first, *(_others(modes, guess, rng) if not placements.complete else ())], guess)
    found: list[tuple[Array, Array]] = []
    for u in closed:
        here = NumericModes(placements, home, u)
        free = _nearest(here, guess) if wanted is None else wanted
        placed = (here.at_home_pose if wanted is None else here.at_home)(placements.all_signs(free))
        if np.isfinite(placed).all():
            found.append((free, placed))
    if not found and not placements.complete:  # the unknowns without equations have to change as well
        free = np.ones(len(placements.geometry.free_choices)) if wanted is None else wanted
        placed = modes.at_home(placements.all_signs(free))
        found = [(free, placed)] if np.isfinite(placed).all() else []
    if not found:
        return None
    best = int(np.argmin(guess.distance(np.array([u for _, u in found]), TIES)))
    free, chosen = found[best]
    rest = [u for _, u in found if not guess.same(u, chosen)]
    return HomeAssembly(chosen, free, np.array(_distinct(rest, guess)).reshape(-1, len(chosen)))


def _nearest(modes: NumericModes, guess: Guess) -> Array:
    """Signs of the free choices that bring the legs nearest to the guess while the platform stands still."""
    placements = modes.placements

    def distance(trials: Array) -> Array:
        return guess.distance(np.array([modes.at_home_pose(placements.all_signs(signs)) for signs in trials]))

    return nearest_signs(placements.geometry, distance)


def _others(modes: NumericModes, guess: Guess, rng: np.random.Generator) -> Iterator[Array]:
    """Closed configurations at home from random starts."""
    n = len(guess.values)
    spread = np.where(modes.solver.turning, np.pi, modes.solver.length)
    starts = guess.values + rng.uniform(-1, 1, (TRIES, n)) * spread
    x = np.tile(modes.home, (TRIES, 1))
    u, closed = modes.solver.close(x, starts)
    yield from u[closed]


def _distinct(configurations: list[Array], guess: Guess) -> list[Array]:
    kept: list[Array] = []
    for u in configurations:
        if not any(guess.same(u, other) for other in kept):
            kept.append(u)
    return kept
