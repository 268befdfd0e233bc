"""Accuracy of a robot at poses that were not used for its calibration: readings computed from the actuated joints alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.calibration.levenberg_marquardt import minimise
from parados.calibration.projected_residuals import ProjectedResiduals
from parados.errors import InputError

__all__ = ["Accuracy", "cross_validated", "held_out_errors"]

Array = NDArray[np.float64]

FOLDS = 5
"""Number of parts of a cross-validation."""


@dataclass(frozen=True, eq=False)
class Accuracy:
    """Errors of held-out readings, computed minus measured, before and after calibration.

    kind : how the poses were held out;  columns : names of the readings;  kinds : lengths, angles or pixels of each
    before, after : (N, k) errors [m, rad, pixels];  noise : (k,) standard deviations of the readings
    """

    kind: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    before: Array
    after: Array
    noise: Array

    def of_kind(self, kind: str) -> NDArray[np.bool_]:
        """(k,) True for the readings of a kind."""
        return np.array([one == kind for one in self.kinds])

    def rms(self) -> dict[str, tuple[float, float, float]]:
        """Return for each kind the root mean squares before and after calibration, and that of the noise."""
        found = {}
        for kind in dict.fromkeys(self.kinds):
            own = self.of_kind(kind)
            before, after, noise = (
                float(np.sqrt((part**2).mean())) for part in (self.before[:, own], self.after[:, own], self.noise[own])
            )
            found[kind] = (before, after, noise)
        return found

    def largest(self) -> dict[str, tuple[float, float]]:
        """Return for each kind the largest errors before and after calibration."""
        found = {}
        for kind in dict.fromkeys(self.kinds):
            own = self.of_kind(kind)
            found[kind] = (float(np.abs(self.before[:, own]).max()), float(np.abs(self.after[:, own]).max()))
        return found


def held_out_errors(residuals: ProjectedResiduals, p: Array, x: Array) -> Array:
    """(N, k) computed minus measured readings; the pose follows from the actuated joints, from poses x (N, n_x) near it."""
    own = residuals.quantities.actuated
    poses = residuals.poses(p, x, own)
    lost = np.flatnonzero(~np.isfinite(poses).all(axis=1))
    if len(lost):
        raise InputError(f"calibrate: the robot has no pose at the actuated joints of the held-out pose {lost[0] + 1}")
    return residuals.errors(p, poses)[:, ~own]


def cross_validated(residuals: ProjectedResiduals, p: Array, free: NDArray[np.intp], x: Array) -> Array | None:
    """(N, k) errors of each pose with the parameters that the other parts of the poses give; None if a part does not suffice.

    p : (n_p,) parameters from all poses;  x : (N, n_x) poses
    """
    count = len(residuals.z)
    parts = [np.arange(k, count, FOLDS) for k in range(min(FOLDS, count))]
    found = np.zeros((count, int((~residuals.quantities.actuated).sum())))
    for part in parts:
        rest = np.setdiff1d(np.arange(count), part)
        others = residuals.of_rows(rest)
        J = others.at(p, x[rest]).J[:, :, free].reshape(-1, len(free)) if len(rest) else np.zeros((0, len(free)))
        if len(J) <= len(free) or np.linalg.matrix_rank(J / np.linalg.norm(J, axis=0)) < len(free):
            return None
        fitted = minimise(others, p, free, x[rest])
        found[part] = held_out_errors(residuals.of_rows(part), fitted.p, x[part])
    return found
