"""Scatter of a quantity over robots whose live parameters are drawn at random within their tolerances."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, report_progress, whole, word
from parados.errors import InputError
from parados.model.model import Model
from parados.sensitivity.asked_quantity import asked_quantity
from parados.sensitivity.output_names import outputs_of
from parados.sensitivity.random_robots import MonteCarlo
from parados.sensitivity.tolerances import Tolerances, read_tolerances
from parados.sensitivity.varied_quantity import CHUNK, VariedQuantity

__all__ = ["MonteCarlo", "monte_carlo"]

Array = NDArray[np.float64]

SIGMAS = 3.0
"""With normal distributions, a tolerance is this many standard deviations."""

MOST = 50_000_000
"""Largest number of computed values, samples times states times outputs (0.4 GB)."""

MOST_SAMPLES = 1_000_000


def monte_carlo(
    model: Model,
    quantity: str,
    *states: Any,
    tolerances: Tolerances = None,
    samples: int = 1000,
    seed: int = 0,
    distribution: str = "uniform",
    mode: ArrayLike | None = None,
    times: ArrayLike | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> MonteCarlo:
    """Draw robots with independent random parameters within the tolerances, and evaluate a quantity for each of them.

    Robots without a result at a state are NaN; the result counts them, and one warning names the first. Other arguments as in
    `sensitivity`.

    samples : number of robots
    seed : the same seed gives the same robots
    distribution : "uniform" within the tolerances, or "normal", where a tolerance is three standard deviations
    progress : function progress(done, total), called with the numbers of robots done and in total
    """
    check_progress(progress)
    count = whole("samples", samples, 2, MOST_SAMPLES, "a number of robots")
    rng = np.random.default_rng(whole("seed", seed, 0))
    word("distribution", distribution, ("uniform", "normal"))
    asked = asked_quantity(model, quantity, states, times, {"mode": mode, **options})
    deviations, _ = read_tolerances(asked.model, tolerances)
    values = asked.nominal()
    if count * values.size > MOST:
        raise InputError(f"samples: {count:,} robots with {values.size:,} values each are too many; stay below {MOST:,} in all")
    shape = (count, len(deviations))
    drawn = rng.uniform(-1.0, 1.0, shape) if distribution == "uniform" else rng.standard_normal(shape) / SIGMAS
    designs = asked.live + deviations * drawn
    found = _evaluated(asked, designs, values, progress)
    return MonteCarlo(
        quantity=quantity,
        outputs=outputs_of(asked.model, quantity, values.shape[1]),
        parameters=tuple(asked.model.labels["parameters"]),
        tolerances=deviations,
        assumed=tolerances is None,
        distribution=distribution,
        seed=int(seed),
        designs=designs,
        values=asked.unstack(values),
        samples=found if asked.stacked else found[:, 0],
        times=asked.times,
    )


def _evaluated(asked: VariedQuantity, designs: Array, values: Array, progress: Progress | None) -> Array:
    """(S, N, n_f) values of robots (S, n_p) at all states, in chunks of whole robots."""
    total, count = len(designs), asked.count
    found, step = np.full((total, *values.shape), np.nan), max(1, CHUNK // count)
    for start in range(0, total, step):
        own = designs[start : start + step]
        rows = np.tile(np.arange(count), len(own))
        found[start : start + step] = asked.at(np.repeat(own, count, axis=0), rows, values).reshape(len(own), *values.shape)
        report_progress(progress, min(start + step, total), total)
    failed = np.flatnonzero(~np.isfinite(found).all(axis=2) & np.isfinite(values).all(axis=1))
    if len(failed):
        first, state = divmod(int(failed[0]), count)
        asked.report(failed, total * count, designs[first], state)
    return found
