"""Standard deviations of measured columns: given by column or by kind, or estimated from the residuals of a first fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance, number, positive, word
from parados.calibration.measured_quantities import MeasuredQuantities
from parados.errors import InputError

__all__ = ["FIRST", "estimated_noise", "given_noise"]

Array = NDArray[np.float64]

FIRST = {"lengths": 1e-4, "angles": 1e-4, "pixels": 0.1}
"""Noise of the first fit if none is given [m, rad, pixels]; only ratios of different kinds matter."""

EXACT = 1e-3
"""Standard deviation of encoders without noise, as a part of the smallest other one: their share of the error is 1e-6."""


LEAST = 1e-9
"""Smallest noise that is estimated [m, rad, pixels], or part of the largest reading: with less noise than that, round-off of the
readings would count as errors, above all that of the encoders, which are `EXACT` times more accurate."""


def given_noise(quantities: MeasuredQuantities, noise: Any) -> Array:
    """(m,) standard deviations of the columns; None stands for `FIRST`.

    noise : one number [m, rad] for all columns but the encoders, or a mapping of columns, or of the kinds lengths, angles, pixels
        and encoders, to numbers. Encoders of actuated joints are exact unless they are named
    """
    kinds = [*FIRST, "encoders"]
    given: Mapping[str, Any] = FIRST if noise is None else {}
    if noise is not None and not isinstance(noise, Mapping):
        given = dict.fromkeys(FIRST, positive("noise", noise, "m, rad"))
    elif noise is not None:
        given = instance("noise", noise, Mapping, "a mapping of columns or kinds to standard deviations")
        for key, value in given.items():
            word("noise", key, [*kinds, *quantities.columns], InputError, "a column or a kind of columns")
            number(f"noise: {key}", value, least=0.0, expected="a standard deviation, at least 0,")
    sigma = np.zeros(len(quantities.columns))
    for k, (column, kind) in enumerate(zip(quantities.columns, quantities.kinds, strict=True)):
        if column not in given and kind not in given and kind != "encoders":
            raise InputError(f"noise: the standard deviation of {column} is missing; give it for {column}, or for all {kind}")
        sigma[k] = float(given.get(column, given.get(kind, 0.0)))
        if sigma[k] == 0 and kind != "encoders":
            raise InputError(f"noise: the standard deviation of {column} must be positive; only encoders can be exact")
    if quantities.actuated.sum() > quantities.model.mechanism.n_dof and not sigma[quantities.actuated].all():
        raise InputError(
            f"noise: {quantities.model.spec.name} has more actuators than degrees of freedom, so its encoders are measurements "
            "too; give noise with the standard deviation of the encoders"
        )
    smallest = sigma[~quantities.actuated].min()
    return np.where(sigma > 0, sigma, EXACT * smallest)


def estimated_noise(quantities: MeasuredQuantities, errors: Array, readings: Array, sigma: Array, freedom: float) -> Array:
    """(m,) standard deviations from residuals `errors` (N, m) [SI units], one for each kind; those of exact encoders follow.

    readings : (N, m) measurements, whose round-off is the least noise
    freedom : part of the residuals' degrees of freedom that poses and parameters have left
    """
    found = sigma.copy()
    for kind in FIRST:
        own = np.array([one == kind for one in quantities.kinds])
        if own.any():
            least = LEAST * max(1.0, float(np.abs(readings[:, own]).max()))
            found[own] = max(float(np.sqrt((errors[:, own] ** 2).mean() / freedom)), least)
    found[quantities.actuated] = EXACT * found[~quantities.actuated].min()
    return found
