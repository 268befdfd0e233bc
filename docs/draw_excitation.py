"""Draw the figures of the page on exciting motions into docs/pictures.

python -m docs.draw_excitation [name ...]
"""

from __future__ import annotations

import sys
from functools import cache

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.identify import Excitation, excitation
from parados.plots.style import new_figure, style


@cache
def _motion() -> Excitation:
    return excitation(parados.load("five-bar-feasible").compile(), period=2.0, harmonics=5)


def _curves() -> Figure:
    """Platform, actuators and predicted efforts of a five-bar mechanism along an exciting motion."""
    return _motion().plot()


def _compared() -> Figure:
    """Condition numbers of three kinds of 100 random motions, of a circle and of the optimised motion."""
    motion = _motion()
    with style():
        figure = new_figure(6.5, 3.2)
        ax = figure.subplots()
        for kind, values in motion.random_conditions.items():
            ax.plot(np.arange(1, len(values) + 1), values, label=f"random, {kind}")
        ax.axhline(motion.condition, color="black", linestyle="-", label="optimised")
        ax.axhline(motion.circle_condition, color="0.5", linestyle=":", label="circle")
        ax.set_yscale("log")
        ax.set_xlabel("random motions, sorted")
        ax.set_ylabel("condition number")
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
    return figure


FIGURES = {"curves": _curves, "compared": _compared}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "excitation-", dpi=120, colors=64)
