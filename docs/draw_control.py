"""Draw the figure of the page on control into docs/pictures.

python -m docs.draw_control [name ...]
"""

from __future__ import annotations

import sys

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados import control
from parados.plots.style import new_figure, style
from parados.simulate import simulate


def _errors() -> Figure:
    """Tracking errors of four laws on a five-bar with a payload that its controller does not know."""
    model = parados.load("five-bar").compile(live=["m4"])
    plant = model.with_parameters({"m4": 0.772})
    move = parados.trajectory.FourierSeries([[0.0, 0.27], [0.03, 0.0], [0.0, 0.03]], 0.5, 4)
    x, xd, _ = move(0.0)
    plain = {"friction": False}
    laws = {
        "PD": control.PDGravity(model, move, 400.0, 8.0),
        "feed-forward": control.FeedForwardPD(model, move, 400.0, 8.0, **plain),
        "computed torque": control.ComputedTorque(model, move, 900.0, 60.0, **plain),
        "adaptive": control.SlotineLi(model, move, 30.0, 20.0, 20.0, adapted=["m_p"], **plain),
    }
    sampling = control.Sampling(rate=1000.0, measured="joints", resolution=1e-4)
    with style():
        figure = new_figure(6.5, 3.2)
        ax = figure.subplots()
        for name, law in laws.items():
            run = simulate(plant, x, xd, 2.0, control=law, sampling=sampling, method="rk4", friction=False, times=1001)
            error = np.linalg.norm(run.x - law.reference.states(run.t)[0], axis=1)
            ax.plot(run.t, 1e3 * np.maximum(error, 1e-6), label=name)
        ax.set_yscale("log")
        ax.set_ylim(1e-2, 100)
        ax.set_xlabel("time [s]")
        ax.set_ylabel("tracking error [mm]")
        ax.legend(ncols=4, loc="upper center")
    return figure


FIGURES = {"errors": _errors}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "control-", dpi=120, colors=64)
