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
    return excitation(parados.load("five-bar-feasible").compile(), period=2.0, harmonics=5, tries=2, iterations=60)


def _curves() -> Figure:
    """Platform, actuators and predicted efforts of a five-bar mechanism along an exciting motion."""
    return _motion().plot()


def _compared() -> Figure:
    """Condition numbers of 100 random motions, of a circle and of the optimised motion."""
    motion = _motion()
    with style():
        figure = new_figure(6.5, 2.6)
        ax = figure.subplots()
        ax.hist(np.log10(motion.random_conditions), bins=20, color="0.7", label="100 random motions")
        for value, name, look in ((motion.condition, "optimised", "-"), (motion.circle_condition, "circle", "--")):
            ax.axvline(np.log10(value), color="C0", linestyle=look, label=name)
        ax.set_xlabel("log10 of the condition number")
        ax.set_ylabel("motions")
        ax.legend()
    return figure


FIGURES = {"curves": _curves, "compared": _compared}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "excitation-", dpi=120, colors=64)
