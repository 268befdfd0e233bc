"""Choose the closed configuration of a numeric geometry at home.

A mechanism can close in several ways at one pose. The chosen configuration obeys the signs that the file fixes (`branch`,
`mode`). If several of those found obey them, it is the one nearest to `guess`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.geometry.closing_search import ClosingSearch
from parados.geometry.numeric import NumericInverse
from parados.geometry.numeric_modes import NumericModes
from parados.geometry.placements import Placements
from parados.geometry.unwinding import unwound
from parados.geometry.working_modes import nearest_signs
from parados.spatial.turns import nearest_turn
from parados.topology.axis_motions import Guess

__all__ = ["HomeAssembly", "choose_assembly", "nearest_to_names", "other_assemblies"]

Array = NDArray[np.float64]

TRIES = 24
"""Number of random starts in the search for other assemblies."""

NEAR = 0.5
"""Distance of a joint from its position in the guess below which no nearer assembly is searched [rad, sizes of the mechanism]."""


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
    modes = NumericModes(placements, home, first, guess.values)
    others = other_assemblies(modes.solver, home, guess, rng) if not placements.complete else ()
    closed = _distinct([first, *[unwound(modes.solver, home, u, guess.values) for u in others]], guess)
    found: list[tuple[Array, Array]] = []
    for u in closed:
        here = NumericModes(placements, home, u, guess.values)
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
    free, chosen = found[guess.nearest(np.array([u for _, u in found]), undecided=True)]
    rest = [u for _, u in found if not guess.same(u, chosen)]
    return HomeAssembly(chosen, free, np.array(_distinct(rest, guess)).reshape(-1, len(chosen)))


def _nearest(modes: NumericModes, guess: Guess) -> Array:
    """(n_free,) signs of the free choices for which the legs are nearest to the guess, at a fixed pose of the platform."""
    placements = modes.placements

    def nearest(trials: Array) -> int:
        return guess.nearest(np.array([modes.at_home_pose(placements.all_signs(signs)) for signs in trials]))

    return nearest_signs(placements.geometry, nearest)


def other_assemblies(solver: NumericInverse, home: Array, guess: Guess, rng: np.random.Generator) -> Array:
    """(k, n_u) closed configurations at home, found by Newton's method from random starts; some may be equal.

    home : (n_given,) pose and live parameters;  guess : the starts are scattered around it
    """
    u, closed = solver.close(np.tile(home, (TRIES, 1)), solver.scattered(guess.values, TRIES, rng))
    return u[closed]


def nearest_to_names(
    solver: NumericInverse, home: Array, first: Array, guess: Guess, joints: Sequence[int], rng: np.random.Generator
) -> Array:
    """(n_u,) closed configuration at home in which given joints are near the positions that the file names for them.

    The search starts from these positions and random ones of the other joints, and ends when the joints are `NEAR` them.

    first : (n_u,) any closed configuration at home; it is returned if none with nearer joints is found
    """
    best, least = first, _farthest(solver, first, guess, joints)
    for start in solver.scattered(guess.values, TRIES, rng):
        if least < NEAR:
            return best
        closed, u = ClosingSearch(solver).from_nothing(home, np.where(guess.named, guess.values, start), rng, tries=1)
        far = _farthest(solver, u, guess, joints)
        if closed and far < least:
            best, least = u, far
    return best


def _farthest(solver: NumericInverse, u: Array, guess: Guess, joints: Sequence[int]) -> float:
    """Return the largest distance of given joints from the guess [rad, or sizes of the mechanism]."""
    mechanism, own = solver.geometry.mechanism, list(joints)
    turning, wanted = mechanism.periodic[own], guess.values[own]
    away = np.where(turning, nearest_turn(u[own], wanted), u[own]) - wanted
    return float(np.abs(away / np.where(turning, 1.0, mechanism.size)).max())


def _distinct(configurations: list[Array], guess: Guess) -> list[Array]:
    """Return each configuration once."""
    kept: list[Array] = []
    for u in configurations:
        if not any(guess.same(u, other) for other in kept):
            kept.append(u)
    return kept
