"""A motion along a path within limits of the actuators, with the use of every limit and the active limit at every instant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import file_path, text, whole, writing
from parados.model.joint_turns import TurnsAlong
from parados.model.model import Model
from parados.plan.actuator_limits import Bounds
from parados.plan.path_points import CREEP
from parados.spatial.states import States
from parados.text.result_display import Display, Shown
from parados.trajectory.actuator_columns import actuators_along, controller_columns
from parados.trajectory.along import Along
from parados.trajectory.motion_arguments import in_range

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.studio.scene_page import ScenePage

__all__ = ["ActiveLimit", "OptimalMotion"]

Array = NDArray[np.float64]

DENSE = 17
"""Number of instants in each piece of the speed law at which the limits are compared."""

PIECES = 50
"""A speed law of at most this many pieces is divided further."""

ACTIVE = 2e-3
"""A limit is active where less than this part of it is left."""

DIFFERENCE = 1e-4
"""Step of the differences that give the jerk of the actuators, as a part of the piece of the speed law."""


class ActiveLimit(NamedTuple):
    """Part of a motion in which one limit is active: from and to a time [s] and a length, kind of limit and actuator.

    `kind` is empty where no limit is active.
    """

    start: float
    end: float
    s_start: float
    s_end: float
    kind: str
    actuator: str


@dataclass(frozen=True)
class OptimalMotion(Shown):
    """A motion along a path within limits.

    Attributes
    ----------
    trajectory : x, xd, xdd over time; its `law` is the speed law s(t), its `path` the path
    bounds : the limits (n_a,) that it keeps
    how : how it was found, in a sentence;  goal : what it minimises, in words
    """

    model: Model
    mode: ArrayLike | None
    wrench: Array | None
    trajectory: Along
    bounds: Bounds
    how: str
    goal: str = "time"

    def __call__(self, t: ArrayLike) -> States:
        """Return x, xd, xdd at times t [s]."""
        return self.trajectory(t)

    @property
    def duration(self) -> float:
        """Duration of the motion [s]."""
        return self.trajectory.duration

    def efforts(self, t: ArrayLike) -> Array:
        """Return (n_a,) or (N, n_a) efforts of the actuators at times t [s].

        At rest, dry friction has the direction of the motion that begins or ends there; `inverse_dynamics` has none at rest, so
        that its efforts may be above a limit at these two instants.
        """
        states = self.trajectory(t)
        times = np.atleast_1d(in_range("t", t, *self.trajectory.times))
        return self._efforts(times, states)

    def _efforts(self, t: Array, states: States, motion: bool = False) -> Array:
        """Return the efforts at times (N,), with the states there, (N, .) or (.); `motion`: they follow each other."""
        xd = self._moving(t, states.xd)
        model = self._along.at(t, np.atleast_2d(states.x))
        return model.inverse_dynamics(states.x, xd, states.xdd, mode=self.mode, wrench=self.wrench, motion=motion)

    @cached_property
    def _along(self) -> TurnsAlong:
        """The turns that joints make along the motion."""
        return TurnsAlong(self.model, lambda t: self.trajectory(t).x, self.trajectory.times, self.mode)

    def _moving(self, t: Array, xd: Array) -> Array:
        """Return the rates at times (N,); at rest they have the direction of the path, and hardly any size."""
        path, law = self.trajectory.path, self.trajectory.law
        missing = CREEP * path.length - law._derivative(t, 1)
        if (missing <= 0).all():
            return xd
        tangents = path._states(self.trajectory._length(law._derivative(t, 0))).xd
        return xd + (np.maximum(missing, 0.0) * tangents).reshape(xd.shape)

    @cached_property
    def edges(self) -> Array:
        """(N + 1,) instants between which the speed law is smooth; a law of few pieces is divided further [s]."""
        breaks = self.trajectory.law.breaks
        return breaks if len(breaks) > PIECES else np.union1d(breaks, np.linspace(*self.trajectory.times, 4 * PIECES + 1))

    @cached_property
    def times(self) -> Array:
        """(N, 17) instants in each piece between `edges`, just inside at its ends, where accelerations may jump [s]."""
        breaks = self.edges
        parts = np.linspace(0.0, 1.0, DENSE).clip(1e-9, 1 - 1e-9)
        return np.asarray(breaks[:-1, None] + np.diff(breaks)[:, None] * parts)

    @cached_property
    def actuators(self) -> dict[str, Array]:
        """Return q, qd, qdd, tau (N, 17, n_a) of the actuators at `times`, and the jerk qddd if it is limited."""
        t = self.times
        own = actuators_along(self.model, self.trajectory._states(t.ravel()), self.mode, self.wrench)
        if "jerk" in self.bounds.given:
            own["qddd"] = self._jerks(t)
        return {name: values.reshape(*t.shape, -1) for name, values in own.items()}

    def _jerks(self, t: Array) -> Array:
        """Return the derivative (N 17, n_a) of qdd, by differences inside each piece."""
        h = DIFFERENCE * (t[:, -1:] - t[:, :1])
        at = np.clip(t, t[:, :1] + 2 * h, t[:, -1:] - 2 * h)
        stencil = ((-2, 1 / 12), (-1, -8 / 12), (1, 8 / 12), (2, -1 / 12))
        parts = [weight * self._accelerations((at + k * h).ravel()) for k, weight in stencil]
        return np.asarray(sum(parts) / np.repeat(h.ravel(), t.shape[1])[:, None])

    def _accelerations(self, t: Array) -> Array:
        return self.model.joint_accelerations(*self.trajectory._states(t), mode=self.mode, motion=True)

    @cached_property
    def use(self) -> dict[tuple[str, str], Array]:
        """Return |value| / limit (N, 17) of each limit, by its kind and its actuator."""
        own = self.actuators
        values = {"effort": own["tau"], "speed": own["qd"], "acceleration": own["qdd"], "power": own["tau"] * own["qd"]}
        values |= {"jerk": own["qddd"]} if "qddd" in own else {}
        return {
            (kind, name): np.abs(values[kind][..., k]) / getattr(self.bounds, kind)[k]
            for kind in self.bounds.given
            for k, name in enumerate(self.model.actuated_names)
            if np.isfinite(getattr(self.bounds, kind)[k])
        }

    @property
    def excess(self) -> float:
        """The largest part by which a limit is exceeded at `times`; 0 or less if none is."""
        return max((float(use.max()) for use in self.use.values()), default=0.0) - 1

    @cached_property
    def active(self) -> list[ActiveLimit]:
        """The limits that are active, one after the other."""
        names = list(self.use)
        use = np.stack([np.zeros(len(self.times)), *[each.max(axis=1) for each in self.use.values()]])[bool(names) :]
        first = np.where(use.max(axis=0) > 1 - ACTIVE, use.argmax(axis=0), -1)
        breaks = self.edges
        s = self.trajectory.law._derivative(breaks, 0)[:, 0]
        edges = [0, *(np.flatnonzero(np.diff(first)) + 1).tolist(), len(first)]
        found = []
        for a, b in pairwise(edges):
            kind, name = names[first[a]] if first[a] >= 0 else ("", "")
            found.append(ActiveLimit(float(breaks[a]), float(breaks[b]), float(s[a]), float(s[b]), kind, name))
        return found

    def save(self, path: str | Path, count: int = 1001, labels: Sequence[str] | None = None) -> None:
        """Write `count` samples to a CSV file: t, x, xd, xdd, and q, qd, qdd, tau of the actuators; `parados run` accepts it."""
        whole("count", count, 2, 10_000_000, "a whole number of samples")
        target = file_path("path", path)
        t, states = self.trajectory.sample(count)
        own = actuators_along(self.model, states, self.mode, self.wrench) | {"tau": self._efforts(t, states, motion=True)}
        from parados.text.csv_cells import write_columns

        with writing("path", target):
            write_columns(target, controller_columns(self.model, self.trajectory, labels, t, states, own), digits=17)

    def _display(self) -> Display:
        from parados.plan.optimal_display import optimal_display

        return optimal_display(self)

    def show(self, path: str | Path | None = None, *, fps: float = 30.0, title: str = "") -> ScenePage:
        """Return a page on which the robot moves; a notebook shows it, and it works offline (needs the extra studio).

        path : file to write the page to, such as "motion.html";  fps : pictures for each second;  title : of the page
        """
        from parados.text.scene_door import page_of_motion

        return page_of_motion(self, path=path, fps=fps, title=title)

    def plot(self, title: str = "") -> Figure:
        """Draw the path speed, the use of the limits by every actuator, and the active limits over time."""
        from parados.plan.optimal_figure import limits_figure

        return limits_figure(self, text("title", title))
