"""Write the report of models beside a log into a folder: an HTML page with figures, and tables as CSV."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import TYPE_CHECKING

from parados.text.csv_cells import write_columns
from parados.text.html_page import fill_page, html_text
from parados.text.result_display import Table, numeric_columns

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.identify.log_comparison import Comparison

__all__ = ["write_comparison_report"]

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
body { font: 15px/1.5 sans-serif; color: #1f262d; max-width: 62em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #d8dce0; }
table { border-collapse: collapse; margin: 0.8em 0; font-size: 0.9em; }
th, td { padding: 0.2em 0.7em; border-bottom: 1px solid #e6e9ec; text-align: left; }
th.n, td.n { text-align: right; }
td.n { font-family: monospace; } img { max-width: 100%; } .bad { color: #c1121f; } .note { color: #55606b; }
</style></head><body>
<h1>@TITLE@</h1><p class="note">@FACTS@</p>@SUSPICIONS@
<h2>Relative error</h2><p>‖measured - predicted‖ / ‖measured‖ of each actuator, on efforts that are not filtered.</p>@RELATIVE@
<h2>Mean and standard deviation of the errors</h2>@MOMENTS@@BARS@
<h2>Measured and predicted efforts</h2>@EFFORTS@
<h2>Spectra of the errors</h2><p>Noise has a flat spectrum; a peak is what the model does not explain.</p>@SPECTRA@
<h2>The log</h2>@REMARKS@
<p>Files: errors.csv has the tables, efforts.csv the measured and predicted efforts.</p>
</body></html>
"""


def write_comparison_report(folder: Path, result: Comparison) -> None:
    """Write report.html, errors.csv and efforts.csv into an existing folder."""
    relative, moments = result.tables()
    parts = {
        "TITLE": html_text(f"{', '.join(result.models)} beside {result.log}"),
        "FACTS": html_text(f"{len(result.time)} rows, {result.time[-1] - result.time[0]:.4g} s"),
        "SUSPICIONS": "".join(f'<p class="bad">{html_text(one)}</p>' for one in result.suspicions),
        "RELATIVE": _table(relative),
        "MOMENTS": _table(moments),
        "BARS": _image(result.plot_errors(), "mean errors with standard deviations"),
        "EFFORTS": _image(result.plot(), "measured and predicted efforts"),
        "SPECTRA": _image(result.plot_spectra(), "spectra of the errors"),
        "REMARKS": "".join(f"<p>{html_text(one)}</p>" for one in result.remarks),
    }
    (folder / "report.html").write_text(fill_page(PAGE, parts), encoding="utf-8")
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


def _table(table: Table) -> str:
    numeric = numeric_columns(table)
    head = "".join(f"<th{' class=n' * n}>{html_text(cell)}</th>" for cell, n in zip(table.headings, numeric, strict=True))
    rows = [
        "".join(
            f'<td class="n">{html_text(c)}</td>' if n else f"<td>{html_text(c)}</td>" for c, n in zip(row, numeric, strict=True)
        )
        for row in table.rows
    ]
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _image(figure: Figure, what: str) -> str:
    from parados.plots.style import save

    file = io.BytesIO()
    save(figure, file)
    return f'<img alt="{html_text(what)}" src="data:image/png;base64,{base64.b64encode(file.getvalue()).decode("ascii")}">'
