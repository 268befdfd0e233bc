"""Speed laws s(t) from 0 to a length, at rest at both ends.

`trapezoidal` accelerates, coasts and brakes with constant acceleration; `jerk_limited` rounds both ramps with constant jerk
(seven segments). Both are the fastest laws within their limits. If the length is too short, some limits are not reached.

References
----------
L. Biagiotti, C. Melchiorri, Trajectory Planning for Automatic Machines and Robots, Springer 2008, sections 3.2 and 3.4.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from parados.arguments import positive, word
from parados.trajectory.base import Trajectory
from parados.trajectory.piecewise import Piecewise, from_top_derivative
from parados.trajectory.polynomials import Polynomials

__all__ = ["LAWS", "jerk_limited", "law_over", "trapezoidal"]

RAMP = 1 / 3
"""Part of a given duration in which trapezoidal and jerk-limited laws accelerate; braking takes the same part."""

POLYNOMIALS = {
    "cubic": (0.0, 0.0, 3.0, -2.0),
    "quintic": (0.0, 0.0, 0.0, 10.0, -15.0, 6.0),  # Briot & Khalil (D.13), whose last two are exchanged in print
    "septic": (0.0, 0.0, 0.0, 0.0, 35.0, -84.0, 70.0, -20.0),
}
LAWS = (*POLYNOMIALS, "trapezoidal", "jerk-limited")


def trapezoidal(length: float, v_max: float, a_max: float) -> Piecewise:
    """Build the fastest law s(t) [m or rad] with |sd| <= v_max and |sdd| <= a_max."""
    L = positive("length", length, "m or rad")
    v, a = positive("v_max", v_max, "m/s or rad/s"), positive("a_max", a_max, "m/s^2 or rad/s^2")
    ramp, coast = (v / a, L / v - v / a) if L * a >= v * v else (sqrt(L / a), 0.0)
    return _trapezoid(L, ramp, coast)


def jerk_limited(length: float, v_max: float, a_max: float, j_max: float) -> Piecewise:
    """Build the fastest law s(t) [m or rad] with |sd| <= v_max, |sdd| <= a_max and |sddd| <= j_max."""
    L = positive("length", length, "m or rad")
    v, a = positive("v_max", v_max, "m/s or rad/s"), positive("a_max", a_max, "m/s^2 or rad/s^2")
    j = positive("j_max", j_max, "m/s^3 or rad/s^3")
    bend, ramp = (a / j, a / j + v / a) if v * j >= a * a else (sqrt(v / j), 2 * sqrt(v / j))
    coast = L / v - ramp
    if coast < 0:  # v_max is not reached; a_max is, if the length is sufficient
        coast = 0.0
        bend = min(a / j, float(np.cbrt(L / (2 * j))))
        ramp = bend / 2 + sqrt(bend * bend / 4 + L / a) if bend == a / j else 2 * bend
    return _s_curve(L, bend, ramp, coast)


def law_over(length: float, duration: float, law: str) -> Trajectory:
    """Build s(t) of a named law over a given duration [s]."""
    T = positive("duration", duration)
    word("law", law, LAWS)
    if law in POLYNOMIALS:
        return Polynomials(length * np.array([POLYNOMIALS[law]]), T)
    if law == "trapezoidal":
        return _trapezoid(length, RAMP * T, (1 - 2 * RAMP) * T, T)
    return _s_curve(length, RAMP * T / 3, RAMP * T, (1 - 2 * RAMP) * T, T)


def _trapezoid(length: float, ramp: float, coast: float, duration: float | None = None) -> Piecewise:
    return from_top_derivative((ramp, coast, ramp), (1.0, 0.0, -1.0), 2, length, duration)


def _s_curve(length: float, bend: float, ramp: float, coast: float, duration: float | None = None) -> Piecewise:
    steps = (bend, max(ramp - 2 * bend, 0.0), bend)
    return from_top_derivative((*steps, coast, *steps), (1.0, 0.0, -1.0, 0.0, -1.0, 0.0, 1.0), 3, length, duration)
