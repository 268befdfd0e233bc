"""Times of flexible robots: frequencies of one pose compared with the eigenvalue problem alone, a map, and a simulation."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator

import numpy as np
from scipy.linalg import eigh

import parados
from benchmarks.timing import best_of
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.trajectory import point_by_point

__all__ = ["flexible"]

POSE = [0.05, 0.02, -0.4]
POSES = 10_000


def flexible() -> Iterator[tuple[str, float, str]]:
    """Yield description, number and unit of each measurement; ratios are from one run."""
    model = parados.load("navaro").compile()
    out = model.quietly("elastic_matrices", [POSE])
    M, K = out["mass"][0], out["stiffness"][0]
    bare = best_of(lambda: [eigh(K, M, eigvals_only=True) for _ in range(100)]) / 100
    ours = best_of(lambda: [model.natural_frequencies(POSE) for _ in range(100)]) / 100
    yield "90 x 90 eigenvalue problem of NaVARo alone", bare * 1e3, "ms"
    yield "matrices and 90 frequencies of NaVARo from Python", ours * 1e3, "ms"
    yield "ratio of the two", ours / bare, "-"
    x = np.random.default_rng(0).uniform([-0.08, -0.08, -1.0], [0.08, 0.08, -0.2], (POSES, 3))
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.natural_frequencies(x, count=5)
    yield f"map of {POSES} poses, five frequencies each", time.perf_counter() - start, "s"
    yield "square of the DualEMPS (10 s, section 10.7), simulated", _square(), "s"


def _square() -> float:
    """Return the seconds that the first trajectory of section 10.7 takes, without the time to compile the kernels."""
    model = parados.load("dualemps").compile("vm")
    simulation = ElasticSimulation.at(model, [0.28, 0.84 * np.sqrt(8) / 3], friction=False)
    corners = 0.2 * np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
    motion = point_by_point(corners, travel=1.8, stop=0.7)
    simulation.prescribed(motion, 0.01, 1e-3)
    start = time.perf_counter()
    simulation.prescribed(motion, motion.duration, 1e-3)
    return time.perf_counter() - start
