"""Write the report of a fit into a folder: one HTML page with its figures inside, tables as CSV and JSON, and robot files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parados.arguments.single_values import file_path, writing
from parados.errors import ParadosError
from parados.identify.fit_display import METHODS, actuator_table, parameter_table
from parados.plots.output_folder import output_folder
from parados.plots.report_page import html_image, html_table, report_page
from parados.text.csv_cells import write_columns
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.identify.fit_result import Fit

__all__ = ["fit_page", "write_fit"]

PAGE = """@REMARKS@
<h2>Errors of the efforts</h2><p>@VALIDATION@</p>@ACTUATORS@@EFFORTS@
<h2>Spectrum of the errors</h2><p>Noise has a flat spectrum. A peak is what the model does not explain: elasticity, ripple of a
motor, a law of friction. Whiteness, the probability that white noise is as correlated in time: @WHITENESS@.</p>@SPECTRUM@
<h2>Base parameters</h2><p>@ESSENTIAL@</p>@PARAMETERS@@DEVIATIONS@
<h2>Correlation</h2><p>@CONDITION@</p>@CORRELATION@
<h2>Parameters of real bodies</h2>@PHYSICAL@
<h2>Files</h2>@FILES@
"""


FILES = {
    "fit.json": "all numbers, with the covariance, for other programs",
    "identified.yaml": "robot file with the base parameters",
    "parameters.csv": "table of the base parameters",
    "physical.yaml": "robot file with the numbers of real bodies",
    "validation.csv": "measured and predicted efforts over time",
}
"""Contents of the files beside the report."""


def write_fit(fit: Fit, folder: str | Path) -> list[Path]:
    """Write all files of a fit, all together or none; return their paths."""
    target = file_path("folder", folder, "the path of a folder")
    with writing("folder", target), output_folder(target) as scratch:
        files: dict[str, Callable[[], str]] = {"identified.yaml": fit.robot_file, "physical.yaml": fit.physical_file}
        told: dict[str, str] = {}
        for name, text in files.items():
            try:
                (scratch / name).write_text(text(), encoding="utf-8")
            except (ParadosError, ImportError) as error:
                told[name] = str(error)
        _write_tables(fit, scratch)
        (scratch / "fit.json").write_text(json.dumps(_numbers(fit), indent=1), encoding="utf-8")
        names = [*sorted(path.name for path in scratch.iterdir()), "report.html"]
        (scratch / "report.html").write_text(fit_page(fit, names, told), encoding="utf-8")
    return [target / name for name in names]


def _write_tables(fit: Fit, folder: Path) -> None:
    essential = set(fit.essential.names)
    columns: dict[str, Any] = {
        "name": fit.names,
        "value": fit.values.tolist(),
        "standard_deviation": fit.standard_deviations.tolist(),
        "relative_deviation": fit.relative_deviations.tolist(),
        "file_value": fit.base.values.tolist(),
        "essential": [int(name in essential) for name in fit.names],
        "group": [str(group) for group in fit.base.groups],
    }
    write_columns(folder / "parameters.csv", columns)
    check = fit.validation
    tables = {"measured": check.measured, "predicted": check.predicted, "file": check.file}
    efforts = {f"{kind}_{name}": values[:, k] for k, name in enumerate(check.names) for kind, values in tables.items()}
    write_columns(folder / "validation.csv", {"t": check.time, **efforts}, digits=9)


def _numbers(fit: Fit) -> dict[str, Any]:
    """Numbers of a fit for other programs."""
    check = fit.validation
    return {
        "robot": fit.base.model.spec.name,
        "method": fit.method,
        "logs": fit.logs,
        "samples": fit.gram.count,
        "names": fit.names,
        "values": fit.values.tolist(),
        "standard_deviations": fit.standard_deviations.tolist(),
        "covariance": fit.covariance.tolist(),
        "essential": fit.essential.names,
        "condition": fit.condition,
        "scaled_condition": fit.scaled_condition,
        "actuators": fit.actuators,
        "noise": fit.noise.tolist(),
        "autocorrelation_times": fit.autocorrelation_times.tolist(),
        "validation": {
            "kind": check.kind,
            "logs": check.logs,
            "relative_errors": check.relative_errors.tolist(),
            "file_relative_errors": check.file_relative_errors.tolist(),
            "mean": check.mean.tolist(),
            "deviation": check.deviation.tolist(),
            "rms": check.rms.tolist(),
        },
        "remarks": fit.remarks,
    }


def fit_page(fit: Fit, files: list[str], told: dict[str, str]) -> str:
    """Return the HTML page of a fit; `told` says why a robot file could not be written."""
    from parados.identify.fit_figures import correlation_figure, effort_figure, parameter_figure, spectrum_figure

    check, removed = fit.validation, fit.essential.removed
    white = ", ".join(f"{name} {p:.2g}" for name, p in zip(check.names, check.whiteness, strict=True))
    sentences = {
        "VALIDATION": f"Validation by {check.kind}: {', '.join(check.logs)}. Errors are ||measured - predicted|| / ||measured||. "
        "Correlation is the number of samples that count as one independent sample.",
        "WHITENESS": white,
        "ESSENTIAL": f"{len(fit.names)} base parameters, {len(fit.essential.names)} of them essential. "
        + (f"The data do not show {', '.join(removed)}." if removed else "The data show all of them."),
        "CONDITION": f"Condition number {fit.scaled_condition:.4g} with columns of length 1, {fit.condition:.4g} in SI units.",
    }
    parts = {key: html_text(text) for key, text in sentences.items()}
    parts["REMARKS"] = "".join(f"<p>{html_text(remark)}</p>" for remark in fit.remarks)
    parts["ACTUATORS"], parts["PARAMETERS"] = html_table(actuator_table(fit)), html_table(parameter_table(fit))
    parts["EFFORTS"] = html_image(effort_figure(check), "measured and predicted efforts")
    parts["SPECTRUM"] = html_image(spectrum_figure(check), "spectra of the errors")
    parts["DEVIATIONS"] = html_image(parameter_figure(fit), "base parameters with their deviations")
    parts["CORRELATION"] = html_image(correlation_figure(fit), "correlation of the base parameters")
    parts["PHYSICAL"] = _physical(fit, told)
    named = [f'<li><a href="{html_text(one)}">{html_text(one)}</a>: {FILES[one]}</li>' for one in files if one in FILES]
    parts["FILES"] = f"<ul>{''.join(named)}</ul>" + "".join(f"<p>{html_text(one)}</p>" for one in told.values())
    facts = f"{METHODS[fit.method][0].upper()}{METHODS[fit.method][1:]}; {fit.gram.count} samples of {', '.join(fit.logs)}."
    return report_page(f"Identified parameters of {fit.base.model.spec.name}", facts, PAGE, parts)


def _physical(fit: Fit, told: dict[str, str]) -> str:
    if "physical.yaml" in told:
        return f"<p>{html_text(told['physical.yaml'])}</p>"
    shown = fit.physical._display()
    facts = "".join(f"<tr><th>{html_text(key)}</th><td>{html_text(value)}</td></tr>" for key, value in shown.facts.items())
    return f"<table>{facts}</table>" + "".join(html_table(table) for table in shown.tables)
