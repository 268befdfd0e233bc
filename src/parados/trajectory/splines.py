"""Build splines through points at given times."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import positive, table, word
from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.motion_arguments import increasing
from parados.trajectory.piecewise import Piecewise, pieces_of
from parados.trajectory.trigonometric import TrigonometricSpline

__all__ = ["ENDS", "KINDS", "pieces_in_time", "through"]

Array = NDArray[np.float64]

KINDS = ("quintic", "cubic", "trigonometric")
ENDS = ("rest", "natural", "periodic")


def through(
    points: ArrayLike, times: ArrayLike, *, kind: str = "quintic", ends: str = "rest", frequency: float | None = None
) -> Trajectory:
    """Build a smooth motion that passes points (k, n) at increasing times (k,) [s].

    Parameters
    ----------
    kind : "quintic" (continuous to the fourth derivative), "cubic" (continuous acceleration) or "trigonometric" (continuous
        acceleration, made of a constant, t, cos and sin: see `TrigonometricSpline`)
    ends : conditions at both ends. "rest": zero velocity, and for quintics zero acceleration; "natural": zero acceleration, for
        quintics instead zero third and fourth derivative; "periodic": the last point equals the first, and so do all continuous
        derivatives
    frequency : angular frequency of a trigonometric spline [rad/s]; by default the whole motion is half a period
    """
    x = table("points", points, 2)
    t = increasing("times", times, len(x))
    word("kind", kind, KINDS)
    word("ends", ends, ENDS)
    if frequency is not None and kind != "trigonometric":
        raise InputError(f"frequency: only a trigonometric spline has a frequency, not a {kind} spline")
    if ends == "periodic":
        x = _closed(x, 6 if kind == "quintic" else 3)
    if kind == "trigonometric":
        rate = np.pi / (t[-1] - t[0]) if frequency is None else positive("frequency", frequency, "rad/s")
        return TrigonometricSpline(t, x, rate, ends)
    return Piecewise(_cubic(t, x, ends) if kind == "cubic" else _quintic(t, x, ends))


def _closed(x: Array, least: int) -> Array:
    """Return the points with the last one exactly equal to the first."""
    if np.abs(x[-1] - x[0]).max() > 1e-12 * max(float(np.abs(x).max()), 1e-300):
        raise InputError("points: a periodic motion ends where it starts, but the last point differs from the first")
    if len(x) < least:
        raise InputError(f"points: a periodic spline of this kind needs {least} points or more, not {len(x)}")
    return np.vstack([x[:-1], x[:1]])


def _cubic(t: Array, x: Array, ends: str) -> Any:
    from scipy.interpolate import CubicSpline

    return CubicSpline(t, x, bc_type={"rest": "clamped"}.get(ends, ends))


def _quintic(t: Array, x: Array, ends: str) -> Any:
    """Compute a quintic spline in normalised time, with two conditions at each end, or none if it is periodic."""
    from scipy.interpolate import make_interp_spline

    if ends == "natural" and len(t) < 3:
        raise InputError("points: a quintic with natural ends needs 3 points or more, since many curves pass 2; use ends='rest'")
    still = np.zeros(x.shape[1])
    first, second = {"rest": (1, 2), "natural": (3, 4), "periodic": (0, 0)}[ends]
    end = [(first, still), (second, still)]
    scale = (t[-1] - t[0]) / (len(t) - 1)
    u = (t - t[0]) / scale
    spline = pieces_of(make_interp_spline(u, x, k=5, bc_type="periodic" if ends == "periodic" else (end, end)))
    return pieces_in_time(spline, t, scale)


def pieces_in_time(spline: Any, t: Array, scale: float) -> Any:
    """Convert pieces over u to pieces over time t[0] + scale u, which end exactly at t[-1]."""
    from scipy.interpolate import PPoly

    powers = scale ** -np.arange(len(spline.c) - 1.0, -1.0, -1.0)
    breaks = t[0] + scale * spline.x
    breaks[-1] = t[-1]
    return PPoly(spline.c * powers[:, None, None], breaks)
