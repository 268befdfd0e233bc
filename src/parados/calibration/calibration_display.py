"""Text, tables and remarks of a calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.arguments.single_values import listed
from parados.text.numbers import counted
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.calibration.calibration_result import Calibration

__all__ = ["SHOWN", "accuracy_table", "calibration_display", "parameter_table", "remarks"]

SHOWN = {"lengths": (1e3, "mm"), "angles": (1e3, "mrad"), "pixels": (1.0, "px")}
"""Factor and unit in which errors of each kind are shown."""

VAGUE = 0.01
"""Standard deviation [m, rad] from which a parameter is hardly visible."""


def accuracy_table(result: Calibration) -> Table:
    """Errors of held-out readings: root mean square and largest, before and after, beside the noise."""
    check = result.accuracy
    headings = ["readings", "rms before", "rms after", "noise", "largest before", "largest after", "unit"]
    if check is None:
        return Table(headings, [], "Errors of held-out readings")
    rows, largest = [], check.largest()
    for kind, (before, after, noise) in check.rms().items():
        factor, unit = SHOWN[kind]
        numbers = (before, after, noise, *largest[kind])
        rows.append([kind, *(f"{factor * value:.4g}" for value in numbers), unit])
    return Table(headings, rows, f"Errors of held-out readings, {check.kind}")


def parameter_table(result: Calibration) -> Table:
    """Value before and after of each number, with its standard deviation."""
    rows = []
    groups = dict(zip(result.identifiable.free.tolist(), result.identifiable.groups, strict=True))
    deviations = result.standard_deviations
    for k, name in enumerate(result.names):
        seen = k in groups
        deviation = f"{deviations[k]:.2g}" if seen else "not identified" if k in result.identifiable.fixed else "not asked"
        note = groups[k] if seen and groups[k] != name else ""
        rows.append([name, f"{result.before[k]:.6g}", f"{result.values[k]:.6g}", deviation, note])
    headings = ["parameter", "before", "calibrated", "standard deviation", "with"]
    own = slice(None) if any(row[-1] for row in rows) else slice(-1)
    return Table(headings[own], [row[own] for row in rows], "Parameters [m, rad]")


def remarks(result: Calibration) -> list[str]:
    """Sentences about what was not identified, about noise, outliers and weak parameters."""
    from scipy.stats import chi2

    from parados.calibration.calibration_result import UNLIKELY

    found = [*result.measurements.remarks, *result.identifiable.sentences]
    if result.identifiable.sentences:
        kept = [result.names[k] for k in result.identifiable.fixed]
        found.append(f"Kept at their values: {listed(kept)}.")
    if result.noise_estimated:
        found.append("The noise was estimated from the residuals.")
    elif result.freedom and chi2.sf(result.at.squares, result.freedom) < UNLIKELY:
        found.append(
            f"The residuals are {np.sqrt(result.chi_square):.2g} times larger than the noise explains: something else is wrong "
            "with the robot or the measurements, and the standard deviations are too small."
        )
    if result.outliers:
        found.append(f"{counted(len(result.outliers), 'pose')} with unlikely residuals: {listed(result.outliers)}.")
    weak = [name for name, s in zip(result.names, result.standard_deviations, strict=True) if s > VAGUE]
    if weak:
        found.append(f"The poses hardly show {listed(weak)}; choose poses with `measurement_poses`, or leave some out.")
    if result.accuracy is None:
        found.append("The poses are too few to hold some of them out; the accuracy is not known.")
    return found


def calibration_display(result: Calibration) -> Display:
    """Return what there is to show of a calibration."""
    facts = {
        "poses": len(result.measurements),
        "readings": ", ".join(result.measurements.columns),
        "parameters": f"{len(result.identifiable.free)} identified, {len(result.identifiable.fixed)} kept",
        "chi-square": f"{result.chi_square:.4g} with {result.freedom} degrees of freedom",
        "observability": f"O1 = {result.observability:.4g}",
    }
    tables = [accuracy_table(result), parameter_table(result)]
    title = f"Calibration of {result.model.spec.name}"
    return Display(title, facts, tables, "\n".join(result.remarks), picture=result.plot)
