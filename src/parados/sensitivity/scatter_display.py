"""Show a Monte Carlo analysis: a table of statistics, and histograms or bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.sensitivity.analysis_facts import abscissa, kept_outputs, state_name, title_of, tolerance_fact
from parados.text.figure_text import figure_text
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.sensitivity.random_robots import MonteCarlo

__all__ = ["scatter_display", "scatter_figure"]

HEADINGS = ("output", "value", "mean", "std", "2.5 %", "50 %", "97.5 %", "lowest", "highest")


def scatter_display(found: MonteCarlo) -> Display:
    """Build a table with the statistics of each output; of a stack, at the state where the scatter is largest."""
    stacked = found.values.ndim == 2
    count = len(found.values) if stacked else None
    sigmas = ", three standard deviations" if found.distribution == "normal" else ""
    facts: dict[str, object] = {
        "robots": f"{len(found.samples)}, {found.distribution} distributions, seed {found.seed}",
        "tolerances": tolerance_fact(found.assumed, found.tolerances) + sigmas,
        "mean ... highest": "differences from the value of the nominal robot",
        "accuracy of std": f"about {100 / np.sqrt(2 * (len(found.samples) - 1)):.2g} %, from the number of robots",
    }
    if found.failed.any():
        every = found.samples[..., 0].size
        facts["without a result"] = f"{int(found.failed.sum())} of {every}; the statistics leave them out"
    f, differences = found.values, np.stack([found.mean, *found.percentiles, found.lowest, found.highest]) - found.values
    statistics = (f, differences[0], found.std, *differences[1:])
    columns = np.stack([np.atleast_2d(array) for array in statistics], axis=-1)
    kept, left = kept_outputs(np.nan_to_num(columns[:, :, 2]).max(axis=0))
    rows = []
    for k in kept:
        n = int(np.nan_to_num(columns[:, k, 2]).argmax())
        where = [state_name(n, found.times)] if stacked else []
        rows.append([str(found.outputs[k]), *where, f"{columns[n, k, 0]:.5g}", *[f"{value:.4g}" for value in columns[n, k, 1:]]])
    headings = [HEADINGS[0], *(["most at"] if stacked else []), *HEADINGS[1:]]
    return Display(title_of("Monte Carlo", found.quantity, count), facts, [Table(headings, rows)], left, found.plot)


def scatter_figure(found: MonteCarlo) -> Figure:
    """Draw bands along the states, or a histogram of each output."""
    from parados.plots.bands import Band, bands_figure
    from parados.plots.histograms import Histogram, histograms_figure

    title = figure_text(f"{found.quantity}: {len(found.samples)} random robots, {found.distribution} distributions")
    kept, _ = kept_outputs(np.nan_to_num(np.atleast_2d(found.std)).max(axis=0))
    low, _, high = found.percentiles
    if found.values.ndim == 1:
        lines = [{"nominal robot": found.values[k], "2.5 and 97.5 %": (low[k], high[k])} for k in kept]
        panels = [Histogram(figure_text(found.outputs[k]), found.samples[:, k], own) for k, own in zip(kept, lines, strict=True)]
        return histograms_figure(panels, title)
    s, label = abscissa(len(found.values), found.times)
    bands = [
        Band(
            figure_text(found.outputs[k]),
            found.values[:, k],
            {"extremes": (found.lowest[:, k], found.highest[:, k]), "2.5 to 97.5 %": (low[:, k], high[:, k])},
        )
        for k in kept
    ]
    return bands_figure(s, bands, label, title)
