"""Draw simulated motions into docs/pictures.

python -m docs.draw_simulation [name ...]
"""

from __future__ import annotations

import sys

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.plots.panels import Panel, curves_figure
from parados.plots.style import new_figure, style
from parados.simulate import Run, simulate


def swinging_five_bar() -> Run:
    """Simulate the five-bar in a vertical plane, without motors."""
    robot = parados.load("five-bar")
    upright = parados.Robot(robot.spec.model_copy(update={"gravity": (0.0, -9.81, 0.0)}))
    return simulate(upright.compile(), [0.02, 0.25], [0.3, 0.0], 1.5, friction=False, limits="ignore")


def _path() -> Figure:
    """Draw the path of the platform."""
    run = swinging_five_bar()
    with style():
        figure = new_figure(5.0, 4.2)
        axes = figure.add_subplot()
        axes.plot(run.x[:, 0], run.x[:, 1], linewidth=1.2)
        axes.plot(*run.x[0], "o", label="start")
        axes.set_xlabel("px [m]")
        axes.set_ylabel("py [m]")
        axes.set_aspect("equal")
        axes.legend()
    return figure


def _energy() -> Figure:
    """Draw its energies and the error of their balance."""
    run = swinging_five_bar()
    energy = run.energy
    stored = energy.gravitational - energy.gravitational[0]
    parts = {"kinetic": energy.kinetic, "potential": stored, "total": energy.kinetic + stored}
    balance = {"balance": np.abs(energy.balance) + 1e-16}
    figure = curves_figure(run.t, [Panel("energy [J]", parts), Panel("|balance| [J]", balance)])
    figure.axes[1].set_yscale("log")
    return figure


PICTURES = {"path": _path, "energy": _energy}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or PICTURES, lambda name: PICTURES[name](), "simulation-", dpi=110, colors=64)
