"""Draw the efforts of a planned crossing together with those of the naive motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.plots.style import PALETTE, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from parados.plan.crossing_motion import CrossingMotion

__all__ = ["efforts_figure"]

Array = NDArray[np.float64]

ROOM = 0.6
"""Space above and below the planned efforts, as a fraction of their range; it shows how the naive efforts leave the figure."""

NEAREST, FARTHEST = 1e-9, 0.1
"""Dense samples around a singular instant of the naive motion: nearest and farthest, as fractions of the duration."""

PLANNED, NAIVE = PALETTE[0], PALETTE[1]
LEGEND = {
    "planned": "with the criterion",
    "limit": "its limit in the singularity",
    "naive": "naive motion",
    "singular": "naive motion is singular",
}


def efforts_figure(motion: CrossingMotion, title: str) -> Figure:
    """Draw one panel for each actuator; at singular instants of the naive motion, its efforts leave the figure."""
    names = motion.model.actuated_names
    columns = 1 if len(names) <= 3 else 2
    rows = -(-len(names) // columns)
    t = naive_times(motion)
    naive = motion.naive_efforts(t)
    with style():
        figure = new_figure(2.9 + 3.6 * columns, 1.15 + 1.6 * rows)
        axes = np.atleast_1d(figure.subplots(rows, columns, sharex=True)).ravel()
        for k, ax in enumerate(axes[: len(names)]):
            _panel(ax, motion, k, t, naive[:, k])
        for ax in axes[len(names) :]:
            ax.set_visible(False)
        for ax in axes[max(len(names) - columns, 0) : len(names)]:
            ax.tick_params(labelbottom=True)
            ax.set_xlabel("time [s]")
        axes[0].set_xlim(*motion.trajectory.times)
        known = dict(zip(*reversed(axes[0].get_legend_handles_labels()), strict=True))
        shown = [label for label in LEGEND.values() if label in known]
        figure.legend([known[label] for label in shown], shown, loc="outside lower center", ncols=len(shown))
        figure.align_ylabels(list(axes))
        if title:
            figure.suptitle(title, fontsize=10)
    return figure


def naive_times(motion: CrossingMotion) -> Array:
    """Return the instants at which to draw the naive efforts: dense near its singular instants, which are included.

    The efforts at the singular instants are NaN, so no line joins the two sides.
    """
    first, last = motion.naive.times
    beside = np.geomspace(NEAREST, FARTHEST, 400) * (last - first)
    near = [at + side * beside for at in motion.naive_crossings for side in (-1, 1)]
    t = np.unique(np.concatenate([np.linspace(first, last, 1001), *near]))
    t = t[(t > first) & (t < last)]
    for at in motion.naive_crossings:
        t = np.insert(t[t != at], int(np.searchsorted(t[t != at], at)), at)
    return t


def _panel(ax: Axes, motion: CrossingMotion, k: int, t: Array, naive: Array) -> None:
    times, name = motion.times[1:-1], motion.model.actuated_names[k]  # at rest, dry friction may have any value
    planned = motion.efforts(times)[:, k]
    sliding = {joint.name: joint.unit == "m" for joint in motion.model.mechanism.joints}
    low, high = float(planned.min()), float(planned.max())
    room = ROOM * max(high - low, 1e-9)
    shown = np.where(np.isin(t, motion.naive_crossings), np.nan, naive)
    for at in motion.naive_crossings:
        ax.axvline(at, color=NAIVE, linewidth=0.7, linestyle=":", label=_once(ax, LEGEND["singular"]))
    ax.plot(t, shown, color=NAIVE, linewidth=1.0, label=LEGEND["naive"])
    ax.plot(times, planned, color=PLANNED, linewidth=1.7, label=LEGEND["planned"])
    for passage in motion.passages:
        limit = planned[int(np.searchsorted(times, passage.time))]
        dot: dict[str, Any] = {"marker": "o", "markersize": 4.5, "markerfacecolor": "white", "linestyle": "none"}
        ax.plot([passage.time], [limit], color=PLANNED, label=_once(ax, LEGEND["limit"]), zorder=4, **dot)
    ax.set_ylim(low - room, high + room)
    ax.set_ylabel(f"effort {figure_text(name)} [{'N' if sliding[name] else 'N m'}]")


def _once(ax: Axes, label: str) -> str:
    """Return the label of a curve; if the panel already has it, with a `_` in front, so that the legend shows it only once."""
    return "_" + label if label in ax.get_legend_handles_labels()[1] else label
