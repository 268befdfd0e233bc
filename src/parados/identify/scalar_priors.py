"""Dynamic parameters beside the inertias of the bodies: rotors, friction, springs, offsets; their signs, priors and scales."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["NOT_NEGATIVE", "ScalarPrior", "scalar_prior"]

Array = NDArray[np.float64]

NOT_NEGATIVE = ("m", "ia", "fv", "fs", "fn", "k", "c", "vi")
"""Kinds of parameters that are not negative: point masses, rotors, friction, springs, damping; fb, f0, e and f have any sign."""


@dataclass(frozen=True)
class ScalarPrior:
    """The prior of one number.

    Attributes
    ----------
    name, place : its name and its place among the standard parameters
    prior : the number of the file, or that of the caller [SI units]
    scale : size of a large change; the program computes with y = value / scale
    positive : True if the number may not be negative
    logarithmic : True if the distance is that of a positive number from a positive prior, y - log y - 1
    """

    name: str
    place: int
    prior: float
    scale: float
    positive: bool
    logarithmic: bool


def scalar_prior(name: str, place: int, prior: float, largest: float) -> ScalarPrior:
    """Return the prior of a number.

    largest : the value with which this parameter alone would explain as much as all the efforts; the scale if the prior is zero
    """
    positive = name.partition("_")[0] in NOT_NEGATIVE
    logarithmic = positive and prior > 0
    scale = abs(prior) if prior else largest
    return ScalarPrior(name, place, prior, scale or 1.0, positive, logarithmic)
