"""First poses of a calibration: from the actuated joints, with the numbers of the file."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.calibration.projected_residuals import ProjectedResiduals
from parados.calibration.reading_suspicions import check_actuator_units, check_readings
from parados.errors import InputError, ParadosError
from parados.model.state_arguments import check_stack

__all__ = ["starting_poses"]

Array = NDArray[np.float64]


def starting_poses(residuals: ProjectedResiduals, p: Array, start: ArrayLike | None, name: str) -> Array:
    """(N, n_x) poses at the measured positions of the actuated joints; raises InputError if the readings do not belong to them.

    start : (n_x,) or (N, n_x) poses near the measured ones; by default home;  name : of the measurements, for messages
    """
    quantities, count = residuals.quantities, len(residuals.z)
    model = quantities.model
    own = quantities.actuated
    check_actuator_units(residuals, name)
    first = np.broadcast_to(model.survey.home, (count, len(model.labels["x"])))
    if start is not None:
        values = check_stack({"x": start}, model.labels).arrays["x"]
        if values.ndim == 2 and len(values) != count:
            raise InputError(f"start: one pose, or one for each of the {count} measured poses, is expected, not {len(values)}")
        first = np.broadcast_to(values, first.shape)
    x = _forward(residuals, p, np.array(first))
    lost = np.flatnonzero(~np.isfinite(x).all(axis=1))
    if len(lost):
        raise InputError(
            f"{name}: the robot of the file has no pose at the joint positions of pose {lost[0] + 1}, "
            f"{np.round(residuals.z[lost[0], own], 6).tolist()}; check units and offsets of the joints, or give `start`"
        )
    check_readings(residuals, p, x, name)
    return x


def _forward(residuals: ProjectedResiduals, p: Array, first: Array) -> Array:
    """(N, n_x) poses by the forward geometry from first poses; rows of robots with more actuators by least squares."""
    quantities = residuals.quantities
    model, own = quantities.model, quantities.actuated
    x = np.full(first.shape, np.nan)
    if own.sum() == model.mechanism.n_dof:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                x = np.atleast_2d(model.forward_kinematics(residuals.z[:, own], guess=first, mode=quantities.mode))
            except ParadosError:
                return x
    rest = ~np.isfinite(x).all(axis=1)
    if rest.any():
        x[rest] = residuals.of_rows(np.flatnonzero(rest)).poses(p, first[rest], own)
    return x
