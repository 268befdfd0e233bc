"""Show worst cases: a table of bounds, and bars or bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.sensitivity.analysis_facts import abscissa, by_unit, kept_outputs, state_name, title_of, tolerance_fact
from parados.text.figure_text import figure_text
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.sensitivity.worst_case import WorstCase

__all__ = ["bounds_display", "bounds_figure"]

HEADINGS = ("output", "value", "down", "up", "first order ±", "differs by")


def bounds_display(found: WorstCase) -> Display:
    """Build a table with the bounds of each output; of a stack, at the state where the first-order change is largest."""
    stacked = found.values.ndim == 2
    count = len(found.values) if stacked else None
    facts = {
        "tolerances": tolerance_fact(found.assumed, found.tolerances),
        "down, up": "exact changes at the two worst corners of the tolerances",
        "differs by": "largest difference between these and first order, as a part of first order",
    }
    if found.failed:
        facts["bounds without a result"] = f"{found.failed} of {2 * found.values.size}"
    value, lower, upper, first, part = (
        np.atleast_2d(array) for array in (found.values, found.lower, found.upper, found.first_order, found.curvature)
    )
    rows = []
    kept, left = kept_outputs(np.nan_to_num(first).max(axis=0))
    for k in kept:
        n = int(np.nan_to_num(first[:, k]).argmax())
        changes = lower[n, k] - value[n, k], upper[n, k] - value[n, k]
        cells = [f"{value[n, k]:.5g}", *[f"{change:.4g}" for change in changes]]
        where = [state_name(n, found.times)] if stacked else []
        rows.append([str(found.outputs[k]), *where, *cells, f"{first[n, k]:.4g}", f"{100 * part[n, k]:.2g} %"])
    headings = [HEADINGS[0], *(["worst at"] if stacked else []), *HEADINGS[1:]]
    return Display(title_of("Worst case", found.quantity, count), facts, [Table(headings, rows)], left, found.plot)


def bounds_figure(found: WorstCase) -> Figure:
    """Draw bands along the states; for one state, bars with a panel for each unit."""
    from parados.plots.bands import Band, bands_figure
    from parados.plots.tornado import Tornado, tornado_figure

    title = figure_text(f"{found.quantity}: bounds within the tolerances")
    if found.values.ndim == 2:
        s, label = abscissa(len(found.values), found.times)
        kept, _ = kept_outputs(np.nan_to_num(found.first_order).max(axis=0))
        bounds = [{"bounds": (found.lower[:, k], found.upper[:, k])} for k in kept]
        bands = [Band(figure_text(found.outputs[k]), found.values[:, k], own) for k, own in zip(kept, bounds, strict=True)]
        return bands_figure(s, bands, label, title)
    panels = []
    for unit, own in by_unit(found.outputs).items():
        names = [figure_text(found.outputs[k].name) for k in own]
        high, low = found.upper[own] - found.values[own], found.lower[own] - found.values[own]
        panels.append(Tornado("change of the outputs", names, high, low, figure_text(unit), found.first_order[own]))
    return tornado_figure(panels, ("upper bound", "lower bound"), title, "first order")
