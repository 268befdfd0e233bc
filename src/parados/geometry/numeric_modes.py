"""Configurations of a numeric geometry in a given working mode: at single poses, and along a motion.

If equations place every joint (`placements`), the pose and the signs of the mode give the configuration, and Newton's
method only refines it. Otherwise the configuration is followed from home in this mode. A joint that has changed its side
on the way is put back to the right side at the pose itself. If the loops then do not close in this mode, the pose counts
as out of reach.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.geometry.numeric import NumericInverse
from parados.geometry.placements import Placements
from parados.spatial.turns import principal

__all__ = ["NumericModes"]

Array = NDArray[np.float64]

TRIES, BATCHES = 48, 6
"""Random starts in one batch, and number of batches, in the search for a mode that does not close at the default pose."""


class NumericModes:
    """Configurations in all working modes of one robot whose geometry is numeric.

    Parameters
    ----------
    placements : equations of single joints; they define the choices of the geometry
    home, home_unknowns : (n_x,) a pose and (n_u,) the closed configuration at this pose in the default mode
    near : (n_u,) unknowns; angles whose whole turns a coupling counts are placed within half a turn of them. None for
        `home_unknowns`
    """

    def __init__(self, placements: Placements, home: Array, home_unknowns: Array, near: Array | None = None) -> None:
        self.placements = placements
        self.solver = NumericInverse(placements.geometry)
        self.home, self.home_unknowns = home, home_unknowns
        self.near = home_unknowns if near is None else near

    def at_home(self, signs: Array) -> Array:
        """(n_u,) the configuration at home with the given signs of all choices; NaN if none is found."""
        placed = self.at_home_pose(signs)
        if np.isfinite(placed).all() or self.placements.complete:
            return placed
        return self._searched(signs)

    def at_home_pose(self, signs: Array) -> Array:
        """(n_u,) the configuration at home with the given signs, with the dependent coordinates kept; NaN if none is found."""
        x, u = self.home[None], self.home_unknowns[None]
        return self.home_unknowns if self.placements.obeyed(x, u, signs).all() else self.placed(x, u, signs)[0]

    def _searched(self, signs: Array) -> Array:
        """(n_u,) configuration at home in a mode that does not close at the pose of the default mode, from random starts.

        NaN if none is found.
        """
        rng = np.random.default_rng(8)
        for _ in range(BATCHES):
            starts = self.solver.scattered(self.home_unknowns, TRIES, rng)
            found = self.placed(np.tile(self.home, (TRIES, 1)), starts, signs)
            closed = np.isfinite(found).all(axis=1)
            if closed.any():
                break
        return np.asarray(found[int(np.argmax(closed))])

    def unknowns(self, x: Array, signs: Array) -> Array:
        """(N, n_u) configurations at poses (N, n_x), with principal angles; NaN where none was found in this mode."""
        if self.placements.complete:
            found = self.placed(x, np.tile(self.home_unknowns, (len(x), 1)), signs)
            return principal(found, self.solver.periodic)
        start = self.at_home(signs)
        if not np.isfinite(start).all():
            return np.full((len(x), len(start)), np.nan)
        return self.in_mode(x, self.solver.track(x, self.home, start), signs)

    def along(self, x: Array, signs: Array) -> Array:
        """(N, n_u) configurations along a motion, each followed from the row before.

        NaN from the first row that cannot be reached from the row before.
        """
        found = np.full((len(x), self.solver.n_unknowns), np.nan)
        found[0] = self.unknowns(x[:1], signs)[0]
        for k in range(1, len(x)):
            if not np.isfinite(found[k - 1]).all():
                break
            found[k] = self.follow_row(x[k - 1], found[k - 1], x[k], signs)
        return found

    def follow_row(self, x: Array, u: Array, ahead: Array, signs: Array) -> Array:
        """(n_u,) the configuration at the pose `ahead`, followed from the closed configuration u at the pose x.

        NaN if the pose cannot be reached from there in this mode.
        """
        reached = self.solver.track(ahead[None], x, u)
        obeyed = np.isfinite(reached).all() and self.placements.obeyed(ahead[None], reached, signs).all()
        return np.asarray(reached[0] if obeyed else np.full(len(u), np.nan))

    def placed(self, x: Array, u: Array, signs: Array, near: Array | None = None) -> Array:
        """(N, n_u) configurations with every joint moved to the side of its sign and the loops closed again.

        NaN where the loops do not close.

        signs : (n_choices,) or (N, n_choices)
        near : (N, n_u) unknowns from which whole turns are counted; None for `self.near`
        """
        placed = self.placements.place(x, u, signs, self.near if near is None else near)
        result = np.full_like(placed, np.nan)
        finite = np.flatnonzero(np.isfinite(placed).all(axis=1))
        if len(finite) == 0:
            return result
        closed, good = self.solver.close(x[finite], placed[finite])
        good &= self.placements.obeyed(x[finite], closed, signs if signs.ndim == 1 else signs[finite]).all(axis=1)
        result[finite[good]] = closed[good]
        return result

    def in_mode(self, x: Array, u: Array, signs: Array) -> Array:
        """Correct the configurations that are in another mode than the given one; NaN where this fails.

        The angles of the result are principal values; whole turns that a coupling counts stay as they are followed in u.
        """
        found = np.flatnonzero(np.isfinite(u).all(axis=1))
        wrong = found[~self.placements.obeyed(x[found], u[found], signs).all(axis=1)]
        if len(wrong):
            u[wrong] = self.placed(x[wrong], u[wrong], signs, u[wrong])
        return principal(u, self.solver.periodic)
