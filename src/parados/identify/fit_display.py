"""Text and tables of a fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    rows = [
        [name, *[f"{100 * value:.3g} %" for value in values[:3]], *[f"{value:.4g}" for value in values[3:]]]
        for name, *values in zip(fit.actuators, *columns, strict=True)
    ]
    head = ("actuator", "training", "validation", "file's numbers", "noise", "rms error", "autocorrelation")
    title = "Relative errors of the efforts; noise and rms error of the validation [N m, N]; autocorrelation time [samples]"
    return Table(head, rows, title)


def parameter_table(fit: Fit) -> Table:
    """Base parameters with their deviations."""
    essential, relative = set(fit.essential.names), 100 * fit.relative_deviations
    columns = (fit.names, fit.values, fit.standard_deviations, relative, fit.base.values, fit.base.groups)
    rows = [
        [name, f"{value:.5g}", f"{sd:.2g}", _percent(part), f"{of_file:.5g}", "yes" if name in essential else "", str(group)]
        for name, value, sd, part, of_file, group in zip(*columns, strict=True)
    ]
    head = ("parameter", "value", "deviation", "relative", "file", "essential", "group")
    return Table(head, rows, "Base parameters [SI units]")


def _percent(part: float) -> str:
    return f"{part:.2g} %" if np.isfinite(part) and part < 1e4 else ""
