"""Check the assembly mode of a log: does another assembly mode of the first row explain the efforts better?

The base parameters of a wrong assembly mode can explain a log nearly as well as the right ones, with numbers that no machine has.
Both fits have the same data and the same number of parameters: the difference of their log-likelihoods, freedom / 2 log(S / S'),
tells which assembly mode is the right one.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError, ParadosError
from parados.identify.gram_matrix import gram_factors
from parados.identify.least_squares import weighted
from parados.identify.log import Log
from parados.identify.motion_of_log import log_motion
from parados.identify.regression_rows import Regression

__all__ = ["check_assembly"]

Array = NDArray[np.float64]

MOST = 8
"""Largest number of other assembly modes that are tried."""

LIKELIER = 20.0
"""Difference of the log-likelihoods from which another assembly mode is the right one."""


def check_assembly(regression: Regression, log: Log, noise: Array, squares: float) -> None:
    """Raise InputError if another assembly mode of the first row of a log explains its efforts better.

    noise : (n_a,) of the fit;  squares : sum of squared residuals of this log, divided by the noise
    """
    base, motion = regression.base, regression.motions[0]
    if base.side != "efforts":
        return
    for x in _others(base.model, motion.q[0], motion.x[0]):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                other = log_motion(base.model, log, start=x)
                gram = gram_factors(Regression(base, [other]).rows())
        except ParadosError:
            continue  # this assembly mode does not reach the end of the log
        fewer = float(np.sum((gram.residuals(weighted(gram).values) / noise) ** 2))
        freedom = gram.count * gram.actuators - gram.parameters
        if freedom / 2 * np.log(squares / fewer) > LIKELIER:
            raise InputError(
                f"{log.name}: another assembly mode explains the efforts better, with a first pose near "
                f"{np.round(x, 4).tolist()} in place of {np.round(motion.x[0], 4).tolist()}; pass it as "
                "`start`, or strict=False to keep this one"
            )


def _others(model: Any, q: Array, x: Array) -> list[Array]:
    """Return the other assembly modes of joints q (n_a,)."""
    try:
        found = np.atleast_2d(model.assembly_modes(q).x)
    except ParadosError:
        return []
    apart = np.linalg.norm(found - x, axis=1) > 1e-3 * model.characteristic_length
    return list(found[apart][:MOST])
