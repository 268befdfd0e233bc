"""Text and tables of a fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.identify.quantity_units import parameter_units, with_unit
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from parados.identify.fit_result import Fit

__all__ = ["METHODS", "actuator_table", "fit_display", "parameter_table"]

METHODS = {
    "ordinary": "ordinary least squares",
    "weighted": "weighted least squares",
    "robust": "iteratively reweighted least squares (Huber)",
    "instrumental": "instrumental variables",
    "didim": "DIDIM, least squares along the simulated motion",
}
"""Methods of estimation, by their names in calls."""


def fit_display(fit: Fit) -> Display:
    """Facts and tables of a fit."""
    facts = {
        "method": METHODS[fit.method],
        "logs": ", ".join(fit.logs),
        "samples": f"{fit.gram.count} of {len(fit.actuators)} efforts",
        "base parameters": f"{len(fit.names)}, {len(fit.essential.names)} of them essential",
        "condition number": f"{fit.scaled_condition:.4g} (columns of length 1), {fit.condition:.4g} (SI units)",
        "validation": f"{fit.validation.kind}: {', '.join(fit.validation.logs)}",
    }
    tables = [actuator_table(fit), parameter_table(fit)]
    title = f"Identified parameters of {fit.base.model.spec.name}"
    return Display(title, facts, tables, "\n".join(fit.remarks), fit.plot)


def actuator_table(fit: Fit) -> Table:
    """Errors and noise of each actuator."""
    check = fit.validation
    columns = (
        fit.training.relative_errors,
        check.relative_errors,
        check.file_relative_errors,
        fit.noise,
        check.rms,
        fit.autocorrelation_times,
    )
    labels = [with_unit(name, check.units, k) for k, name in enumerate(fit.actuators)]
    rows = [
        [name, *[f"{100 * value:.3g} %" for value in values[:3]], *[f"{value:.4g}" for value in values[3:]]]
        for name, *values in zip(labels, *columns, strict=True)
    ]
    head = ("actuator", "training", "validation", "file", "noise", "rms", "correlation")
    return Table(head, rows, "Relative errors of the fit and of the robot file; noise of the fit, rms error of the validation")


def parameter_table(fit: Fit) -> Table:
    """Base parameters with their deviations."""
    shown, relative = set(fit.essential.names), 100 * fit.relative_deviations
    values, file = (fit.values, fit.standard_deviations, relative), (fit.base.values, fit.base.groups)
    columns = (fit.names, parameter_units(fit.base), *values, *file)
    rows = [
        [name, unit, *_numbers(value, sd), _percent(part), f"{file:.5g}", "yes" if name in shown else "no", str(group)]
        for name, unit, value, sd, part, file, group in zip(*columns, strict=True)
    ]
    head = ("parameter", "unit", "value", "± sd", "sd / value", "robot file", "essential", "group")
    return Table(head, rows, "Base parameters; sd: standard deviation")


def _percent(part: float) -> str:
    if not np.isfinite(part) or part >= 1000:
        return "> 1000 %"
    return f"{part:.0f} %" if part >= 10 else f"{part:.2g} %"


def _numbers(value: float, sd: float) -> tuple[str, str]:
    """Write a value with the digits that its standard deviation leaves, two more than its first."""
    if not (np.isfinite(sd) and sd > 0):
        return f"{value:.6g}", f"{sd:.2g}"
    digits = 1 - int(np.floor(np.log10(sd)))
    if 0 <= digits <= 7:
        return f"{value:.{digits}f}", f"{sd:.{digits}f}"
    known = int(np.floor(np.log10(max(abs(value), sd)))) + digits
    return f"{value:.{max(known, 1)}e}", f"{sd:.1e}"
