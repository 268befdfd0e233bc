"""Suspicions about measured efforts: wrong units, wrong signs, exchanged columns, offsets, by comparison with a model's efforts.

A model with wrong masses still has efforts of about the right shape. Its correlation with the measured efforts tells a wrong sign
and exchanged columns, the ratio of sizes tells wrong units.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["correlations", "effort_suspicions"]

Array = NDArray[np.float64]

ALIKE = 0.85
"""Correlation from which two efforts have the same shape."""

LESS = 0.3
"""What the model of another actuator leaves of an effort, over what its own leaves, from which both seem exchanged."""

FACTOR = 5.0
"""Ratio of measured and predicted efforts of the same shape from which units or gains are suspected."""

OFFSET = 0.5
"""Mean of the errors, in standard deviations of the measured effort, from which an offset is suspected."""


def correlations(measured: Array, predicted: Array) -> Array:
    """(n, n) correlations of measured efforts (rows) with predicted ones (columns), each (N, n); 0 for constant ones."""
    parts = []
    for values in (measured, predicted):
        centred = values - values.mean(axis=0)
        size = np.linalg.norm(centred, axis=0)
        parts.append(centred / np.where(size > 0, size, np.inf))
    return np.asarray(parts[0].T @ parts[1])


def effort_suspicions(measured: Array, predicted: Array, names: Sequence[str]) -> tuple[str, ...]:
    """Return what seems wrong with measured efforts (N, n), one sentence each; empty if nothing does."""
    C = correlations(measured, predicted)
    found, exchanged = _exchanged(C, names)
    found += _signs(C, names, exchanged)
    found += _factors(measured, predicted, C, names, exchanged)
    found += _offsets(measured, predicted, C, names)
    return tuple(found)


def _exchanged(C: Array, names: Sequence[str]) -> tuple[list[str], set[int]]:
    """Tell columns that fit the efforts of other actuators, by the assignment with the largest correlations."""
    from scipy.optimize import linear_sum_assignment

    _, order = linear_sum_assignment(-np.abs(C))
    moved = [int(i) for i in np.flatnonzero(order != np.arange(len(C)))]
    if not moved or any(not _fits_better(C, i, int(order[i])) for i in moved):
        return [], set()
    told = ", ".join(f"tau_{names[i]} fits the model's effort of {names[order[i]]}" for i in moved)
    return [f"The columns of efforts seem to be exchanged: {told} (correlations above {ALIKE})."], set(moved)


def _fits_better(C: Array, own: int, other: int) -> bool:
    """Tell whether a measured effort has the shape of another actuator's, and much more of it than of its own."""
    return bool(abs(C[own, other]) > ALIKE and 1 - C[own, other] ** 2 < LESS * (1 - C[own, own] ** 2))


def _signs(C: Array, names: Sequence[str], exchanged: set[int]) -> list[str]:
    wrong = [f"tau_{names[k]}" for k in range(len(C)) if C[k, k] < -ALIKE and k not in exchanged]
    if not wrong:
        return []
    one = len(wrong) == 1
    return [f"{', '.join(wrong)} {'has' if one else 'have'} the opposite sign of the model's: give negative gains."]


def _factors(measured: Array, predicted: Array, C: Array, names: Sequence[str], exchanged: set[int]) -> list[str]:
    """Tell efforts of the model's shape, but of another size."""
    found: dict[str, list[str]] = {}
    for k, name in enumerate(names):
        if abs(C[k, k]) < ALIKE or k in exchanged:
            continue
        factor = float(measured[:, k].std() / predicted[:, k].std())
        if not 1 / FACTOR < factor < FACTOR:
            exact = 10 ** round(np.log10(factor))
            found.setdefault(f"{exact if 0.7 < factor / exact < 1.4 else factor:.3g}", []).append(f"tau_{name}")
    return [
        f"{', '.join(some)} {'is' if len(some) == 1 else 'are'} about {factor} times the model's, but of the same shape: "
        "check units (N mm, mN m ...) and gains of the drives."
        for factor, some in found.items()
    ]


def _offsets(measured: Array, predicted: Array, C: Array, names: Sequence[str]) -> list[str]:
    """Tell efforts of the model's shape and size with a constant difference."""
    found = []
    for k, name in enumerate(names):
        error, spread = measured[:, k] - predicted[:, k], measured[:, k].std()
        alike = C[k, k] > ALIKE and 1 / FACTOR < spread / predicted[:, k].std() < FACTOR
        if alike and abs(error.mean()) > OFFSET * spread and error.std() < 0.5 * abs(error.mean()):
            found.append(
                f"tau_{name} differs from the model's by a constant {error.mean():.3g}: an offset of the sensor, or gravity."
            )
    return found
