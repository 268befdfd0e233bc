"""Motion on straight lines through points, with rest at every point."""

from __future__ import annotations

from math import floor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import number, positive, table
from parados.trajectory.base import Trajectory
from parados.trajectory.chain_rule import straight_at
from parados.trajectory.power_sums import OneState
from parados.trajectory.speed_laws import law_over

__all__ = ["PointByPoint", "point_by_point"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-12
"""Distance from a corner, as a part of an edge, below which the motion is exactly at the corner and at rest."""


class PointByPoint(Trajectory):
    """Motion x = points[i] + s(t) (points[i + 1] - points[i]) on edge i, with a scalar law s from 0 to 1, then a stop [s]."""

    def __init__(self, points: Array, law: Trajectory, stop: float) -> None:
        self.points, self.law, self.stop = points, law, stop
        self.edge = law.duration + stop
        super().__init__(points.shape[1], (len(points) - 1) * self.edge)

    @property
    def breaks(self) -> Array:
        starts = self.edge * np.arange(len(self.points) - 1)
        return np.unique(np.append(np.add.outer(starts, self.law.breaks), self.times[1]))

    def _derivative(self, t: Array, k: int) -> Array:
        edge = np.clip(np.floor(t / self.edge + ROUND_OFF), 0, len(self.points) - 2).astype(int)
        travel, slack = self.law.duration, ROUND_OFF * self.edge
        since = t - edge * self.edge
        within = np.where(since < slack, 0.0, np.where(since > travel - slack, travel, since))
        moved = self.law._derivative(within, k) * (self.points[edge + 1] - self.points[edge])
        if k == 0:
            return np.asarray(self.points[edge] + moved)
        return np.where((within == travel)[:, None] & (self.stop > 0), 0.0, moved)

    def _at(self, t: float) -> OneState:
        edge = min(max(floor(t / self.edge + ROUND_OFF), 0), len(self.points) - 2)
        travel, slack = self.law.duration, ROUND_OFF * self.edge
        since = t - edge * self.edge
        within = 0.0 if since < slack else travel if since > travel - slack else since
        s = self.law._at(within)
        if within == travel and self.stop > 0:
            s = s[0], [0.0], [0.0]
        return straight_at(self.points[edge], self.points[edge + 1] - self.points[edge], s)


def point_by_point(points: ArrayLike, travel: float, *, stop: float = 0.0, law: str = "quintic") -> Trajectory:
    """Build a motion from each of the points (k, n), k >= 2, to the next.

    Parameters
    ----------
    travel : duration of the motion on each edge [s]
    stop : duration of the stop after each edge [s]
    law : law of each edge, as in `point_to_point`
    """
    pause = number("stop", stop, 0.0, expected="a time of at least 0 s")
    return PointByPoint(table("points", points, 2), law_over(1.0, positive("travel", travel), law), pause)
