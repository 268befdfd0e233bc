"""Build motions from samples: interpolating or smoothing splines and their derivatives."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import items, real_array, shown, table, whole
from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.cut_off import LEAST as LEAST_SPECTRUM
from parados.trajectory.cut_off import SPLINE, propose_cut_off
from parados.trajectory.motion_arguments import increasing
from parados.trajectory.piecewise import Piecewise, pieces_of
from parados.trajectory.regression_spline import regression_spline
from parados.trajectory.splines import pieces_in_time

__all__ = ["sampled"]

Array = NDArray[np.float64]

LEAST = 6
"""Least number of samples of a quintic spline."""

NOISIER = 1.3
"""Noise found in the samples, over the given one, from which a warning tells it; FITPACK then follows the noise."""


def sampled(
    times: ArrayLike, values: ArrayLike, *, smoothing: ArrayLike | str | None = None, unwrap: Sequence[int] = ()
) -> Trajectory:
    """Build a motion from samples (k, n) at times (k,) [s], k >= 6.

    Parameters
    ----------
    smoothing : None: a quintic spline through the samples. One number or (n,) numbers: the standard deviation of the noise of
        each coordinate; the result is the smoothest quintic spline (FITPACK) whose distance from the samples agrees with this
        noise; a warning tells if the samples have more noise, which the accelerations would follow. "auto": a spline of
        degree 7 whose cut-off frequency is found in the spectrum of each coordinate (`parados.trajectory.cut_off`); it needs
        40 samples.
    unwrap : numbers of the coordinates (0 for the first) that are angles [rad]; jumps of 2 pi are removed from them first
    """
    x = table("values", values, LEAST)
    t = increasing("times", times, len(x))
    for column in items("unwrap", unwrap, "a list of numbers of coordinates"):
        whole("unwrap", column, 0, x.shape[1] - 1, "the number of a coordinate")
        x[:, column] = np.unwrap(x[:, column])
    scale = (t[-1] - t[0]) / (len(t) - 1)
    return Piecewise(pieces_in_time(_spline((t - t[0]) / scale, x, smoothing), t, scale))


def _spline(u: Array, x: Array, smoothing: ArrayLike | str | None) -> Any:
    """Return the pieces of the spline over normalised time, in which the mean distance between samples is 1."""
    from scipy.interpolate import make_interp_spline

    if smoothing is None:
        return pieces_of(make_interp_spline(u, x, k=5))
    if isinstance(smoothing, str):
        if smoothing != "auto":
            raise InputError(f"smoothing: {shown(smoothing)} is not known; use auto, a standard deviation, or None")
        return _side_by_side([_band_limited(u, column) for column in x.T])
    noise = real_array("smoothing", smoothing)
    if noise.shape not in ((), (x.shape[1],)) or (noise <= 0).any():
        raise InputError(
            f"smoothing: one positive standard deviation or {x.shape[1]} are expected, not {shown(smoothing)}; "
            "None means no smoothing"
        )
    _warn_of_noise(u, x, np.broadcast_to(noise, x.shape[1]))
    return _side_by_side(
        [_fitted(u, column, float(s)) for column, s in zip(x.T, np.broadcast_to(noise, x.shape[1]), strict=True)]
    )


def _evenly(u: Array, x: Array) -> Array:
    """(k, n) the samples at even distances, through which their spectrum is computed."""
    from scipy.interpolate import CubicSpline

    even = np.linspace(u[0], u[-1], len(u))
    return x if np.abs(u - even).max() < 1e-6 else np.asarray(CubicSpline(u, x)(even))


def _band_limited(u: Array, column: Array) -> Any:
    """Fit a spline to a coordinate (k,) whose cut-off comes from its spectrum."""
    if len(u) < LEAST_SPECTRUM:
        raise InputError(f"smoothing: auto needs {LEAST_SPECTRUM} samples, not {len(u)}; give the deviation of the noise")
    proposed = propose_cut_off(_evenly(u, column), 1.0, sharpness=SPLINE).proposed
    return regression_spline(u, column, proposed)


def _warn_of_noise(u: Array, x: Array, noise: Array) -> None:
    """Warn if the samples (k, n) have clearly more noise than the given standard deviations (n,)."""
    if len(u) < LEAST_SPECTRUM:
        return
    found = propose_cut_off(_evenly(u, x), 1.0).noise
    k = int(np.argmax(found / noise))
    if found[k] > NOISIER * noise[k]:
        warnings.warn(
            f"smoothing: a noise of {noise[k]:.3g} is given, but the samples of coordinate {k + 1} have one of about "
            f"{found[k]:.3g}; rates and accelerations follow this noise. Give the larger number, or auto",
            RuntimeWarning,
            stacklevel=4,
        )


def _fitted(u: Array, column: Array, noise: float) -> Any:
    """Fit a smoothing spline to a coordinate (k,) whose noise has this standard deviation; the smoothing follows Reinsch's rule.

    The sum of the squared distances from the samples, divided by the variance of the noise, equals the number of samples.
    """
    from scipy.interpolate import BSpline, splrep

    fit, _, failed, why = splrep(u, column, w=np.full(len(u), 1 / noise), k=5, s=float(len(u)), full_output=1, quiet=1)
    if failed > 0:
        reason = " ".join(why.split())
        raise InputError(
            f"smoothing: no spline with a noise of {noise:g} was found; give a larger one, or auto (FITPACK: {reason})"
        )
    return BSpline(*fit)


def _side_by_side(splines: Sequence[Any]) -> Any:
    """Merge n splines of one coordinate, each with its own knots, into one spline of n coordinates."""
    from scipy.interpolate import PPoly

    columns = [pieces_of(type(s)(s.t, np.asarray(s.c)[: len(s.t) - s.k - 1, None], s.k)) for s in splines]
    breaks = np.unique(np.concatenate([column.x for column in columns]))
    degree = columns[0].c.shape[0] - 1
    parts = []
    for column in columns:
        derivatives = [column(breaks[:-1], nu=k)[:, 0] for k in range(degree, -1, -1)]
        factorials = np.cumprod([1.0, *range(1, degree + 1)])[::-1]
        parts.append(np.array(derivatives) / factorials[:, None])
    return PPoly(np.stack(parts, axis=2), breaks)
