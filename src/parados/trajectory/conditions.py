"""Build polynomials of any degree from conditions on position, velocity, acceleration and jerk at any times.

Conditions at the instant `about` give coefficients directly and are met exactly. The others are rows of a linear system in
normalised time, solved by orthogonal factorisation with one step of refinement. If the conditions leave some coefficients free,
these minimise the mean square of a derivative (by default the jerk) over the duration.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import items, positive, vector, whole
from parados.errors import InputError
from parados.trajectory.constrained_least import solved
from parados.trajectory.motion_arguments import check_length, instant
from parados.trajectory.polynomials import Polynomials

__all__ = ["Condition", "polynomials_from_conditions"]

Array = NDArray[np.float64]

RESIDUAL = 1e-12
"""Largest error of a condition, as a part of the largest condition in normalised time."""

ROUND_OFF = 1e-15
"""Additional error allowed for round-off, as a part of the terms that add up to a condition."""

MOST = 61
"""Largest number of conditions: the number of coefficients of a polynomial of degree 60."""

LARGEST = 1e8
"""Largest coefficient, in units of the largest condition; with larger ones half of the digits are lost."""


class Condition(NamedTuple):
    """Condition: the derivative of order 0 (position) to 3 (jerk) has the value (n,) at a time [s]."""

    time: float
    order: int
    value: ArrayLike


def polynomials_from_conditions(
    conditions: Sequence[Condition], duration: float, *, degree: int | None = None, about: float = 0.0, minimise: int = 3
) -> Polynomials:
    """Build the polynomials over [0, duration] that meet the conditions (Briot & Khalil appendix D, for any conditions).

    Parameters
    ----------
    conditions : conditions on all coordinates, at times in [0, duration]
    duration : [s]
    degree : of the polynomials; by default, one less than the number of conditions
    about : instant [s] near which values must be exact to round-off, for example the instant at which a singularity is crossed
    minimise : order of the derivative whose mean square is minimised if `degree` leaves coefficients free
    """
    T = positive("duration", duration)
    checked = _checked(conditions, T)
    size = len(checked) if degree is None else whole("degree", degree, 0, 60) + 1
    a = instant("about", about, 0.0, T)
    u = np.array([(c.time - a) / T for c in checked])
    A = np.array([_row(u_i, c.order, size) for u_i, c in zip(u, checked, strict=True)])
    b = np.array([np.asarray(c.value) * T**c.order for c in checked])
    reach = max(a, T - a) / T
    W = _energy_rows(size, whole("minimise", minimise, 1, 12), -a / T, 1 - a / T)
    coefficients = solved(A, b, W, reach ** -np.arange(size, dtype=float))
    _check_residual(A, coefficients, b, checked)
    return Polynomials(coefficients.T, T, a)


def _checked(conditions: Sequence[Condition], duration: float) -> list[Condition]:
    given = items("conditions", conditions, "a list of Condition(time, order, value)")
    if not 0 < len(given) <= MOST:
        raise InputError(f"conditions: 1 to {MOST} conditions are accepted, not {len(given)}")
    checked: list[Condition] = []
    for k, one in enumerate(given):
        time, order, value = items(f"conditions[{k}]", one, "Condition(time, order, value)", 3)
        at = instant(f"conditions[{k}].time", time, 0.0, duration)
        x = vector(f"conditions[{k}].value", value)
        if checked:
            check_length(f"conditions[{k}].value", x, len(np.asarray(checked[0].value)), "conditions[0].value")
        checked.append(Condition(at, whole(f"conditions[{k}].order", order, 0, 3), x))
    keys = [(c.time, c.order) for c in checked]
    for k, key in enumerate(keys):
        if key in keys[:k]:
            raise InputError(
                f"conditions[{k}]: conditions[{keys.index(key)}] already prescribes derivative {key[1]} at {key[0]:g} s"
            )
    return checked


def _row(u: float, order: int, size: int) -> Array:
    """Return the derivatives of the given order of 1, u, u^2, ... (size,)."""
    return np.array([factorial(k) // factorial(k - order) * u ** (k - order) if k >= order else 0.0 for k in range(size)])


def _energy_rows(size: int, order: int, low: float, high: float) -> Array:
    """Return W (size, size) with |W c|^2 the mean square of a derivative; Gauss-Legendre quadrature is exact here."""
    nodes, weights = np.polynomial.legendre.leggauss(size)
    u = 0.5 * (low + high) + 0.5 * (high - low) * nodes
    return np.array([np.sqrt(0.5 * w) * _row(u_i, order, size) for u_i, w in zip(u, weights, strict=True)])


def _check_residual(A: Array, c: Array, b: Array, conditions: Sequence[Condition]) -> None:
    """Reject polynomials that are inaccurate because large coefficients of opposite signs cancel."""
    missed, size = np.abs(A @ c - b).max(axis=1), float(np.abs(b).max())
    worst = int(missed.argmax())
    if (
        missed[worst] > RESIDUAL * size + ROUND_OFF * float((np.abs(A) @ np.abs(c))[worst].max())
        or np.abs(c).max() > LARGEST * size
    ):
        order, time, degree = conditions[worst].order, conditions[worst].time, A.shape[1] - 1
        raise InputError(
            f"conditions: a polynomial of degree {degree} misses them by {missed[worst] / size:.1e} of the largest one "
            f"(derivative {order} at {time:g} s); give fewer conditions, increase the time between them, or use a spline"
        )
