"""Draw a motion along a path: its speed, every limited quantity against its limits, and which limit is active when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.plots.style import BEYOND, PALETTE, curve_styles, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.plan.optimal_motion import OptimalMotion

__all__ = ["limits_figure"]

Array = NDArray[np.float64]

COLOURS = dict(zip(("effort", "speed", "acceleration", "power", "jerk"), PALETTE, strict=False))


def limits_figure(motion: OptimalMotion, title: str) -> Figure:
    """Draw panels over time: path speed; efforts and the limited quantities divided by their limits; active limits."""
    kinds = list(dict.fromkeys(["effort", *motion.bounds.given]))
    held = list(dict.fromkeys((part.kind, part.actuator) for part in motion.active if part.kind))
    heights = [1.4, *[1.8] * len(kinds), 0.35 * max(len(held), 1) + 0.3]
    with style():
        figure = new_figure(6.8, 0.9 + sum(heights))
        axes = figure.subplots(len(heights), 1, sharex=True, height_ratios=heights)
        t = motion.times.ravel()
        axes[0].plot(t, motion.trajectory.law._derivative(t, 1)[:, 0], color=PALETTE[6])
        axes[0].set_ylabel("path speed [m/s]")
        for ax, kind in zip(axes[1:], kinds, strict=False):
            _use(ax, motion, kind, t)
        _active(axes[-1], motion, held)
        axes[-1].set_xlabel("time [s]")
        axes[0].set_xlim(0.0, motion.duration)
        handles, labels = axes[1].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(6, len(labels)))
        figure.align_ylabels(list(axes))
        if title:
            figure.suptitle(title, fontsize=10)
    return figure


def _use(ax: Any, motion: OptimalMotion, kind: str, t: Array) -> None:
    own = motion.actuators
    values = {"effort": own["tau"], "speed": own["qd"], "acceleration": own["qdd"], "power": own["tau"] * own["qd"]}
    curves = (own["qddd"] if kind == "jerk" else values[kind]).reshape(len(t), -1)
    bound = getattr(motion.bounds, kind)
    limited = bool(np.isfinite(bound).all())
    for k, (name, look) in enumerate(zip(motion.model.actuated_names, curve_styles(), strict=False)):
        ax.plot(t, curves[:, k] / (bound[k] if limited else 1.0), label=figure_text(name), linewidth=1.2, **look)
    if limited:
        for side in (-1, 1):
            ax.axhline(side, color=BEYOND, linewidth=0.8, linestyle=":")
    ax.set_ylabel(f"{kind} / limit" if limited else f"{kind} [SI]")


def _active(ax: Any, motion: OptimalMotion, held: list[tuple[str, str]]) -> None:
    for part in motion.active:
        if part.kind:
            row = held.index((part.kind, part.actuator))
            ax.barh(row, part.end - part.start, left=part.start, height=0.7, color=COLOURS[part.kind])
    ax.set_yticks(range(len(held)), [figure_text(f"{kind} {name}") for kind, name in held])
    ax.set_ylim(len(held) - 0.5 if held else 0.5, -0.5)
    ax.set_ylabel("active")
    ax.grid(axis="y", visible=False)
