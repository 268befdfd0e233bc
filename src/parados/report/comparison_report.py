"""Write the report of models beside a log into a folder: an HTML page with figures, and tables as CSV."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from parados.plots.report_page import html_image, html_table, report_page
from parados.text.csv_cells import write_columns
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.identify.log_comparison import Comparison

__all__ = ["write_comparison_report"]

PAGE = """@SUSPICIONS@
<h2>Relative error</h2><p>‖measured - predicted‖ / ‖measured‖ of each actuator, on efforts that are not filtered.</p>@RELATIVE@
<h2>Mean and standard deviation of the errors</h2>@MOMENTS@@BARS@
<h2>Measured and predicted efforts</h2>@EFFORTS@
<h2>Spectra of the errors</h2><p>Noise has a flat spectrum; a peak is what the model does not explain.</p>@SPECTRA@
<h2>The log</h2>@REMARKS@
<p>Files: errors.csv has the tables, efforts.csv the measured and predicted efforts.</p>
"""


def write_comparison_report(folder: Path, result: Comparison) -> None:
    """Write report.html, errors.csv and efforts.csv into an existing folder."""
    relative, moments = result.tables()
    parts = {
        "SUSPICIONS": "".join(f'<p class="bad">{html_text(one)}</p>' for one in result.suspicions),
        "RELATIVE": html_table(relative),
        "MOMENTS": html_table(moments),
        "BARS": html_image(result.plot_errors(), "mean errors with standard deviations"),
        "EFFORTS": html_image(result.plot(), "measured and predicted efforts"),
        "SPECTRA": html_image(result.plot_spectra(), "spectra of the errors"),
        "REMARKS": "".join(f"<p>{html_text(one)}</p>" for one in result.remarks),
    }
    title = f"{', '.join(result.models)} beside {result.log}"
    facts = f"{len(result.time)} rows, {result.time[-1] - result.time[0]:.4g} s"
    (folder / "report.html").write_text(report_page(title, facts, PAGE, parts), encoding="utf-8")
    _write_errors(folder / "errors.csv", result)
    efforts = {f"measured_{name}": result.measured[:, k] for k, name in enumerate(result.names)}
    for model, values in zip(result.models, result.predicted, strict=True):
        efforts |= {f"{model}_{name}": values[:, k] for k, name in enumerate(result.names)}
    write_columns(folder / "efforts.csv", {"t": result.time, **efforts})


def _write_errors(path: Path, result: Comparison) -> None:
    """Write one row for each model and actuator."""
    pairs = [(k, i) for k in range(len(result.models)) for i in range(len(result.names))]
    columns: dict[str, list[object]] = {
        "model": [result.models[k] for k, _ in pairs],
        "actuator": [result.names[i] for _, i in pairs],
        "relative_error": [float(result.relative_errors[pair]) for pair in pairs],
        "mean": [float(result.mean[pair]) for pair in pairs],
        "standard_deviation": [float(result.deviation[pair]) for pair in pairs],
    }
    write_columns(path, columns)
