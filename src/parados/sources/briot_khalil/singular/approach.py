"""Efforts near a singular instant: they grow as 1/time, or have the same limit from both sides."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from parados.model.model import Model
from parados.plan.crossing_motion import efforts_along
from parados.plots.style import curve_styles, new_figure, style
from parados.sources.entry import Line, holds, unprinted
from parados.trajectory.base import Trajectory

__all__ = ["Approach", "approach_figure"]

Array = NDArray[np.float64]

BESIDE = (1e-3, 1e-6, 1e-9)
"""Times before and after the singular instant at which efforts are compared [s]."""

SAME = 1e-3
"""Largest relative difference of efforts 1 us and 1 ns from the instant that counts as one value."""


@dataclass(frozen=True)
class Approach:
    """A motion of a model near its singular instant `at` [s]; `shown` are the actuators that are compared."""

    model: Model
    motion: Trajectory
    at: float
    shown: tuple[int, ...]
    unit: str

    def efforts(self, t: ArrayLike) -> Array:
        """Return the efforts (N, n) of the shown actuators; NaN at instants without finite efforts."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return efforts_along(self.model, self.motion, np.atleast_1d(t), None)[:, list(self.shown)]

    def sides(self, steps: ArrayLike = BESIDE) -> tuple[Array, Array]:
        """Return the efforts (k, n) at times `steps` before the singular instant, and after it."""
        h = np.asarray(steps)
        return self.efforts(self.at - h), self.efforts(self.at + h)

    def growth(self) -> Array:
        """Return the factors (2, n) by which half the difference of both sides grows from 1 ms to 1 us, and from 1 us to 1 ns."""
        before, after = self.sides()
        odd = np.abs(after - before) / 2
        return np.array([odd[1] / odd[0], odd[2] / odd[1]])

    def spread(self) -> float:
        """Return the largest relative difference of the efforts 1 us and 1 ns before and after the instant."""
        near = np.concatenate([side[1:] for side in self.sides()])
        return float((np.ptp(near, axis=0) / np.abs(near).max(axis=0)).max())

    def unbounded(self, what: str, printed: str, note: str = "") -> Line:
        """Check that the efforts grow by 1000 from 1 us to 1 ns; at 1 ms the finite part of small efforts is still visible."""
        factors = self.growth()
        first, second = (f"{row.min():.1f} and {row.max():.1f}" for row in factors)
        message = f"from 1 ms to 1 us {first} times larger, from 1 us to 1 ns {second} times"
        return holds(what, printed, message, bool(np.abs(factors[1] / 1000 - 1).max() < 0.01 and factors.min() > 100), note)

    def finite(self, what: str, printed: str, note: str = "") -> Line:
        spread = self.spread()
        message = f"1 us and 1 ns before and after differ by {spread:.1e}, at most {SAME:g} allowed"
        return holds(what, printed, message, spread <= SAME, note)

    def table(self, names: tuple[str, ...]) -> dict[str, Array]:
        """Return columns: time from the singular instant, and the efforts."""
        before, after = self.sides()
        h = np.array(BESIDE)
        columns = np.vstack([before, after[::-1]])
        return {"t - t_s [s]": np.concatenate([-h, h[::-1]])} | {
            f"{n} [{self.unit}]": c for n, c in zip(names, columns.T, strict=True)
        }

    def sizes(self, names: tuple[str, ...], steps: ArrayLike = BESIDE) -> list[Line]:
        before, after = self.sides(steps)
        return [
            unprinted(
                f"largest {self.unit_of} {h:g} s from it",
                ", ".join(f"{n} {v:.4g} {self.unit}" for n, v in zip(names, row, strict=True)),
            )
            for h, row in zip(np.asarray(steps), np.maximum(np.abs(before), np.abs(after)), strict=True)
        ]

    @property
    def unit_of(self) -> str:
        return "force" if self.unit == "N" else "torque"


def approach_figure(approaches: Mapping[str, Approach], actuators: tuple[str, ...], title: str = "") -> Figure:
    """Draw sizes of the efforts over the time to the singular instant, both logarithmic; solid before it, dashed after it."""
    h = np.logspace(-9, -1, 161)
    with style():
        figure = new_figure(6.5, 3.4)
        panels = np.atleast_1d(figure.subplots(1, len(actuators), sharey=True))
        for (name, approach), look in zip(approaches.items(), curve_styles(), strict=False):
            inside = h[(h < approach.at) & (h < approach.motion.times[1] - approach.at)]
            before, after = approach.sides(inside)
            for k, ax in enumerate(panels):
                ax.loglog(inside, np.abs(before[:, k]), color=look["color"], label=f"{name}, before")
                ax.loglog(inside, np.abs(after[:, k]), color=look["color"], linestyle="--", label=f"{name}, after")
        for ax, actuator in zip(panels, actuators, strict=True):
            ax.set_xlabel("time to the singular instant [s]")
            ax.set_title(actuator, fontsize=9)
        unit = next(iter(approaches.values())).unit
        panels[0].set_ylabel(f"size of the {'force' if unit == 'N' else 'torque'} [{unit}]")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=min(3, len(approaches)))
        if title:
            figure.suptitle(title, fontsize=10)
    return figure
