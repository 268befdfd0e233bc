"""Choose the closed configuration of a numeric geometry at home.

A mechanism can close in several ways at one pose. The chosen configuration obeys the signs that the file fixes (`branch`,
`mode`). If several of those found obey them, it is the one nearest to `guess`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric import NumericInverse
from parados.geometry.numeric_modes import NumericModes
from parados.geometry.placements import Placements
from parados.geometry.working_modes import nearest_signs
from parados.spatial.turns import nearest_turn
from parados.topology.axis_motions import Motions
from parados.topology.mechanism import Mechanism

__all__ = ["Guess", "HomeAssembly", "choose_assembly", "other_assemblies"]

Array = NDArray[np.float64]

TRIES = 24
"""Number of random starts in the search for other assemblies."""

SAME = 1e-6
"""Two configurations are the same if their motions [rad, m] differ by less than this."""

MISSING = 1e6
"""Distance that is added for each joint without a real position."""

TIES = 1e-9
"""Weight of the unknowns that the guess does not name; so small that it only decides between equally near assemblies."""


@dataclass(frozen=True)
class Guess:
    """Positions of joints and dependent coordinates near the wanted configuration, compared by their motions.

    Attributes
    ----------
    values : (n_u,) positions [rad or m]; an unknown that the file does not name has the position at which its motion is 0
    named : (n_u,) True for the unknowns that the file names
    motions : conversion between joint positions and motions
    known : (n_u,) True for the motions that depend only on named unknowns
    periodic : (n_u,) True for the motions that return to the same position after a whole turn
    scale : (n_u,) unit of distance: 1 rad, or a length [m]
    """

    values: Array
    named: NDArray[np.bool_]
    motions: Motions
    known: NDArray[np.bool_]
    periodic: NDArray[np.bool_]
    scale: Array

    @staticmethod
    def of(mechanism: Mechanism, given: dict[str, float], dependent: tuple[str, ...], length: float) -> Guess:
        """Build the guess from the `guess` of the file, in which a dependent coordinate may be called `platform.NAME`."""
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

    def distance(self, u: Array, others: float | Array = 0.0) -> Array:
        """(N,) distances of configurations (N, n_u) from the guess; NaN counts as `MISSING`.

        others : weight of the motions that the file does not determine, one or (n_u,); these are compared with 0
        """
        v, wanted = self.motions.measured(u), self.motions.measured(self.values)
        away = np.where(self.periodic, nearest_turn(v, wanted), v) - wanted
        squares = (away / self.scale) ** 2 * np.where(self.known, 1.0, others)
        return np.asarray(np.where(np.isfinite(v), squares, MISSING).sum(axis=1))

    def moved(self, u: Array, other: Array) -> NDArray[np.bool_]:
        """(n_u,) or (N, n_u) True for the unknowns whose motions differ between configurations, modulo whole turns."""
        v, w = self.motions.measured(u), self.motions.measured(other)
        return self.motions.entering(np.abs(np.where(self.periodic, nearest_turn(v, w), v) - w) > SAME)

    def same(self, u: Array, other: Array) -> bool:
        """Tell whether two configurations are the same, modulo whole turns."""
        return not self.moved(u, other).any()


@dataclass(frozen=True)
class HomeAssembly:
    """The closed configuration that is chosen at home.

    Attributes
    ----------
    unknowns : (n_u,) the chosen configuration
    signs : (n_free,) its signs of the free choices
    others : (k, n_u) other closed configurations that were found at home
    """

    unknowns: Array
    signs: Array
    others: Array


def choose_assembly(
    placements: Placements, home: Array, first: Array, guess: Guess, wanted: Array | None, rng: np.random.Generator
) -> HomeAssembly | None:
    """Choose the assembly nearest to the guess; None if no configuration obeys the branches and the mode.

    first : (n_u,) any closed configuration at home
    wanted : (n_free,) signs of the file's mode; None if the file gives no mode and the guess decides
    """
    modes = NumericModes(placements, home, first)
    closed = _distinct([first, *(other_assemblies(modes.solver, home, guess, rng) if not placements.complete else ())], guess)
    found: list[tuple[Array, Array]] = []
    for u in closed:
        here = NumericModes(placements, home, u)
        free = _nearest(here, guess) if wanted is None else wanted
        placed = (here.at_home_pose if wanted is None else here.at_home)(placements.all_signs(free))
        if np.isfinite(placed).all():
            found.append((free, placed))
    if not found and not placements.complete:  # the unknowns that no equation places have to change as well
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
    """(n_free,) signs of the free choices for which the legs are nearest to the guess, at a fixed pose of the platform."""
    placements = modes.placements

    def distance(trials: Array) -> Array:
        return guess.distance(np.array([modes.at_home_pose(placements.all_signs(signs)) for signs in trials]))

    return nearest_signs(placements.geometry, distance)


def other_assemblies(solver: NumericInverse, home: Array, guess: Guess, rng: np.random.Generator) -> Array:
    """(k, n_u) closed configurations at home, found by Newton's method from random starts; some may be equal.

    home : (n_given,) pose and live parameters;  guess : the starts are scattered around it
    """
    u, closed = solver.close(np.tile(home, (TRIES, 1)), solver.scattered(guess.values, TRIES, rng))
    return u[closed]


def _distinct(configurations: list[Array], guess: Guess) -> list[Array]:
    """Return each configuration once."""
    kept: list[Array] = []
    for u in configurations:
        if not any(guess.same(u, other) for other in kept):
            kept.append(u)
    return kept
