"""Figures of a fit: efforts over time, spectra of the residuals, parameters with their deviations, correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parados.identify.quantity_units import with_unit
from parados.plots.style import PALETTE, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.identify.fit_result import Fit
    from parados.identify.fit_validation import FitValidation

__all__ = ["correlation_figure", "effort_figure", "parameter_figure", "spectrum_figure"]

MOST_POINTS = 4000
"""Largest number of points of a curve."""

MOST_ACTUATORS = 8
"""Largest number of panels of a figure."""


def effort_figure(validation: FitValidation) -> Figure:
    """Plot measured and predicted efforts and their difference, one panel for each actuator."""
    count = min(len(validation.names), MOST_ACTUATORS)
    every = max(1, len(validation.time) // MOST_POINTS)
    t = validation.time[::every]
    with style():
        figure = new_figure(7.5, 1.0 + 2.2 * count)
        axes: Any = figure.subplots(2 * count, 1, sharex=True, height_ratios=[2, 1] * count)
        for k, (ax, low) in enumerate(zip(axes[::2], axes[1::2], strict=True)):
            ax.plot(t, validation.measured[::every, k], color="#9AA3AB", label="measured", linewidth=2.5)
            ax.plot(t, validation.predicted[::every, k], color=PALETTE[0], label="predicted", linewidth=1.0)
            low.plot(t, validation.errors[::every, k], color=PALETTE[1], label="difference, own scale", linewidth=0.6)
            ax.set_ylabel(figure_text(with_unit(validation.names[k], validation.units, k)))
            low.set_ylabel("difference")
        axes[0].set_title(f"Efforts, {figure_text(validation.kind)}")
        axes[-1].set_xlabel("time [s]")
        shown = [one for ax in axes[:2] for one in ax.get_legend_handles_labels()[0]]
        figure.legend(handles=shown, loc="outside lower center", ncols=3)
        figure.align_ylabels(list(axes))
    return figure


def spectrum_figure(validation: FitValidation) -> Figure:
    """Plot the amplitude densities of the errors: flat for white noise."""
    spectrum = validation.spectrum
    with style():
        figure = new_figure(7.5, 3.0)
        ax = figure.subplots()
        for k, name in enumerate(validation.names):
            label = f"{name} [{validation.units[k]}/√Hz]" if validation.units else name
            look: dict[str, Any] = {"color": PALETTE[k % len(PALETTE)], "label": figure_text(label), "linewidth": 1.0}
            ax.loglog(spectrum.frequencies[1:], np.maximum(spectrum.densities[1:, k], 1e-300), **look)
        ax.set_xlabel("frequency [Hz]")
        ax.set_ylabel("density of the errors")
        ax.legend(loc="best", ncols=2)
    return figure


def parameter_figure(fit: Fit) -> Figure:
    """Plot the relative standard deviations of the estimates."""
    order = np.arange(len(fit.names))
    with style():
        figure = new_figure(7.5, max(2.5, 0.2 * len(order) + 1.0))
        ax = figure.subplots()
        relative = np.minimum(100 * fit.relative_deviations, 1e4)
        colors = [PALETTE[0] if name in fit.essential.names else "#B4BBC2" for name in fit.names]
        ax.barh(order, np.maximum(relative, 1e-3), color=colors)
        ax.set_xscale("log")
        ax.axvline(30.0, color=PALETTE[1], linewidth=0.8, linestyle="--")
        ax.set_axisbelow(True)
        ax.set_yticks(order, [figure_text(name) for name in fit.names], fontsize=8)
        ax.invert_yaxis()
        ax.margins(y=0.01)
        ax.set_xlabel("relative standard deviation [%] (blue: essential; dashed: 30 %)")
    return figure


def correlation_figure(fit: Fit) -> Figure:
    """Plot the correlation of the estimates."""
    with style():
        side = min(max(4.6, 0.2 * len(fit.names) + 1.5), 7.0)
        figure = new_figure(side + 0.9, side)
        ax = figure.subplots()
        image = ax.imshow(fit.correlation, cmap="RdBu_r", vmin=-1, vmax=1)
        ax.grid(False)
        if len(fit.names) <= 40:
            names = [figure_text(name) for name in fit.names]
            size = 8 if len(names) <= 28 else 6
            ax.set_xticks(range(len(names)), names, rotation=90, fontsize=size)
            ax.set_yticks(range(len(names)), names, fontsize=size)
        figure.colorbar(image, ax=ax, label="correlation")
    return figure
