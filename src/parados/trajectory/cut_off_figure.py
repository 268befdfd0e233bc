"""Figure of a proposed cut-off: spectrum of the accelerations, and their expected error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from parados.plots.style import BEYOND, curve_styles, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from parados.trajectory.cut_off import CutOff

__all__ = ["cut_off_figure"]


def cut_off_figure(choice: CutOff, given: float | None = None) -> Figure:
    """Plot the spectrum of the accelerations, and the expected error of the accelerations over the cut-off."""
    with style():
        figure = new_figure(6.5, 5.0)
        spectrum, error = figure.subplots(2, 1)
        f = choice.frequency[1:]
        for k, (name, look) in enumerate(zip(choice.names, curve_styles(), strict=False)):
            spectrum.loglog(f, np.sqrt(choice.spectrum[1:, k]) * (2 * np.pi * f) ** 2, label=figure_text(name), **look)
            share = choice.errors[:, k] / max(choice.acceleration[k], 1e-300)
            error.loglog(choice.candidates, 100 * share, label=figure_text(name), **look)
        spectrum.set_ylabel("acceleration [(rad, m)/s²/√Hz]")
        spectrum.set_xlabel("frequency [Hz]")
        error.set_ylabel("expected error of\nthe acceleration [%]")
        error.set_xlabel("cut-off [Hz]")
        marks = [(choice.proposed, "black", "proposed")] + ([(given, BEYOND, "given")] if given else [])
        for axes in (spectrum, error):
            for frequency, colour, label in marks:
                axes.axvline(frequency, color=colour, linewidth=1, linestyle=":", label=f"{label}: {frequency:.3g} Hz")
        error.legend()
    return figure
