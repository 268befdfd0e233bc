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

__all__ = ["SmoothCorner"]

Array = NDArray[np.float64]

STEP = Polynomial([0, 0, 0, 10, -15, 6])


class SmoothCorner(GeometricPath):
    """Corner from `before` (n,), along the unit vector u, to `before` + b (u + v), along the unit vector v."""

    def __init__(self, before: Array, u: Array, v: Array, b: float) -> None:
        super().__init__(len(before), 2 * b)
        self.before, self.u, self.v = before, u, v

    def derivative(self, s: Array, k: int) -> Array:
        r = (s / self.length)[:, None]
        turned = self.length ** (1 - k) * (STEP.integ() if k == 0 else STEP.deriv(k - 1) if k > 1 else STEP)(r)
        straight = self.before + s[:, None] * self.u if k == 0 else self.u if k == 1 else 0.0
        return np.asarray(straight + turned * (self.v - self.u))
