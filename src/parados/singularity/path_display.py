"""Display of the singularities on a path: a table of crossings, and curves of the distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.singularity.singularity_kinds import KIND_NAMES
from parados.text.figure_text import figure_text
from parados.text.numbers import number, number_list
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.singularity.path_crossings import PathCrossings

__all__ = ["path_display", "path_figure"]


def path_display(found: PathCrossings) -> Display:
    """Build the display of the crossings on a path: a table with one row for each, and the findings in sentences."""
    unit = " [s]" if found.timed else ""
    rows = [[number(c.at), ", ".join(c.what.kinds), f"({number_list(c.x)})", "yes" if c.leaves else ""] for c in found]
    tables = [Table([f"at{unit}", "singularity", "x", "border of the reach"], rows)] if rows else []
    sentences = [f"At {number(c.at)}: {finding.sentence}" for c in found for finding in c.what.findings]
    title = f"{len(found)} singular instants on the way" if len(found) != 1 else "1 singular instant on the way"
    return Display(title, tables=tables, sentences="\n".join(sentences), picture=found.plot)


def path_figure(found: PathCrossings) -> Figure:
    """Draw the determinant of the inverse Jacobian and the distances along a path; vertical lines mark the crossings."""
    from parados.plots.panels import Panel, curves_figure
    from parados.plots.style import BEYOND, style

    curves = {kind: np.where(np.isfinite(values), values, np.nan) for kind, values in found.distances.smallest.items()}
    panels = [Panel("distance [-]", {figure_text(KIND_NAMES[kind]): values for kind, values in curves.items()})]
    if np.isfinite(found.determinants).any():
        panels.insert(0, Panel("det of unit rows\nof $J^{-1}$ [-]", {"determinant": found.determinants}))
    figure = curves_figure(found.s, panels, label="time [s]" if found.timed else "part of the way")
    with style():
        for axes in figure.axes:
            axes.axhline(0.0, color="black", linewidth=0.6)
            for crossing in found:
                axes.axvline(crossing.at, color=BEYOND, linewidth=0.9, linestyle=":")
    return figure
