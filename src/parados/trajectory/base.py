"""Base class of all trajectories: a motion x(t) with its derivatives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import ReadOnlyArrays, file_path, text, whole
from parados.spatial.states import States
from parados.text.result_display import Display, Shown
from parados.trajectory.extremes import Limits, limits_of
from parados.trajectory.motion_arguments import in_range
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.power_sums import OneState

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.model import Model
    from parados.model.surveyed_robot import SurveyedRobot
    from parados.studio.scene_page import ScenePage

__all__ = ["States", "Trajectory"]

Array = NDArray[np.float64]

STEP = 1e-6
"""Step of the finite difference that gives the slope of the highest derivative, as a part of the duration."""

REST = 1e-12
"""Rate over the largest one of its coordinate below which it is round-off where two pieces of a motion meet, or at its ends."""

MOST_SAMPLES = 10_000_000
"""Largest number of instants at which a motion is sampled in one call."""


class Trajectory(ReadOnlyArrays, Shown, ABC):
    """A motion between two instants.

    Attributes
    ----------
    n : number of entries of x
    n_rates : number of entries of xd and xdd; one less than n where x holds a quaternion, n otherwise
    start : [s]; zero, unless the motion was given with its times
    duration : [s]
    """

    highest_derivative = 3

    def __init__(self, n: int, duration: float, start: float = 0.0, n_rates: int | None = None) -> None:
        self.n = n
        self.n_rates = n if n_rates is None else n_rates
        self.start = start
        self.duration = duration

    @property
    def times(self) -> tuple[float, float]:
        """Return the first and the last instant [s]."""
        return self.start, self.start + self.duration

    @property
    def breaks(self) -> Array:
        """(k,) instants between which the motion is smooth, including both ends [s]."""
        return np.array(self.times)

    @abstractmethod
    def _derivative(self, t: Array, k: int) -> Array:
        """Return the k-th derivative (N, n) at checked times (N,); at a jump, the value after the jump."""

    def slope(self, t: Array, k: int) -> Array:
        """Return the time derivative (N, .) of `derivative(t, k)` at t (N,) [s]."""
        if k < self.highest_derivative:
            return self._derivative(t, k + 1)
        before, after = (np.clip(t + side * STEP * self.duration, *self.times) for side in (-1, 1))
        return np.asarray((self._derivative(after, k) - self._derivative(before, k)) / (after - before)[:, None])

    def derivative(self, t: ArrayLike, k: int) -> Array:
        """Return the k-th time derivative (n,) or (N, n), k = 0 (position) to 3 (jerk) [m/s^k or rad/s^k]."""
        whole("k", k, 0, self.highest_derivative, "the order of a derivative")
        times = in_range("t", t, *self.times)
        instants = np.atleast_1d(times)
        values = self._derivative(instants, k)
        values = self._at_rest(instants, values) if k == 1 else values
        return values[0] if isinstance(times, float) else values

    def __call__(self, t: ArrayLike) -> States:
        """Return x, xd, xdd at one time () or at N times (N,) [s]."""
        times = in_range("t", t, *self.times)
        if isinstance(times, float):
            x, xd, xdd = (np.array(part) for part in self._at(times))
            return States(x, np.where(self._rests[times], 0.0, xd) if times in self._rests else xd, xdd)
        x, xd, xdd = self._states(times)
        return States(x, self._at_rest(times, xd), xdd)

    @cached_property
    def _rests(self) -> dict[float, NDArray[np.bool_]]:
        """Instants [s] at which rates are zero but for round-off, and which ones (n_rates,).

        The sign of such a rate has no meaning, but dry friction would follow it.
        """
        breaks = np.array([self.times[0], *self.breaks[1:-1], self.times[1]])
        inside = [breaks[:-1] + part * np.diff(breaks) for part in (0.3, 0.5, 0.8)]
        rates = np.abs(self._states(np.concatenate([breaks, *inside])).xd)
        resting = rates[: len(breaks)] <= REST * rates.max(axis=0)
        return {float(t): still for t, still in zip(breaks, resting, strict=True) if still.any()}

    def _at_rest(self, t: Array, xd: Array) -> Array:
        """Return the rates (N, n_rates) at times (N,) with zeros where they are round-off."""
        if not self._rests:
            return xd
        instants, resting = np.array(list(self._rests)), np.array(list(self._rests.values()))
        nearest = np.searchsorted(instants, t).clip(max=len(instants) - 1)
        return np.where((instants[nearest] == t)[:, None] & resting[nearest], 0.0, xd)

    def _states(self, t: Array) -> States:
        """Return x, xd, xdd at checked times (N,). A subclass that computes them together overrides this."""
        return States(*(self._derivative(t, k) for k in range(3)))

    def _at(self, t: float) -> OneState:
        """Return x, xd, xdd at one checked time: the row that `_states` has there, up to round-off.

        A subclass overrides this with plain floats, which are faster than arrays of one row.
        """
        x, xd, xdd = self._states(np.array([t]))
        return x[0].tolist(), xd[0].tolist(), xdd[0].tolist()

    def sample(self, count: int = 501) -> tuple[Array, States]:
        """Return `count` >= 2 equidistant times (count,) [s] from the first to the last instant, and the states at them."""
        t = np.linspace(*self.times, whole("count", count, 2, MOST_SAMPLES, "a whole number of samples"))
        return t, self(t)

    def table(self, t: ArrayLike) -> MotionTable:
        """Return a table with the states at times (N,) [s], one row for each time."""
        times = np.atleast_1d(in_range("t", t, *self.times))
        return MotionTable(times, *self(times))

    def limits(self) -> Limits:
        """Return the extreme values of x, |xd| and |xdd| of each coordinate, and the times at which they occur."""
        return limits_of(self)

    def _display(self) -> Display:
        from parados.trajectory.motion_display import motion_display

        return motion_display(self)

    def plot(self, labels: Sequence[str] | None = None, title: str = "") -> Figure:
        """Plot x, xd and xdd over time; `labels` are the names of the coordinates, e.g. `model.labels["x"]`."""
        from parados.trajectory.trajectory_figure import motion_figure

        return motion_figure(self, labels, text("title", title))

    def show(
        self,
        robot: Model | SurveyedRobot,
        path: str | Path | None = None,
        *,
        mode: ArrayLike | None = None,
        fps: float = 30.0,
        title: str = "",
    ) -> ScenePage:
        """Return a page on which a robot moves so; a notebook shows it, and it works offline (needs the extra studio).

        robot : the robot, or its model, whose coordinates the motion has;  mode : working mode
        path : file to write the page to, such as "motion.html";  fps : pictures for each second;  title : of the page
        """
        from parados.text.scene_door import page_of_motion

        return page_of_motion(self, robot, mode=mode, path=path, fps=fps, title=title)

    def save(self, path: str | Path, count: int = 501, labels: Sequence[str] | None = None) -> None:
        """Write `count` samples to a CSV file with all digits: columns t, then x, xd, xdd with the names of the coordinates.

        With `labels=model.labels["x"]`, `parados run` accepts the file.
        """
        from parados.trajectory.writing import save_csv

        save_csv(self, file_path("path", path), count, labels)
