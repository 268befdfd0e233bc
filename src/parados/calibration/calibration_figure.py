"""Figure of a calibration: errors of held-out readings before and after, and the parameters with their deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from parados.calibration.calibration_display import SHOWN
from parados.plots.style import PALETTE, new_figure, style
from parados.text.figure_text import figure_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.calibration.calibration_result import Calibration

__all__ = ["calibration_figure"]


def calibration_figure(result: Calibration) -> Figure:
    """Plot the length of the error at each pose, one panel for each kind of reading, and the parameters."""
    check = result.accuracy
    kinds = [] if check is None else list(dict.fromkeys(check.kinds))
    with style():
        figure = new_figure(7.5, 2.4 * len(kinds) + 2.8)
        axes: Any = np.atleast_1d(figure.subplots(len(kinds) + 1, 1))
        for ax, kind in zip(axes, kinds, strict=False):
            assert check is not None
            own, (factor, unit) = check.of_kind(kind), SHOWN[kind]
            number = np.arange(1, len(check.before) + 1)
            for errors, colour, label in ((check.before, "#9AA3AB", "before"), (check.after, PALETTE[0], "after")):
                ax.semilogy(number, factor * np.linalg.norm(errors[:, own], axis=1), "o", color=colour, label=label, markersize=4)
            level = factor * float(np.linalg.norm(check.noise[own]))
            ax.axhline(level, color=PALETTE[1], linewidth=1.0, label="noise")
            ax.set_ylabel(f"{kind}, error [{unit}]")
            ax.set_xlabel("pose")
        _parameters(axes[-1], result)
        if kinds:
            axes[0].set_title(figure_text(f"Errors at held-out poses, {check.kind if check else ''}"))
            figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure


def _parameters(ax: Any, result: Calibration) -> None:
    """Draw the changes of the identified parameters with two standard deviations."""
    free = result.identifiable.free
    change, deviation = (result.values - result.before)[free], result.standard_deviations[free]
    ax.errorbar(range(len(free)), 1e3 * change, 2e3 * deviation, fmt="o", color=PALETTE[0], markersize=3, capsize=2)
    ax.axhline(0.0, color="#9AA3AB", linewidth=0.8)
    ax.set_ylabel("change [mm, mrad]")
    size = 8 if len(free) <= 20 else 5
    ax.set_xticks(range(len(free)), [figure_text(result.names[k]) for k in free], rotation=90, fontsize=size)
