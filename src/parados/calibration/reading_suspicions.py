"""Explain readings that the robot of the file cannot have given: units, other assembly modes, rows mixed up.

Calibration corrects millimetres: with the numbers of the file, the readings must be near those computed from the actuated joints.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from parados.calibration.projected_residuals import ProjectedResiduals
from parados.errors import InputError, ParadosError
from parados.model.model import Model

__all__ = ["check_actuator_units", "check_readings"]

Array = NDArray[np.float64]

FAR = {"lengths": 0.1, "angles": 0.2, "pixels": np.inf}
"""Readings farther from the computed ones are not those of this pose [characteristic lengths, rad]."""

LENGTHS = {1000.0: "mm in place of m", 0.001: "m in place of mm"}
"""Factors between units of length that are mistaken for each other."""

DEGREES = "degrees in place of radians"

LARGEST_ANGLE, MORE_THAN_USUAL = 20.0, 10.0
"""Angles of an actuator [rad] above both, the second times the largest in the workspace, were read in degrees (57 per radian)."""

LIKE = 0.1
"""Relative distance from such a factor that counts as this factor."""

ODD = 10.0
"""Readings of a row that are this many times farther from the computed ones than usual may be those of another assembly mode."""

NEARER = 0.2
"""They are, if another assembly mode is nearer by this factor."""

MOST_ROWS = 20
"""Largest number of rows for which all assembly modes are searched."""


def check_actuator_units(residuals: ProjectedResiduals, name: str) -> None:
    """Compare the sizes of measured positions of the actuated joints with those in the workspace of the file."""
    quantities = residuals.quantities
    usual = quantities.model.at_samples("inverse_kinematics")["q"]
    usual = usual[np.isfinite(usual).all(axis=1)]
    for k in np.flatnonzero(quantities.actuated):
        if quantities.turning[k]:
            largest = max(LARGEST_ANGLE, MORE_THAN_USUAL * float(np.abs(usual[:, k]).max(initial=0.0)))
            _refuse_if(float(np.abs(residuals.z[:, k]).max()) > largest, name, quantities.columns[k], DEGREES)
        elif len(usual):
            ratio = float(np.median(np.abs(residuals.z[:, k])) / max(np.median(np.abs(usual[:, k])), 1e-12))
            _refuse_if(ratio > 100, name, quantities.columns[k], LENGTHS[1000.0])


def check_readings(residuals: ProjectedResiduals, p: Array, x: Array, name: str) -> None:
    """Raise InputError if readings are far from the computed ones, or if another assembly mode explains a pose much better."""
    quantities = residuals.quantities
    errors, length = residuals.errors(p, x), quantities.model.characteristic_length
    limits = np.array([FAR[unit] * (length if unit == "lengths" else 1.0) for unit in quantities.units])
    limits[quantities.actuated] = np.inf
    sizes = _sizes(errors, residuals.sigma, quantities.actuated)
    far = np.abs(errors) > limits
    if far.any():
        _check_reading_units(residuals, errors, far, name)
    odd = np.flatnonzero(far.any(axis=1) | (sizes > ODD * max(1.0, float(np.median(sizes)))))
    for row in odd[:MOST_ROWS]:
        other = _other_assembly(residuals.of_rows(np.array([row])), p, float(sizes[row]))
        if other is not None:
            raise InputError(
                f"{name}: pose {row + 1} belongs to another assembly mode, near x = {np.round(other, 4).tolist()}; leave it out, "
                "or give poses near the measured ones as `start`"
            )
    if far.any():
        row = int(np.flatnonzero(far.any(axis=1))[0])
        k = int(np.argmax(np.abs(errors[row]) / limits))
        raise InputError(
            f"{name}: at pose {row + 1} the reading {quantities.columns[k]} = {residuals.z[row, k]:.6g} is far from "
            f"{residuals.z[row, k] + errors[row, k]:.6g}, which the robot of the file has there; check its unit, its zero and "
            "whether it belongs to this row"
        )


def _sizes(errors: Array, sigma: Array, actuated: NDArray[np.bool_]) -> Array:
    """(N,) largest weighted errors of the readings of each row; infinite for a pose out of reach."""
    found = np.abs(errors / sigma)[:, ~actuated].max(axis=1)
    return np.asarray(np.where(np.isfinite(found), found, np.inf))


def _check_reading_units(residuals: ProjectedResiduals, errors: Array, far: NDArray[np.bool_], name: str) -> None:
    quantities, computed = residuals.quantities, residuals.z + errors
    for k in np.flatnonzero(far.any(axis=0)):
        column, values = quantities.columns[k], residuals.z[:, k]
        if quantities.turning[k]:
            _refuse_if(bool(np.abs(values).max() > 7.0), name, column, DEGREES)
            continue
        factor = float(values @ computed[:, k]) / max(float(computed[:, k] @ computed[:, k]), 1e-300)
        for known, words in LENGTHS.items():
            _refuse_if(bool(abs(factor / known - 1) < LIKE), name, column, words)


def _other_assembly(residuals: ProjectedResiduals, p: Array, size: float) -> Array | None:
    """Return the assembly mode of one row whose readings are much nearer to the measured ones, if there is one."""
    quantities = residuals.quantities
    model: Model = quantities.model
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            modes = np.atleast_2d(model.assembly_modes(residuals.z[0, quantities.actuated]).x)
    except ParadosError:
        return None
    if not modes.size:
        return None
    each = [_sizes(residuals.errors(p, x[None]), residuals.sigma, quantities.actuated)[0] for x in modes]
    best = int(np.argmin(each))
    return np.asarray(modes[best]) if each[best] < NEARER * size else None


def _refuse_if(wrong: bool, name: str, column: str, unit: str) -> None:
    if wrong:
        raise InputError(f"{name}: the numbers of {column} look like {unit}; name the unit in the heading, e.g. {column} "
                         f"[{'deg' if 'degrees' in unit else 'mm'}], or convert them")  # fmt: skip
