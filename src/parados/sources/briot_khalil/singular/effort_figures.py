"""Figures of efforts over time near a singularity; the curves of unbounded efforts are cut at the limits of the panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.plots.style import curve_styles, new_figure, style
from parados.sources.briot_khalil.singular.approach import Approach

__all__ = ["effort_columns", "efforts_figure"]

Array = NDArray[np.float64]

SAMPLES = 3000


def efforts_figure(
    approaches: Mapping[str, Approach],
    actuators: Sequence[str],
    marked: float,
    limits: Sequence[tuple[float, float]],
    title: str = "",
) -> Figure:
    """Draw one panel per actuator within `limits`; a grey line marks the singular instant of the book."""
    with style():
        figure = new_figure(6.5, 1.2 + 1.9 * len(actuators))
        panels = np.atleast_1d(figure.subplots(len(actuators), 1, sharex=True))
        for (name, approach), look in zip(approaches.items(), curve_styles(), strict=False):
            t = _times(approach)
            efforts = np.where(np.isclose(t, approach.at, rtol=0, atol=1e-12)[:, None], np.nan, approach.efforts(t))
            for k, ax in enumerate(panels):
                ax.plot(t, efforts[:, k], label=name, **look)
        for ax, actuator, (low, high) in zip(panels, actuators, limits, strict=True):
            unit = next(iter(approaches.values())).unit
            ax.set_ylabel(f"{'force' if unit == 'N' else 'torque'} of {actuator} [{unit}]")
            ax.set_ylim(low, high)
            ax.axvline(marked, color="0.6", linewidth=0.8, linestyle=":", label=f"$t_s$ of the text, {marked:g} s")
        panels[0].set_xlim(*next(iter(approaches.values())).motion.times)
        panels[-1].set_xlabel("time [s]")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
        figure.align_ylabels(list(panels))
        if title:
            figure.suptitle(title, fontsize=10)
    return figure


def effort_columns(approach: Approach, names: Sequence[str], samples: int = 300) -> dict[str, Array]:
    """Return time, x and efforts as columns, without the ends of the motion: at rest dry friction is not determined."""
    t = _inside(approach, samples)
    x = approach.motion.derivative(t, 0)
    labels = approach.model.labels["x"]
    columns = {"t [s]": t} | {f"{label}": column for label, column in zip(labels, x.T, strict=True)}
    return columns | {f"{n} [{approach.unit}]": c for n, c in zip(names, approach.efforts(t).T, strict=True)}


def _inside(approach: Approach, samples: int) -> Array:
    """Return the middles (samples,) of equal steps in time."""
    start, end = approach.motion.times
    return start + (end - start) * (np.arange(samples) + 0.5) / samples


def _times(approach: Approach) -> Array:
    """Return times, denser near the singular instant; the instant itself is included, so that the curve has a gap there."""
    near = np.geomspace(1e-6, 0.05, 200)
    t = np.concatenate([_inside(approach, SAMPLES), approach.at - near, approach.at + near, [approach.at]])
    return np.unique(np.clip(t, *approach.motion.times))
