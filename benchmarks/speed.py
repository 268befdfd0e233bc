"""Time per state of inverse and direct dynamics: in a C loop, from Python on a stack, and from Python on single states."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import parados
from benchmarks.timing import best_of
from parados.model.model import Model

__all__ = ["speeds"]

ROBOTS = ("gough-stewart-lopes", "delta-d3-1200", "five-bar", "orthoglide", "hexa")
COUNT = 100_000


def states(model: Model, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    n = model.mechanism.n_dof
    x = rng.uniform(model.survey.lower, model.survey.upper, (count, n))
    return x, rng.normal(size=(count, n)), rng.normal(size=(count, n))


def speeds() -> Iterator[tuple[str, str, float]]:
    """Yield robot, description and time per state [us]."""
    for name in ROBOTS:
        for what, microseconds in _speeds_of(parados.load(name).compile()):
            yield name, what, microseconds


def _speeds_of(model: Model) -> Iterator[tuple[str, float]]:
    x, xd, xdd = states(model, COUNT)
    reachable = np.isfinite(_quiet(model, x, xd, xdd)).all(axis=1)
    x, xd, xdd = (np.ascontiguousarray(a[reachable]) for a in (x, xd, xdd))
    count = len(x)
    kernel = model.kernel("inverse_dynamics")
    inputs = {"x": x, "xd": xd, "xdd": xdd, "mode": model.signs()}
    outputs = {key: np.empty((count, *shape)) for key, shape in zip(kernel.outputs, kernel.shapes, strict=True)}
    yield "inverse dynamics, C loop", best_of(lambda: kernel(count, inputs, outputs)) / count * 1e6
    yield "inverse dynamics, Python, stack of 100,000", best_of(lambda: model.inverse_dynamics(x, xd, xdd)) / count * 1e6
    tau = model.inverse_dynamics(x, xd, xdd)
    yield "direct dynamics, Python, stack of 100,000", best_of(lambda: model.forward_dynamics(x, xd, tau)) / count * 1e6
    one = best_of(lambda: [model.inverse_dynamics(x[k], xd[k], xdd[k]) for k in range(500)])
    yield "inverse dynamics, Python, one state per call", one / 500 * 1e6


def _quiet(model: Model, *states: np.ndarray) -> np.ndarray:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.inverse_dynamics(*states)
