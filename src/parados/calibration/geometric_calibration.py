"""Geometric calibration: live parameters of a robot from measurements at poses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, flag, instance, name_list, word
from parados.calibration.calibration_result import Calibration
from parados.calibration.identifiable_parameters import Identifiable, identifiable
from parados.calibration.levenberg_marquardt import Minimum, minimise
from parados.calibration.measured_quantities import MeasuredQuantities
from parados.calibration.measurements import Measurements, given_measurements
from parados.calibration.noise_levels import estimated_noise, given_noise
from parados.calibration.pose_accuracy import Accuracy, cross_validated, held_out_errors
from parados.calibration.projected_residuals import ProjectedResiduals
from parados.calibration.starting_poses import starting_poses
from parados.errors import InputError, UnknownNameError
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import kept_mode
from parados.sensitivity.tolerances import live_values

__all__ = ["calibrate", "chosen_numbers"]

Array = NDArray[np.float64]

PASSES = 4
"""Number of fits after which estimated noise has settled."""


def calibrate(
    model: Model,
    measurements: Any,
    *,
    noise: Any = None,
    sensors: Any = (),
    parameters: Sequence[str] | None = None,
    validation: Any = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
    strict: bool = True,
    progress: Progress | None = None,
) -> Calibration:
    """Find the live parameters of a model that explain measurements at poses, by maximum likelihood.

    model : compiled with the parameters to calibrate as live (`Robot.with_corrections` names numbers of a file)
    measurements : `Measurements`, the path of a table (`read_measurements`), or a mapping of columns to numbers [m, rad, pixels]
    noise : standard deviations by column or kind (lengths, angles, pixels, encoders), or one number for all but encoders, which
        are exact unless named; None estimates it from the residuals, one for each kind
    sensors : instruments, a list of `Distance` and `ImagePoint`, if the measurements are not read with them
    parameters : names of the live parameters to calibrate, by default all; the others keep their values
    validation : measurements of other poses, to tell the accuracy; by default a cross-validation in five parts
    mode : working mode;  start : (n_x,) or (N, n_x) poses near the measured ones, by default home
    strict : False to keep parameters that cannot be identified at their values, in place of an error
    """
    own: Model = instance("model", model, Model, COMPILED)
    check_progress(progress)
    flag("strict", strict)
    p = live_values(own)
    chosen = chosen_numbers(own, parameters)
    data = given_measurements(measurements, own, sensors)
    quantities = MeasuredQuantities(own, list(data.columns), data.sensors, kept_mode(own, mode))
    residuals = ProjectedResiduals(quantities, _table(data, quantities), given_noise(quantities, noise))
    _check_surplus(quantities)
    x = starting_poses(residuals, p, start, data.name)
    first = residuals.at(p, x)
    _check_found(first.e, data.name)
    divided = identifiable(first.J.reshape(-1, len(p)), own.labels["parameters"], chosen)
    if divided.sentences and strict:
        raise InputError(f"calibrate: {' '.join(divided.sentences)} Measure more, leave parameters out, or pass strict=False to "
                         "keep those named first at their values")  # fmt: skip
    found = minimise(residuals, p, divided.free, first.x, progress)
    if noise is None:
        residuals, found = _with_estimated_noise(residuals, found, divided)
    accuracy = _accuracy(residuals, p, found, divided, data, validation, start, sensors)
    return Calibration(own, data, residuals, p, found.p, divided, found.at, accuracy, noise is None, found.steps)


def chosen_numbers(model: Model, parameters: Sequence[str] | None) -> NDArray[np.intp]:
    """Return the places of the live numbers to calibrate."""
    names = list(model.live_places) if parameters is None else name_list("parameters", parameters)
    for name in names:
        word("parameters", name, list(model.live_places), UnknownNameError, "a live parameter of this model")
    if not names:
        raise InputError("parameters: give the name of at least one live parameter")
    return np.concatenate([np.arange(*model.live_places[name].indices(10**9)[:2]) for name in dict.fromkeys(names)])


def _table(data: Measurements, quantities: MeasuredQuantities) -> Array:
    """(N, m) measurements in the order of the quantities."""
    return np.column_stack([data.columns[name] for name in quantities.columns])


def _check_surplus(quantities: MeasuredQuantities) -> None:
    n_x, m = len(quantities.model.labels["x"]), len(quantities.columns)
    if m <= n_x:
        raise InputError(
            f"calibrate: {m} readings at each pose determine no more than its {n_x} coordinates; measure more than the pose"
        )


def _check_found(e: Array, name: str) -> None:
    lost = np.flatnonzero(~np.isfinite(e).all(axis=1))
    if len(lost):
        raise InputError(f"{name}: no pose of the robot explains the readings at pose {lost[0] + 1}; leave it out")


def _with_estimated_noise(
    residuals: ProjectedResiduals, found: Minimum, divided: Identifiable
) -> tuple[ProjectedResiduals, Minimum]:
    """Estimate the noise of each kind from the residuals and fit again, until both agree."""
    quantities, count = residuals.quantities, len(residuals.z)
    readings = count * int((~quantities.actuated).sum())
    left = found.at.r.size - len(divided.free)
    if left < 1:
        raise InputError(
            "calibrate: the residuals do not show the noise, since as many parameters as equations are fitted; give noise"
        )
    for _ in range(PASSES):
        sigma = estimated_noise(quantities, residuals.errors(found.p, found.at.x), residuals.z, residuals.sigma, left / readings)
        residuals = ProjectedResiduals(quantities, residuals.z, sigma)
        found = minimise(residuals, found.p, divided.free, found.at.x)
    return residuals, found


def _accuracy(
    residuals: ProjectedResiduals,
    p: Array,
    found: Minimum,
    divided: Identifiable,
    data: Measurements,
    validation: Any,
    start: ArrayLike | None,
    sensors: Any,
) -> Accuracy | None:
    """Return the errors of held-out readings before and after calibration; None if the poses are too few to hold some out."""
    quantities = residuals.quantities
    others = ~quantities.actuated
    kept = [name for name, other in zip(quantities.columns, others, strict=True) if other]
    kinds = [kind for kind, other in zip(quantities.kinds, others, strict=True) if other]
    if validation is None:
        before = held_out_errors(residuals, p, found.at.x)
        after = cross_validated(residuals, found.p, divided.free, found.at.x)
        if after is None:
            return None
        return Accuracy("cross-validation", tuple(kept), tuple(kinds), before, after, residuals.sigma[others])
    own = given_measurements(validation, quantities.model, data.sensors if not isinstance(validation, Measurements) else ())
    if set(own.columns) != set(data.columns):
        raise InputError(f"validation: {own.name} has other columns than {data.name}; measure the same quantities")
    new = ProjectedResiduals(quantities, _table(own, quantities), residuals.sigma)
    one = start if start is None or np.ndim(start) == 1 else None
    x = starting_poses(new, p, one, own.name)
    before, after = held_out_errors(new, p, x), held_out_errors(new, found.p, x)
    return Accuracy(f"poses of {own.name}", tuple(kept), tuple(kinds), before, after, residuals.sigma[others])
