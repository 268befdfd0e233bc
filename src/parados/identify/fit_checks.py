"""Check that a log can be the log of a robot: motion, units of the efforts, and errors of the fit; one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.identify.effort_errors import relative_norms
from parados.identify.fit_validation import FitValidation
from parados.identify.motion_of_log import LogMotion

__all__ = ["check_errors", "check_motion", "check_units", "missing_offsets"]

Array = NDArray[np.float64]

ALIKE = 0.9
"""Correlation from which measured efforts look like those of the robot file, up to a factor."""

FACTOR = 30.0
"""Factor between measured efforts and those of the file from which the units are wrong."""

WRONG = 0.5
"""Relative error of all efforts together from which the robot does not fit the log."""

SHORTEST = 20
"""Smallest number of rows of a log."""

CONSTANT = 0.1
"""Part of the squared errors of an actuator that a constant explains, from which a constant effort is missing."""

STILL = 1e-9
"""Largest rate [rad/s, m/s] of a joint at rest."""


def check_motion(motion: LogMotion, names: Sequence[str], log: str) -> None:
    """Raise InputError for a log that is too short, or in which the robot or its drives do not move."""
    count = int(motion.valid.sum())
    if count < SHORTEST:
        raise InputError(f"{log}: only {count} rows can be used; record a longer motion, of some seconds")
    noise = motion.spectrum.noise if motion.spectrum is not None else np.zeros(len(names))
    spans = np.ptp(motion.q[motion.valid], axis=0)
    still = [name for name, span, own in zip(names, spans, noise, strict=True) if span <= max(20 * own, STILL)]
    if len(still) == len(names):
        raise InputError(f"{log}: the robot is at rest; record a motion of all actuators, see `parados excite`")
    off = [name for name, tau in zip(names, motion.tau.T, strict=True) if not np.ptp(tau)]
    if off:
        raise InputError(f"{log}: the effort of {listed(off)} is constant; check the column of the efforts")


def check_units(check: FitValidation) -> None:
    """Raise InputError if the efforts look like those of the robot file times a negative, a large or a small factor."""
    measured, of_file = check.measured, check.file
    size = np.linalg.norm(of_file)
    if not size:
        return
    factor = float(np.sum(measured * of_file) / size**2)
    cosine = abs(factor) * size / np.linalg.norm(measured)
    if cosine > ALIKE and not 1 / FACTOR < factor < FACTOR:
        raise InputError(
            f"{', '.join(check.logs)}: the efforts are {factor:.3g} times those of the robot file, and otherwise like them; "
            "check their signs, units or drive gains (arguments `units` and `gains`), or the masses of the file"
        )


def check_errors(check: FitValidation) -> None:
    """Raise InputError if the fitted model does not explain the log."""
    total = float(np.linalg.norm(check.errors) / np.linalg.norm(check.measured))
    if total > WRONG:
        worst = int(np.argmax(relative_norms(check.errors, check.measured)))
        raise InputError(
            f"{', '.join(check.logs)}: the robot does not fit the log, the best parameters leave {100 * total:.0f} % of the "
            f"efforts unexplained ({check.names[worst]} is worst); check the names, signs and zeros of the joints, the "
            "assembly mode (arguments `mode` and `start`) and the geometry of the file, or pass strict=False to see the fit"
        )


def missing_offsets(check: FitValidation, parameters: Sequence[str]) -> list[str]:
    """Tell if the errors of an actuator have a mean that a constant effort f0 would explain.

    parameters : names of the base parameters
    """
    mean, share = check.mean, check.mean**2 / np.maximum(check.rms, 1e-300) ** 2
    found = [k for k, name in enumerate(check.names) if share[k] > CONSTANT and f"f0_{name}" not in parameters]
    if not found:
        return []
    told = ", ".join(f"{check.names[k]} {mean[k]:.3g} {check.units[k] if check.units else ''}".strip() for k in found)
    return [
        f"The errors of the fit have a mean ({told}), {100 * share[found].max():.0f} % of their squares: a constant effort is "
        'missing; identify with base_parameters(model, offsets="actuated"), or --offsets actuated.'
    ]
