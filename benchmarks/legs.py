"""Legs of the Gough-Stewart platform of Fried et al. on several processors, as ratios of times in the same run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.timing import best_of
from parados.graph.kernel import Kernel
from parados.sources.fried_gough_stewart.model import FriedGoughStewart, ParallelFried

__all__ = ["legs"]

STATES = 20_000


def legs() -> Iterator[tuple[str, float, str]]:
    """Yield description, figure and unit."""
    parallel, whole = ParallelFried(), Kernel(FriedGoughStewart().functions()["inverse_dynamics"])
    states = _states()
    one_by_one = best_of(lambda: whole(STATES, states))
    fewer = parallel.operations["path"] / whole.operations["total"]
    yield "one leg and the assembly over the whole robot, operations", fewer, "-"
    found = [leg(STATES, states) for leg in parallel.legs]
    inputs = {f"{name}_{i}": leg[name][..., 0] for i, leg in enumerate(found, 1) for name in ("n", "CB", "f_D")}
    inputs["F"] = parallel.platform(STATES, states)["F"][..., 0]
    path = best_of(lambda: parallel.legs[0](STATES, states)) + best_of(lambda: parallel.assembly(STATES, inputs))
    yield "one leg and the assembly over the whole robot, times of one core", path / one_by_one, "-"
    for workers in (1, 2, 6):
        together = best_of(lambda n=workers: parallel(*states.values(), workers=n))  # type: ignore[misc]
        yield f"six legs on {workers} threads of this machine over the whole robot on one", together / one_by_one, "-"


def _states() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    turn, shift, height = rng.uniform(-0.2, 0.2, (STATES, 3)), rng.uniform(-0.1, 0.1, (STATES, 2)), rng.uniform(0.95, 1.1, STATES)
    X = np.column_stack([turn, shift, height])
    return {"X": X, "Xd": rng.normal(size=(STATES, 6)), "Xdd": rng.normal(size=(STATES, 6))}
