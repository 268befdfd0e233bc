"""Draw the figures of the page on logs into docs/pictures.

    python -m docs.draw_logs [name ...]
"""

from __future__ import annotations

import sys

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.identify import Comparison, Log, compare, log_motion


def _noisy_log(model: parados.Model) -> Log:
    """Return a log of a motion that is not periodic, with noise on positions and efforts."""
    t, rng = np.arange(4000) / 1000, np.random.default_rng(1)
    parts = [(0.025, 5.0, 0.0), (0.02, 7.3, 1.0), (0.01, 11.9, 0.4), (0.008, 16.1, 2.0)]
    x, xd, xdd = (
        np.column_stack([sum(a * w**k * np.sin(w * t + p + s + k * np.pi / 2) for a, w, p in parts[s::2]) for s in (0, 1)])
        for k in range(3)
    )
    x = x + model.survey.home
    q = model.inverse_kinematics(x) + 2e-5 * rng.standard_normal(x.shape)
    tau = model.inverse_dynamics(x, xd, xdd) + 0.3 * rng.standard_normal(x.shape)
    names = model.actuated_names
    return Log("run.csv", t, dict(zip(names, q.T, strict=True)), dict(zip(names, tau.T, strict=True)))


def _cut_off() -> Figure:
    model = parados.load("five-bar-feasible").compile()
    return log_motion(model, _noisy_log(model)).spectrum.plot(150.0)


def _compared() -> Comparison:
    full, file = (parados.load(name).compile() for name in ("five-bar-feasible", "five-bar"))
    return compare({"identified": full, "file": file}, _noisy_log(full))


FIGURES = {"cut-off": _cut_off, "compare": lambda: _compared().plot(), "errors": lambda: _compared().plot_errors()}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "log-", dpi=120, colors=64)
