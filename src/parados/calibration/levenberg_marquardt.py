"""Levenberg-Marquardt steps on the projected residuals, over the parameters that the measurements determine.

The normal equations of a step are (J^T J + mu D) dp = -J^T r with D = diag(J^T J) (Marquardt, SIAM J. Appl. Math. 11 (1963)),
solved as least squares. A step that loses a pose, or leaves the range of a parameter, counts as a step that does not descend.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, report_progress
from parados.calibration.projected_residuals import Projected, ProjectedResiduals
from parados.errors import InputError, ParadosError

__all__ = ["Minimum", "minimise"]

Array = NDArray[np.float64]

MOST_STEPS = 60
"""Largest number of steps."""

DESCENT = 1e-10
"""The search ends when a step reduces the sum of squares by less than this part, or than round-off of the residuals, and the
full step promises no more."""

FIRST, LEAST, MOST = 1e-3, 1e-12, 1e12
"""First, smallest and largest damping mu."""

GOOD, POOR = 0.75, 0.25
"""Ratios of the descent to that of the linear model above which the damping falls, and below which it grows."""


@dataclass(frozen=True, eq=False)
class Minimum:
    """p : (n_p,) all live numbers;  at : residuals there;  steps : number of steps taken."""

    p: Array
    at: Projected
    steps: int


def minimise(
    residuals: ProjectedResiduals, p: Array, free: NDArray[np.intp], x: Array, progress: Progress | None = None
) -> Minimum:
    """Find the numbers p[free] that minimise the sum of squares, from p (n_p,) and poses x (N, n_x)."""
    now, mu, reason = residuals.at(p, x), FIRST, ""
    for step in range(1, MOST_STEPS + 1):
        report_progress(progress, step - 1, MOST_STEPS)
        J, r = now.J[:, :, free].reshape(-1, len(free)), now.r.ravel()
        size = np.linalg.norm(J, axis=0)
        size = np.where(size > 0, size, 1.0)
        linear = (J / size) @ _step(J / size, r, 0.0)
        promised = float(linear @ linear)
        least = max(DESCENT * max(now.squares, len(free)), r.size * residuals.round_off**2)
        while mu <= MOST:
            moved, scaled = p.copy(), _step(J / size, r, mu)
            moved[free] += scaled / size
            tried, reason = _tried(residuals, moved, now.x)
            if tried is not None and tried.squares <= now.squares:
                break
            if promised < least:  # at the minimum, to round-off
                return Minimum(p, now, step)
            mu = max(10 * mu, FIRST)
        else:
            why = f": {reason}" if reason else ""
            raise InputError(f"calibrate: the search ends before a minimum is reached{why}; check the measurements, or use fewer "
                             "parameters")  # fmt: skip
        assert tried is not None
        gain = now.squares - tried.squares
        mu = _damping(mu, gain / max(now.squares - float(np.sum((r + (J / size) @ scaled) ** 2)), 1e-300))
        p, now = moved, tried
        if max(gain, promised) < least:
            return Minimum(p, now, step)
    raise InputError(f"calibrate: no minimum was found in {MOST_STEPS} steps; use more poses or fewer parameters")


def _damping(mu: float, ratio: float) -> float:
    """Return the damping of the next step, from the ratio of the descent to that of the linear model.

    Large residuals make full steps too long: without more damping the search would go to and fro across the minimum.
    """
    if ratio > GOOD:
        return max(mu / 10, LEAST)
    return mu if ratio > POOR else max(10 * mu, FIRST)


def _step(J: Array, r: Array, mu: float) -> Array:
    """Solve the damped normal equations for columns J of length 1, through QR of the stacked rows."""
    n = J.shape[1]
    rows = np.vstack([J, np.sqrt(mu) * np.eye(n)])
    return np.asarray(-np.linalg.lstsq(rows, np.concatenate([r, np.zeros(n)]), rcond=None)[0])


def _tried(residuals: ProjectedResiduals, p: Array, x: Array) -> tuple[Projected | None, str]:
    """Return the residuals at p, or None and the reason if there are none."""
    try:
        found = residuals.at(p, x)
    except ParadosError as error:
        return None, str(error)
    lost = np.flatnonzero(~np.isfinite(found.e).all(axis=1))
    return (None, f"the robot does not reach pose {lost[0] + 1}") if len(lost) else (found, "")
