"""Corner between two lines with a continuous third derivative.

The direction turns from u to v by a smooth step w(r) from 0 to 1 with r = s / (2 b), two derivatives of which are zero at both
ends, and whose mean is 1/2:

    p'(s) = (1 - w) u + w v        w = 10 r^3 - 15 r^4 + 6 r^5        0 <= s <= 2 b

The corner leaves the first line the length b before the corner point and joins the second line b after it. It is the sum of
two motions that overlap, as in pick-and-place cycles. The parameter s is the length along the two lines; the corner itself is
shorter.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from parados.trajectory.geometric_paths import GeometricPath
from parados.trajectory.power_sums import OneState

__all__ = ["SmoothCorner"]

Array = NDArray[np.float64]

STEP = Polynomial([0, 0, 0, 10, -15, 6])
TURNED = [STEP.integ(), STEP, STEP.deriv(1), STEP.deriv(2)]
"""The integral of w over r, w, and two derivatives."""

COLUMNS = [turned.coef[::-1].tolist() for turned in TURNED[:3]]


class SmoothCorner(GeometricPath):
    """Corner from `before` (n,), along the unit vector u, to `before` + b (u + v), along the unit vector v."""

    def __init__(self, before: Array, u: Array, v: Array, b: float) -> None:
        super().__init__(len(before), 2 * b)
        self.before, self.u, self.v = before, u, v

    def derivative(self, s: Array, k: int) -> Array:
        r = (s / self.length)[:, None]
        turned = self.length ** (1 - k) * TURNED[k](r)
        straight = self.before + s[:, None] * self.u if k == 0 else self.u if k == 1 else 0.0
        return np.asarray(straight + turned * (self.v - self.u))

    def _at(self, s: float) -> OneState:
        L, (w0, w1, w2) = self.length, (_horner(column, s / self.length) for column in COLUMNS)
        u, change = self.u.tolist(), (self.v - self.u).tolist()
        p = [a + s * b + L * w0 * c for a, b, c in zip(self.before.tolist(), u, change, strict=True)]
        return p, [b + w1 * c for b, c in zip(u, change, strict=True)], [L**-1 * w2 * c for c in change]


def _horner(coefficients: list[float], r: float) -> float:
    """Return a polynomial at r as NumPy does, given its coefficients from the highest power on."""
    value = 0.0
    for c in coefficients:
        value = value * r + c
    return value
