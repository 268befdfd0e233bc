"""Draw the pictures of the page on logs."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import parados
from parados.identify import Log, compare, log_motion
from parados.plots.style import save

PICTURES = Path(__file__).parent / "pictures"


def noisy_log(model: parados.Model) -> Log:
    """Return a log of a motion that is not periodic, with noise on positions and efforts."""
    t, rng = np.arange(4000) / 1000, np.random.default_rng(1)
    parts = [(0.05, 5.0, 0.0), (0.04, 7.3, 1.0), (0.02, 11.9, 0.4), (0.015, 16.1, 2.0)]
    x, xd, xdd = (
        np.column_stack([sum(a * w**k * np.sin(w * t + p + s + k * np.pi / 2) for a, w, p in parts[s::2]) for s in (0, 1)])
        for k in range(3)
    )
    x = x + model.survey.home
    q = model.inverse_kinematics(x) + 2e-5 * rng.standard_normal(x.shape)
    tau = model.inverse_dynamics(x, xd, xdd) + 0.3 * rng.standard_normal(x.shape)
    names = model.actuated_names
    return Log("run.csv", t, dict(zip(names, q.T, strict=True)), dict(zip(names, tau.T, strict=True)))


if __name__ == "__main__":
    full = parados.load("five-bar-feasible").compile()
    log = noisy_log(full)
    save(log_motion(full, log).spectrum.plot(150.0), PICTURES / "log-cut-off.png")
    result = compare({"identified": full, "file": parados.load("five-bar").compile()}, log)
    save(result.plot(), PICTURES / "log-compare.png")
    save(result.plot_errors(), PICTURES / "log-errors.png")
    print(result.summary())
