"""Residuals of a calibration without the poses: each pose is an unknown that its own measurements determine.

At pose i the instruments read z_i = z(x_i, p) + noise. For given parameters p the pose x_i minimises the weighted residual
e_i = (z(x_i, p) - z_i) / sigma, by Gauss-Newton. What is left depends on p alone: with N_i an orthonormal basis of the left null
space of E_x = de/dx, the residual of the parameters is N_i^T e_i and its derivative N_i^T de/dp. This is the maximum-likelihood
estimate with errors in all variables: encoders may be noisy, redundant or passive, and no closed loop is needed at the measured
positions.

References
----------
Golub & Pereyra, SIAM J. Numer. Anal. 10 (1973), 413-432; Kaufman, BIT 15 (1975), 49-57; Wampler, Hollerbach & Arai, An implicit
loop method for kinematic calibration, IEEE Trans. Robotics and Automation 11 (1995), 710-724.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.calibration.measured_quantities import MeasuredQuantities, Values
from parados.spatial.turns import nearest_turn

__all__ = ["Projected", "ProjectedResiduals", "projected"]

Array = NDArray[np.float64]

STEPS = 30
"""Largest number of Gauss-Newton steps of the poses."""

SETTLED = 1e-10
"""A pose has settled if its step is below this [m, rad]."""

ROUND_OFF = 1e-14
"""Round-off of a computed reading [m, rad, pixels], or part of the reading if it is larger."""

LARGEST_STEP = 0.3
"""Longest step of a pose [rad, or parts of the characteristic length]."""


class Projected(NamedTuple):
    """Residuals at parameters p: x (N, n_x) poses, e (N, m) weighted residuals, r (N, m - n_x) and J (N, m - n_x, n_p)."""

    x: Array
    e: Array
    r: Array
    J: Array

    @property
    def squares(self) -> float:
        """Sum of squared residuals; NaN if a pose was not found."""
        return float(np.sum(self.e**2))


@dataclass(frozen=True, eq=False)
class ProjectedResiduals:
    """Measurements z (N, m) of the columns of `quantities`, with the standard deviations sigma (m,)."""

    quantities: MeasuredQuantities
    z: Array
    sigma: Array

    @property
    def round_off(self) -> float:
        """Round-off of a weighted residual, which readings without noise leave."""
        return float((ROUND_OFF * np.maximum(1.0, np.abs(self.z).max(axis=0)) / self.sigma).max())

    def of_rows(self, rows: NDArray[np.intp]) -> ProjectedResiduals:
        """Return the residuals of some poses."""
        return ProjectedResiduals(self.quantities, self.z[rows], self.sigma)

    def poses(self, p: Array, start: Array, columns: NDArray[np.bool_] | None = None) -> Array:
        """(N, n_x) poses that fit the measurements best, or the measurements of some columns; NaN where none was found.

        start : (N, n_x) first poses
        """
        own = np.ones(len(self.sigma), dtype=bool) if columns is None else columns
        x, longest = np.array(start, dtype=float), LARGEST_STEP * max(1.0, self.quantities.model.characteristic_length)
        for _ in range(STEPS):
            found = self.quantities.at(p, x, slopes=False)
            e, E_x = self._weighted(found.z)[:, own], (found.by_x / self.sigma[:, None])[:, own]
            lost = ~np.isfinite(e).all(axis=1)
            step = np.zeros_like(x)
            step[~lost] = -(np.linalg.pinv(E_x[~lost]) @ e[~lost, :, None])[:, :, 0]
            size = np.abs(step).max(axis=1, keepdims=True)
            x = x + step * np.minimum(1.0, longest / np.maximum(size, 1e-300))
            x[lost] = np.nan
            if lost.all() or np.nanmax(size) < SETTLED:
                return x
            x[lost] = start[lost]  # an unreachable row stays at its start and is NaN at the end
        x[lost | (size[:, 0] > 1e3 * SETTLED)] = np.nan
        return x

    def at(self, p: Array, start: Array) -> Projected:
        """Return the residuals at parameters p (n_p,), with the poses found from `start` (N, n_x)."""
        x = self.poses(p, start)
        ok = np.asarray(np.isfinite(x).all(axis=1))
        found = self.quantities.at(p, np.where(ok[:, None], x, start))
        e = np.where(ok[:, None], self._weighted(found.z), np.nan)
        N_t = _null_space(found.by_x / self.sigma[:, None])
        return Projected(x, e, (N_t @ e[:, :, None])[:, :, 0], N_t @ (found.by_p / self.sigma[:, None]))

    def errors(self, p: Array, x: Array) -> Array:
        """(N, m) computed minus measured values at poses x, in SI units."""
        return self._differences(self.quantities.at(p, x, slopes=False).z)

    def _weighted(self, z: Array) -> Array:
        return self._differences(z) / self.sigma

    def _differences(self, z: Array) -> Array:
        away = z - self.z
        return np.asarray(np.where(self.quantities.turning, nearest_turn(away, 0.0), away))


def projected(found: Values, sigma: Array) -> Array:
    """(N, m - n_x, n_p) derivatives of the residuals without the poses."""
    return np.asarray(_null_space(found.by_x / sigma[:, None]) @ (found.by_p / sigma[:, None]))


def _null_space(E_x: Array) -> Array:
    """(N, m - n_x, m) transposed orthonormal bases of the left null spaces of E_x (N, m, n_x)."""
    return np.swapaxes(np.linalg.qr(E_x, mode="complete")[0][:, :, E_x.shape[2] :], 1, 2)
