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
from parados.topology.coaxial_joints import Motions
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
    """Positions of joints and dependent coordinates near the wanted configuration, compared by their motions.

    Attributes
    ----------
    values : (n_u,) where the file names none, such that the motion that follows is 0
    named : (n_u,) which of them the file names
    motions : how far joints move
    known : (n_u,) which of the motions follow from what the file names
    periodic : (n_u,) which motions are the same after a whole turn
    scale : (n_u,) what a difference of motions is compared with: 1 rad, or a length [m]
    """

    values: Array
    named: NDArray[np.bool_]
    motions: Motions
    known: NDArray[np.bool_]
    periodic: NDArray[np.bool_]
    scale: Array

    @staticmethod
    def of(mechanism: Mechanism, given: dict[str, float], dependent: tuple[str, ...], length: float) -> Guess:
        """From the file's `guess`; a dependent coordinate may be written `platform.NAME`."""
        names = [*[(j.name,) for j in mechanism.joints], *[(f"platform.{name}", name) for name in dependent]]
        found = [next((given[key] for key in keys if key in given), None) for keys in names]
        angles = [name.startswith("a") for name in dependent]
        motions = Motions.of(mechanism)
        named = np.array([value is not None for value in found])
        known = motions.known(named)
        measured = motions.measured(np.array([0.0 if value is None else value for value in found]))
        periodic = np.array([*motions.periodic, *angles], dtype=bool)
        scale = np.where([*motions.turning, *angles], 1.0, length)
        return Guess(motions.unknowns(np.where(known, measured, 0.0)), named, motions, known, periodic, scale)

    def distance(self, u: Array, others: float = 0.0) -> Array:
        """(N,) distances of configurations (N, n_u) from the guess; NaN counts as `MISSING`.

        others : weight of what the file does not name, whose values are compared with 0
        """
        v, wanted = self.motions.measured(u), self.motions.measured(self.values)
        away = np.where(self.periodic, nearest_turn(v, wanted), v) - wanted
        squares = (away / self.scale) ** 2 * np.where(self.known, 1.0, others)
        return np.asarray(np.where(np.isfinite(v), squares, MISSING).sum(axis=1))

    def moved(self, u: Array, other: Array) -> NDArray[np.bool_]:
        """(n_u,) or (N, n_u) which unknowns belong to motions that differ between configurations, whole turns apart."""
        v, w = self.motions.measured(u), self.motions.measured(other)
        return self.motions.entering(np.abs(np.where(self.periodic, nearest_turn(v, w), v) - w) > SAME)

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
    starts = modes.solver.scattered(guess.values, TRIES, rng)
    x = np.tile(modes.home, (TRIES, 1))
    u, closed = modes.solver.close(x, starts)
    yield from u[closed]


def _distinct(configurations: list[Array], guess: Guess) -> list[Array]:
    kept: list[Array] = []
    for u in configurations:
        if not any(guess.same(u, other) for other in kept):
            kept.append(u)
    return kept
