"""Robot file with calibrated parameters: the file of the robot with other values under `parameters`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.calibration.calibration_display import SHOWN
from parados.errors import InputError
from parados.identify.robot_file_text import written_file
from parados.robot.reading import parse_robot
from parados.robot.robot_parameters import changed_description, robot_parameters

if TYPE_CHECKING:
    from parados.calibration.calibration_result import Calibration

__all__ = ["calibrated_file"]


def calibrated_file(result: Calibration) -> str:
    """Return the text of the file; it is read again to check that the numbers are those of the calibration."""
    spec, known = result.model.spec, robot_parameters(result.model.spec)
    strange = [name for name in result.parameters if name not in known]
    if strange:
        raise InputError(
            f"robot_file: {strange[0]} is not under `parameters` of the file of {spec.name}; use `calibration.values`"
        )
    moved = {k for k in range(len(result.names)) if result.values[k] != result.before[k]}
    changed = {
        name: np.round(value, 15).tolist() for name, value in result.parameters.items()
        if moved & set(range(*result.model.live_places[name].indices(len(result.names))))
    }  # fmt: skip
    described = changed_description(spec, changed) if changed else spec
    assert described.file is not None
    text = written_file(spec, dict(described.file[0]), "calibrated parameters", _facts(result))
    again = robot_parameters(parse_robot(text, "calibrated robot"))
    for name, value in changed.items():
        if not np.allclose(again.details(name).value, value, rtol=1e-12, atol=1e-14):
            raise InputError(f"robot_file: the file would read {again.details(name).value} for {name}, not {value}")
    return text


def _facts(result: Calibration) -> list[str]:
    """Return the lines in the head of the file."""
    found = [f"{len(result.identifiable.free)} parameters from {len(result.measurements)} poses of {result.measurements.name}"]
    if result.accuracy is not None:
        for kind, (before, after, _) in result.accuracy.rms().items():
            factor, unit = SHOWN[kind]
            found.append(
                f"errors of held-out {kind}: {factor * before:.4g} {unit} before, {factor * after:.4g} {unit} after (rms)"
            )
    return found
