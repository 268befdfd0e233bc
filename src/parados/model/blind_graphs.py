"""Find graphs that give finite results at poses out of reach.

If a leg does not reach a pose, a root of the inverse geometry is NaN, and so is every result that contains this root. Other
results stay finite: the sliders of a Tripteron depend on x only, even where its arms are too short. Such a graph is called
blind; its results are checked by the discriminants.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.closed_samples import Samples
from parados.geometry.survey import Survey
from parados.graph.virtual_machine import run_rows

__all__ = ["is_blind"]

Array = NDArray[np.float64]

POSES = 8
"""Number of poses that are tried around each sampled state, at small and large distances."""


def is_blind(function: ca.Function, survey: Survey, states: Array) -> bool:
    """Tell whether a graph gives finite results at a pose that a leg does not reach.

    states : (n, total size of the inputs) inputs of the function, x first, one row for each sample of the survey
    """
    geometry = survey.geometry
    if not geometry.discriminant:
        return False
    n_x, count = geometry.x.numel(), POSES * len(states)
    rng = np.random.default_rng(2)
    away = rng.normal(size=(count, n_x)) * (survey.upper - survey.lower).max() * 10 ** rng.uniform(-1, 1.5, (count, 1))
    if geometry.mechanism.platform.is_quaternion:
        away[:, 3:7] = 0.0
    far = np.repeat(states, POSES, axis=0)
    far[:, :n_x] += away
    known = survey.samples.named(geometry)
    rest = [np.repeat(known[name], POSES, axis=0) for name in ("parameters", "mode")]
    cuts = np.cumsum([function.numel_in(k) for k in range(function.n_in())])[:-1]
    with np.errstate(all="ignore"):
        reach = Samples(np.hstack([far[:, :n_x], *rest])).values(geometry, geometry.discriminants())[:, :, 0]
        far = far[(reach < 0).any(axis=1)]
        if not len(far):
            return False
        results = run_rows(function, np.split(far, cuts, axis=1), len(far))[:-1]
    return bool(np.logical_and.reduce([np.isfinite(result).all(axis=(1, 2)) for result in results]).any())
