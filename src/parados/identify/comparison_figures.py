"""Figures of models beside a log: efforts over time, mean errors with standard deviations, spectra of the errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from parados.identify.quantity_units import with_unit
from parados.plots.style import PALETTE, curve_styles, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from parados.identify.log_comparison import Comparison

__all__ = ["comparison_figure", "error_bars", "error_spectra"]

MOST_POINTS = 4000
"""Largest number of points of a curve."""


def comparison_figure(result: Comparison) -> Figure:
    """Plot measured and predicted efforts over time, a panel for each actuator."""
    every = max(1, len(result.time) // MOST_POINTS)
    count = len(result.names)
    with style():
        figure = new_figure(7.0, 1.0 + 1.6 * count)
        panels: Any = figure.subplots(count, 1, sharex=True, squeeze=False)
        for k, axes in enumerate(panels[:, 0]):
            axes.plot(result.time[::every], result.measured[::every, k], color="#9AA3AB", linewidth=2.2, label="measured")
            for name, values, look in zip(result.models, result.predicted, curve_styles(), strict=False):
                axes.plot(result.time[::every], values[::every, k], label=figure_text(name), **{**look, "linewidth": 1.0})
            axes.set_ylabel(figure_text(with_unit(result.names[k], result.units, k)))
        panels[0, 0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(result.models) + 1)
        panels[-1, 0].set_xlabel("time [s]")
        figure.align_ylabels()
    return figure


def error_bars(result: Comparison) -> Figure:
    """Plot the mean error of each actuator and model as a bar, with its standard deviation, as Fig. 10 of the Delta's paper."""
    width = 0.8 / len(result.models)
    places = np.arange(len(result.names))
    with style():
        figure = new_figure(6.5, 3.2)
        axes = figure.subplots()
        for k, (name, mean, deviation) in enumerate(zip(result.models, result.mean, result.deviation, strict=True)):
            at = places + (k - (len(result.models) - 1) / 2) * width
            axes.bar(at, mean, 0.9 * width, yerr=deviation, capsize=3, color=PALETTE[k % len(PALETTE)], label=figure_text(name))
        axes.axhline(0.0, color="black", linewidth=0.8)
        axes.set_xticks(places, [figure_text(with_unit(name, result.units, k)) for k, name in enumerate(result.names)])
        axes.set_ylabel("mean error ± standard deviation")
        axes.set_axisbelow(True)
        axes.legend()
    return figure


def error_spectra(result: Comparison) -> Figure:
    """Plot the amplitude densities of the errors, a panel for each actuator."""
    count = len(result.names)
    with style():
        figure = new_figure(7.0, 1.0 + 1.6 * count)
        panels: Any = figure.subplots(count, 1, sharex=True, squeeze=False)
        for k, axes in enumerate(panels[:, 0]):
            for name, spectrum, look in zip(result.models, result.spectra, curve_styles(), strict=False):
                density = np.maximum(spectrum.densities[1:, k], 1e-300)
                axes.loglog(spectrum.frequencies[1:], density, label=figure_text(name), **{**look, "linewidth": 1.0})
            unit = f" [{result.units[k]}/√Hz]" if result.units else ""
            axes.set_ylabel(figure_text(result.names[k] + unit))
        panels[0, 0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(result.models))
        panels[-1, 0].set_xlabel("frequency [Hz]")
        figure.align_ylabels()
    return figure
