"""Measure and draw the figures of the page on speed into docs/pictures.

Needs Pinocchio and MuJoCo (`pip install parados[bench]`).

    python -m docs.draw_speed [name ...]

All times are processor times of one core.
"""

from __future__ import annotations

import sys

from benchmarks.growth import Growth, growth
from benchmarks.peers import Figures, peers
from helpers.small_pictures import write_pictures
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from parados.plots.style import PALETTE, new_figure, style

COLOURS = {"parados": PALETTE[0], "Pinocchio": PALETTE[1], "MuJoCo": PALETTE[2]}
MARKS = {"one state": "o-", "stack": "s--", "lcaba": "^-", "mj_inverse": "v-"}


def _size() -> Figure:
    """Time of one state over the number of loops of a chain of four-bars."""
    chains = list(growth())
    with style():
        figure = new_figure(8.0, 3.6)
        for place, kind in enumerate(("forward", "inverse"), 1):
            _curves(figure.add_subplot(1, 2, place), chains, kind)
        return figure


def _curves(axes: Axes, chains: list[Growth], kind: str) -> None:
    for key in (key for key in chains[0].times if key[1] == kind):
        engine, _, what = key
        times = [chain.times[key] for chain in chains]
        loops = [chain.loops for chain in chains]
        axes.loglog(loops, times, MARKS.get(what, "o-"), color=COLOURS[engine], label=f"{engine}, {what}", markersize=4)
    axes.set_xticks([chain.loops for chain in chains], [str(chain.loops) for chain in chains])
    axes.minorticks_off()
    axes.set_xlabel("loops of the chain")
    axes.set_ylabel("time of one state [us]")
    axes.set_title(f"{kind.capitalize()} dynamics")
    axes.legend()


def _six_legs() -> Figure:
    """Time of one state of a Gough-Stewart platform: a call from Python, and the engine without Python."""
    rows = sorted((row for row in peers() if row.call > 0), key=lambda row: row.what.startswith("inverse"))
    with style():
        figure = new_figure(8.0, 3.2)
        axes = figure.add_subplot()
        for place, row in enumerate(rows):
            axes.barh(place + 0.19, row.call, 0.36, color=COLOURS[row.name])
            axes.barh(place - 0.19, row.engine, 0.36, color=COLOURS[row.name], alpha=0.45)
            for shift, value in ((0.19, row.call), (-0.19, row.engine)):
                axes.text(value, place + shift, f" {value:.2f}", va="center", fontsize=7)
        axes.set_yticks(range(len(rows)), [_label(row) for row in rows])
        axes.set_xscale("log")
        axes.set_xlabel("time of one state [us]; dark: a call from Python, light: without Python")
        axes.grid(axis="y", visible=False)
        return figure


def _label(row: Figures) -> str:
    return f"{row.name}: {row.what}"


FIGURES = {"size": _size, "six-legs": _six_legs}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "speed-", dpi=120, colors=64)
