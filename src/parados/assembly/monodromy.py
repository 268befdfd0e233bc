"""Find all solutions at general complex parameters from a few ones: move the parameters along closed loops (monodromy).

A loop of the parameters around branch points permutes the solutions. From one solution, loops reach all solutions that lie on
the same irreducible part of the solution set; a set that no loop enlarges is complete there. Sampled configurations and random
starts give solutions of other parts. The set counts as complete if neither loops nor new random starts enlarge it: this is
likely, not proven.

References
----------
Duff, Hill, Jensen, Lee, Leykin, Sommars, Solving polynomial systems via homotopy continuation and monodromy, IMA Journal of
Numerical Analysis 39 (2019).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.assembly.parameter_paths import Pace, ParameterPaths

__all__ = ["CLOSE", "Population", "different", "populate"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

PACE = Pace(1e-5, 1e-3, 1e-6)
"""Pace of loops: lost paths do no harm, a path that jumps to another one still ends at a solution."""

QUIET, FEW_QUIET = 8, 16
"""Number of loops without a new solution after which the set counts as complete; the second one for fewer than 8 solutions."""

MOST_WORK = 8e8
"""Largest number of operations on complex numbers that loops may take: a few seconds."""

CLOSE = 1e-6
"""Solutions closer than this are the same [rad, or relative to 1 + |y|]."""


class Population(NamedTuple):
    """Solutions y (k, n) at general parameters q (n_a,), and how they were found.

    loops : number of loops;  settled : True if the last loops and random starts brought no new solution
    """

    y: Complex
    q: Complex
    loops: int
    settled: bool


def different(y: Complex, turns: NDArray[np.bool_], held: int = 0) -> list[int]:
    """Return the indices of solutions (k, n) that differ from all earlier ones; whole turns do not count.

    held : number of solutions at the beginning that are known to differ
    """
    kept = list(range(held))
    real, imaginary = np.where(turns, np.exp(1j * y.real), y.real), y.imag
    scale = np.where(turns, 1.0, 1 + np.abs(y))
    for k in range(held, len(y)):
        gaps = np.maximum(np.abs(real[kept] - real[k]), np.abs(imaginary[kept] - imaginary[k])) / scale[k]
        if not (gaps.max(axis=1, initial=0.0) < CLOSE).any():
            kept.append(k)
    return kept


def populate(
    paths: ParameterPaths, seeds: tuple[Complex, Complex], general: Callable[[], Complex], more: Callable[[Complex], Complex]
) -> Population:
    """Collect all solutions at general parameters.

    seeds : solutions (k, n), each at its own parameters (k, n_a);  general : draws general complex parameters (n_a,)
    more : function from parameters (n_a,) to other solutions (k, n) there at each call
    """
    q = general()
    ends = paths.follow(*seeds, q, PACE)
    y = _with_new(paths, np.zeros((0, paths.n), dtype=complex), ends.y[ends.t >= 1], q)
    y = _with_new(paths, y, more(q), q)
    quiet, loops, work = 0, 0, 0.0
    while len(y) and work < MOST_WORK:
        moved, here = y, q
        for there in (general(), general(), q):
            ends = paths.follow(moved, here, there, PACE)
            work += len(moved) * paths.work
            if work > MOST_WORK:
                break
            moved, here = ends.y[ends.t >= 1], there
        else:
            larger = _with_new(paths, y, moved, q)
            quiet = quiet + 1 if len(larger) == len(y) else 0
            y, loops = larger, loops + 1
        if quiet >= (QUIET if len(y) >= 8 else FEW_QUIET):
            larger = _with_new(paths, y, more(q), q)
            if len(larger) == len(y):
                return Population(y, q, loops, True)
            y, quiet = larger, 0
    return Population(y, q, loops, False)


def _with_new(paths: ParameterPaths, y: Complex, more: Complex, q: Complex) -> Complex:
    """Add refined regular solutions at parameters q (n_a,) to a set (k, n) without repetition."""
    with np.errstate(all="ignore"):
        refined, size = paths.refined(more, q)
    size = np.where(paths.is_far(refined), np.inf, size)
    both = np.concatenate([y, refined[size < 1e-9]])
    return np.asarray(both[different(both, paths.turns, len(y))])
