"""Trigonometric splines: each piece is a sum of a constant, t, cos and sin; the acceleration is continuous."""

from __future__ import annotations

from bisect import bisect_right
from math import factorial

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.power_sums import OneState

__all__ = ["TrigonometricSpline"]

Array = NDArray[np.float64]

SLOWEST = 1e-2
"""Smallest angular frequency times duration. Below, cosine and constant cancel, and the curve is nearly a cubic spline."""

TERMS = range(1, 16)
"""Terms of the power series below; they are exact to round-off up to half a period."""


class TrigonometricSpline(Trajectory):
    """Spline x = a + b tau + c cos(w tau) + d sin(w tau) between two points; tau is the time since the first of them.

    As for a cubic spline, the four constants of each piece follow from the points and from continuous velocity and acceleration;
    for w -> 0 the spline becomes cubic. A motion a + b t + c cos(w t) + d sin(w t) that meets the conditions at the ends is
    reproduced exactly. Between two points at rest, with half a period as duration, the motion is the half cosine.

    Parameters
    ----------
    times : (k,) [s]
    points : (k, n)
    frequency : w [rad/s]; half a period must not be shorter than the longest piece
    ends : "rest", "natural" or "periodic"
    """

    def __init__(self, times: Array, points: Array, frequency: float, ends: str) -> None:
        span, longest = float(times[-1] - times[0]), float(np.diff(times).max())
        if frequency * span < SLOWEST:
            raise InputError(f"frequency: {frequency:g} rad/s is too slow for {span:g} s; use a cubic spline")
        if frequency * longest > np.pi * (1 + 1e-12 if ends == "rest" else 0.999):
            raise InputError(
                f"frequency: {frequency:g} rad/s swings half a period or more in the longest piece, {longest:g} s; "
                f"stay below {np.pi / longest:g} rad/s, or add points"
            )
        super().__init__(points.shape[1], span, float(times[0]))
        self.knots, self.frequency = times, frequency
        theta = frequency * np.diff(times)
        self.pieces = _pieces(theta, frequency, points, _velocities(theta, frequency, points, ends))

    @property
    def breaks(self) -> Array:
        return self.knots

    def _derivative(self, t: Array, k: int) -> Array:
        i = np.clip(np.searchsorted(self.knots, t, side="right") - 1, 0, len(self.knots) - 2)
        a, b, c, d = self.pieces[:, i]
        tau = (t - self.knots[i])[:, None]
        cosine, sine = np.cos(self.frequency * tau), np.sin(self.frequency * tau)
        turned = ((cosine, sine), (-sine, cosine), (-cosine, -sine), (sine, -cosine))[k % 4]
        swing = self.frequency**k * (c * turned[0] + d * turned[1])
        return swing + (a + b * tau if k == 0 else b if k == 1 else 0.0)

    def _at(self, t: float) -> OneState:
        i = min(bisect_right(self.knots, t), len(self.knots) - 1) - 1
        tau, w = t - float(self.knots[i]), self.frequency
        c, s = float(np.cos(w * tau)), float(np.sin(w * tau))
        x, xd, xdd = [], [], []
        for a, b, of_cosine, of_sine in self.pieces[:, i].T.tolist():
            swing = of_cosine * c + of_sine * s
            x.append(swing + (a + b * tau))
            xd.append(w * (of_sine * c - of_cosine * s) + b)
            xdd.append(-(w**2) * swing)
        return x, xd, xdd


def _sine_lag(theta: Array) -> Array:
    """Return theta - sin(theta), without cancellation."""
    return np.asarray(sum((-1) ** (j + 1) * theta ** (2 * j + 1) / factorial(2 * j + 1) for j in TERMS))


def _tangent_lag(theta: Array) -> Array:
    """Return sin(theta) - theta cos(theta), without cancellation."""
    return np.asarray(sum((-1) ** (j + 1) * 2 * j * theta ** (2 * j + 1) / factorial(2 * j + 1) for j in TERMS))


def _determinant(theta: Array) -> Array:
    """Return 2 - 2 cos(theta) - theta sin(theta), the determinant of the four equations of a piece."""
    return 4 * np.sin(theta / 2) * _tangent_lag(theta / 2)


def _velocities(theta: Array, w: float, y: Array, ends: str) -> Array:
    """Return the velocities (k, n) at the points for which the acceleration is continuous.

    With the velocities v0, v1 at its ends, a piece has the accelerations D xdd(0) / w = push - own v0 - other v1 and
    D xdd(h) / w = own v1 + other v0 - push, where D is its determinant, own = sin - theta cos, other = theta - sin and
    push = w (1 - cos) (y1 - y0).
    """
    D, k = _determinant(theta), len(y)
    own, other = _tangent_lag(theta) / D, _sine_lag(theta) / D
    push = (2 * w * np.sin(theta / 2) ** 2 / D)[:, None] * np.diff(y, axis=0)
    A, b = np.zeros((k, k)), np.zeros(y.shape)
    for i in range(k - 1):  # each piece adds to the equations at both of its ends
        A[i : i + 2, i : i + 2] += [[own[i], other[i]], [other[i], own[i]]]
        b[i : i + 2] += push[i]
    if ends == "rest":
        A[0], A[-1] = np.eye(k)[0], np.eye(k)[-1]
        b[0] = b[-1] = 0.0
    elif ends == "periodic":  # the last point is the first: one equation for both, and the same velocity
        A[0] += A[-1]
        b[0] += b[-1]
        A[-1], b[-1] = np.eye(k)[-1] - np.eye(k)[0], 0.0
    return np.asarray(np.linalg.solve(A, b))


def _pieces(theta: Array, w: float, y: Array, v: Array) -> Array:
    """Return the constants a, b, c, d of all pieces (4, k - 1, n)."""
    theta = theta[:, None]
    D, versine = _determinant(theta), 2 * np.sin(theta / 2) ** 2
    dv, dy = np.diff(v, axis=0) / w, np.diff(y, axis=0) - v[:-1] * theta / w
    c = (_sine_lag(theta) * dv - versine * dy) / D
    d = (np.sin(theta) * dy - versine * dv) / D
    return np.stack([y[:-1] - c, v[:-1] - w * d, c, d])
