"""Times of the identification of a robot with six legs: from a CSV file to the numbers of the report."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from helpers.simulated_logs import fourier_states, write_log

import parados
from benchmarks.timing import best_of
from parados.identify import base_parameters, identify

__all__ = ["identification"]


def identification() -> Iterator[tuple[str, float, str]]:
    """Yield description, number and unit of each measurement; ratios are from one run."""
    model = parados.load("gough-stewart-lopes").compile()
    states = fourier_states(model, period=5.0, periods=2, rate=1000.0, harmonics=8, part=0.6)
    base = base_parameters(model)
    with tempfile.TemporaryDirectory() as folder:
        log = write_log(Path(folder) / "log.csv", model, states, noise=0.1)
        lapse = best_of(lambda: identify(model, log, base=base).summary(), 2)
        W = np.random.default_rng(1).standard_normal((60_000, base.count))
        plain = best_of(lambda: np.linalg.lstsq(W, np.ones(60_000), rcond=None), 2)
    found = best_of(lambda: base_parameters(model), 2)
    yield "base parameters of a 6-UPS", found, "s"
    yield f"10,000 samples of 6 actuators, {base.count} base parameters, from the CSV file", lapse, "s"
    yield "ratio to one dense least-squares solution of this size", lapse / plain, "-"
