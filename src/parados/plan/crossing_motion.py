"""A planned motion through singularities, and its efforts compared with those of the naive motion."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import real_array, shown, text, vector, whole
from parados.errors import InputError
from parados.geometry.working_modes import Mode
from parados.model.joint_turns import TurnsAlong
from parados.model.model import Model
from parados.plan.platform_trajectory import PlatformTrajectory
from parados.plan.quaternion_crossing import QuaternionTrajectory
from parados.singularity.criteria import CrossingCriterion, free_motions
from parados.spatial.states import States
from parados.text.numbers import number, number_list
from parados.text.result_display import Display, Shown, Table
from parados.trajectory.base import Trajectory

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from parados.studio.scene_page import ScenePage

__all__ = ["CrossingMotion", "Passage", "efforts_along"]

Array = NDArray[np.float64]

SAMPLES = 1001
BESIDE = (1e-3, 1e-6, 1e-9)
"""Times before and after a singular instant at which efforts are compared [s]."""


CONVERGED = 1e-3
"""Largest relative difference between the efforts 1 us and 1 ns from a singular instant."""


@dataclass(frozen=True)
class Passage(Shown):
    """A singular instant of a planned motion: time [s], pose, velocity, acceleration, and the criterion that holds there."""

    time: float
    x: Array
    xd: Array
    xdd: Array
    criterion: CrossingCriterion

    def _display(self) -> Display:
        vectors = {"x": self.x, "xd": self.xd, "xdd": self.xdd}
        facts = {"time": f"{number(self.time)} s", **{name: f"({number_list(value)})" for name, value in vectors.items()}}
        facts["criterion"] = f"{self.criterion.equation}, holds to {self.residual:.1e}"
        return Display("Passage through a singularity", facts, sentences=self.criterion.summary(), picture=self.criterion.draw)

    @property
    def residual(self) -> float:
        """The largest violation of the criteria, divided by |t_s| |f|."""
        return float(np.abs(self.criterion.relative(self.xd, self.xdd)).max())


@dataclass(frozen=True)
class CrossingMotion(Shown):
    """A planned motion through singularities.

    Attributes
    ----------
    model, mode : the model and working mode of the trajectories
    trajectory : x, xd, xdd over time;  naive : the point-to-point motion (D.13) of the same duration
    passages : the singular instants, in their order
    original, modes : only if a leg changes its working mode: the model given to `cross`, and its modes before and after.
        `model` and the trajectories are then in joint coordinates of that leg. If the orientation of the model given to `cross`
        is a quaternion, it is `original`, and `model` and the trajectories are in angles
    how : how an optimal motion was found, in a sentence
    """

    model: Model
    mode: ArrayLike | None
    trajectory: Trajectory
    naive: Trajectory
    passages: tuple[Passage, ...]
    original: Model | None = None
    modes: tuple[Mode, Mode] | None = None
    how: str = ""

    def __call__(self, t: ArrayLike) -> States:
        """Return x, xd, xdd of the model given to `cross`, at times t [s]."""
        return self.platform(t)

    @property
    def duration(self) -> float:
        """Duration of the motion [s]."""
        return self.trajectory.duration

    @cached_property
    def platform(self) -> Trajectory:
        """Return x, xd, xdd of the model given to `cross`, at times t [s]."""
        if self.original is None:
            return self.trajectory
        if self.original.mechanism.platform.is_quaternion:
            return QuaternionTrajectory(self.model, self.trajectory, self.mode)
        return PlatformTrajectory(self.original, self.model, self.trajectory, self.mode)

    def efforts(self, t: ArrayLike) -> Array:
        """Return (n_a,) or (N, n_a) efforts of the actuators at times t [s]; at a singular instant their limit."""
        return efforts_along(self.model, self.trajectory, t, self.mode)

    def naive_efforts(self, t: ArrayLike) -> Array:
        """Return (N, n_a) efforts of the naive motion: NaN at its singular instants, without bound near them."""
        return self._quietly(self.naive, t)

    def _quietly(self, motion: Trajectory, t: ArrayLike) -> Array:
        """Return (N, n_a) efforts; NaN, without a warning, if they are not finite."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return efforts_along(self.model, motion, np.atleast_1d(real_array("t", t)), self.mode)

    @cached_property
    def times(self) -> Array:
        """Sampled instants, including the singular ones [s]."""
        return np.union1d(np.linspace(*self.trajectory.times, SAMPLES), [p.time for p in self.passages])

    @cached_property
    def peak(self) -> Array:
        """(n_a,) largest efforts of the planned motion."""
        return np.asarray(np.abs(self.efforts(self.times)).max(axis=0))

    @cached_property
    def rms(self) -> Array:
        """(n_a,) root mean square efforts of the planned motion."""
        return np.sqrt(np.mean(self.efforts(self.times) ** 2, axis=0))

    @cached_property
    def naive_crossings(self) -> tuple[float, ...]:
        """Instants of the naive motion at which locked actuators do not hold the robot, so that its efforts are unbounded [s]."""
        from parados.singularity.path_crossings import crossings

        found = crossings(self.model, self.naive, mode=self.mode)
        return tuple(c.at for c in found if len(free_motions(self.model, c.x, self.mode)[0]))

    @cached_property
    def naive_peak(self) -> Array:
        """(n_a,) largest efforts of the naive motion, sampled at least 1 us from its singular instants."""
        near = [at + s for at in self.naive_crossings for s in (-1e-6, 1e-6)]
        inside = np.clip(np.union1d(self.times, near), *self.naive.times)
        away = [t for t in inside if all(abs(t - at) >= 0.999e-6 for at in self.naive_crossings)]
        return np.asarray(np.nanmax(np.abs(self.naive_efforts(np.array(away))), axis=0))

    def approach(self, passage: int = 0, beside: ArrayLike = BESIDE) -> tuple[Array, Array]:
        """Return the efforts (k, n_a) before and (k, n_a) after a singular instant of the planned motion.

        passage : number of the singular instant;  beside : (k,) times from the instant [s]
        """
        whole("passage", passage, 0, len(self.passages) - 1, "the number of a passage")
        t = self.passages[passage].time
        steps = np.minimum(_steps(beside), 0.5 * min(t, self.trajectory.times[1] - t))
        return self.efforts(t - steps), self.efforts(t + steps)

    def why_not_finite(self) -> str | None:
        """Return a sentence about the first singular instant at which the efforts do not converge, or None.

        The efforts must converge to the same limit before and after the instant.
        """
        for k, passage in enumerate(self.passages):
            before, after = self.approach(k)
            at = self._quietly(self.trajectory, [passage.time])[0]
            steps = [before[2] - before[1], after[2] - after[1], before[2] - at, after[2] - at]
            if not np.abs(steps).max() <= CONVERGED * max(float(np.abs([before, after]).max()), 1e-300):
                return f"the efforts do not converge to one value at the singularity at {passage.time:.4g} s"
        return None

    def naive_approach(self, passage: int = 0, beside: ArrayLike = BESIDE) -> tuple[Array, Array]:
        """Return the efforts (k, n_a) before and (k, n_a) after a singular instant of the naive motion.

        passage : number of the instant in `naive_crossings`;  beside : (k,) times from the instant [s]
        """
        whole("passage", passage, 0, len(self.naive_crossings) - 1, "the number of a passage")
        t = self.naive_crossings[passage]
        first, last = self.naive.times
        steps = np.minimum(_steps(beside), min(t - first, last - t))
        return self.naive_efforts(t - steps), self.naive_efforts(t + steps)

    def summary(self) -> str:
        """Describe the motion in sentences, with its singular instants and peak efforts."""
        names, lines = self.model.actuated_names, self._crossed()
        where = ", 1 us from the singularity" if self.naive_crossings else ""
        for name, peak, naive in zip(names, self.peak, self.naive_peak, strict=True):
            lines.append(f"{name}: peak effort {peak:.4g}; naive motion: {naive:.4g}{where}.")
        return "\n".join([*lines, self.how] if self.how else lines)

    def _crossed(self) -> list[str]:
        """Describe each singular instant in a sentence."""
        lines = [
            f"Crosses at {p.time:.6g} s, x = {np.round(p.x, 6).tolist()}, with xd = {np.round(p.xd, 6).tolist()} and "
            f"xdd = {np.round(p.xdd, 6).tolist()}; criterion {p.criterion.equation} holds to {p.residual:.1e}."
            for p in self.passages
        ]
        return lines or ["Meets no singularity in which a criterion must hold."]

    def _display(self) -> Display:
        rows = [
            [name, *[f"{value:.4g}" for value in values]]
            for name, *values in zip(self.model.actuated_names, self.peak, self.rms, self.naive_peak, strict=True)
        ]
        table = Table(["actuator", "peak effort", "RMS effort", "peak of the naive motion"], rows, "Efforts [N or N m]")
        facts = {"duration": f"{number(self.duration)} s", "singularities crossed": len(self.passages)}
        return Display("Motion through singularities", facts, [table], "\n".join([*self._crossed(), self.how]), self.plot)

    def show(self, path: str | Path | None = None, *, fps: float = 30.0, title: str = "") -> ScenePage:
        """Return a page on which the robot moves beside a ghost that takes the naive motion; it works offline.

        A notebook shows the page. It needs the extra studio.

        path : file to write the page to, such as "motion.html";  fps : pictures for each second;  title : of the page
        """
        from parados.text.scene_door import page_of_motion

        return page_of_motion(self, path=path, fps=fps, title=title)

    def plot(self, title: str = "") -> Figure:
        """Draw the efforts of the planned and of the naive motion, one panel for each actuator."""
        from parados.plan.crossing_figure import efforts_figure

        return efforts_figure(self, text("title", title))


def _steps(beside: ArrayLike) -> Array:
    """Check that times (k,) are not negative, and return them [s]."""
    steps = vector("beside", beside)
    if (steps < 0).any():
        raise InputError(f"beside: times of at least 0 s are expected, not {shown(beside)}")
    return steps


def efforts_along(model: Model, motion: Trajectory, t: ArrayLike, mode: ArrayLike | None, friction: bool = True) -> Array:
    """Return the efforts at times t [s] of a motion; at a singularity they are a limit, found with the motion's jerk."""
    sampled = motion(t)
    jerk = motion.derivative(t, 3)
    own = TurnsAlong(model, lambda t: motion(t).x, motion.times, mode).at(np.atleast_1d(t), np.atleast_2d(sampled.x))
    return own.inverse_dynamics(sampled.x, sampled.xd, sampled.xdd, mode=mode, friction=friction, jerk=jerk)
