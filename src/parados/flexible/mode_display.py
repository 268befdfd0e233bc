"""Natural modes as a table, and where they bend as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.text.figure_text import figure_text
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.flexible.modes import VibrationModes

__all__ = ["modes_display", "modes_figure"]

SHARE = 0.02
"""Part of the elastic energy from which a body has a name in the figure; the rest is "others"."""


def modes_display(modes: VibrationModes) -> Display:
    """Frequencies, where each mode bends and how the platform moves in it; of a stack, the range of each frequency."""
    f = modes.frequencies
    if f.ndim == 1:
        told = [modes.summary(k).partition(": ")[2].partition("; platform: ") for k in range(len(f))]
        rows = [[str(k + 1), f"{f[k]:.4g}", bends, moves] for k, (bends, _, moves) in enumerate(told)]
        table = Table(["mode", "f [Hz]", "elastic energy in", "platform"], rows)
        return Display("Natural modes", tables=[table], picture=modes.plot)
    low, high = np.nanmin(f, axis=0), np.nanmax(f, axis=0)
    rows = [[str(k + 1), f"{a:.4g}", f"{b:.4g}"] for k, (a, b) in enumerate(zip(low, high, strict=True))]
    table = Table(["mode", "lowest f [Hz]", "highest f [Hz]"], rows)
    return Display(f"Natural modes at {len(f)} poses", tables=[table], picture=modes.plot)


def modes_figure(modes: VibrationModes) -> Figure:
    """Frequencies with the share of each body in the elastic energy; of a stack, frequencies over the poses."""
    from parados.plots.bars import bars_figure
    from parados.plots.panels import Panel, curves_figure

    f = modes.frequencies
    if f.ndim == 2:
        curves = {f"mode {k + 1}": f[:, k] for k in range(f.shape[1])}
        return curves_figure(np.arange(len(f)), [Panel("natural frequency [Hz]", curves)], label="pose")
    largest = modes.bodies.max(axis=0)
    named = [int(k) for k in np.argsort(-largest, kind="stable") if largest[k] >= SHARE]
    parts = {figure_text(modes.body_names[k]): modes.bodies[:, k] for k in sorted(named)}
    rest = 1.0 - modes.bodies[:, named].sum(axis=1)
    if rest.max() > 1e-6:
        parts["others"] = rest
    return bars_figure([f"{k + 1}:  {value:.4g} Hz" for k, value in enumerate(f)], parts, "part of the elastic energy")
