"""Write the report of a calibration into a folder: one HTML page with its figure inside, tables, and the robot file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from parados.arguments.single_values import file_path, writing
from parados.calibration.calibration_display import accuracy_table, parameter_table
from parados.errors import ParadosError
from parados.plots.output_folder import output_folder
from parados.plots.report_page import html_image, html_table, report_page
from parados.text.csv_cells import write_columns
from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.calibration.calibration_result import Calibration

__all__ = ["write_calibration"]

PAGE = """@REMARKS@
<h2>Accuracy</h2><p>The readings of a held-out pose are computed from its actuated joints alone.</p>@ACCURACY@@FIGURE@
<h2>Parameters</h2><p>@STATISTICS@</p>@PARAMETERS@
<h2>Files</h2>@FILES@
"""

FILES = {
    "calibrated.yaml": "robot file with the calibrated parameters",
    "parameters.csv": "table of the parameters",
    "errors.csv": "errors of the readings at held-out poses, before and after",
    "calibration.json": "all numbers, with the covariance, for other programs",
}
"""Contents of the files beside the report."""


def write_calibration(result: Calibration, folder: str | Path) -> list[Path]:
    """Write all files of a calibration, all together or none; return their paths."""
    target = file_path("folder", folder, "the path of a folder")
    with writing("folder", target), output_folder(target) as scratch:
        told = ""
        try:
            (scratch / "calibrated.yaml").write_text(result.robot_file(), encoding="utf-8")
        except ParadosError as error:
            told = str(error)
        _write_tables(result, scratch)
        (scratch / "calibration.json").write_text(json.dumps(_numbers(result), indent=1), encoding="utf-8")
        names = [*sorted(path.name for path in scratch.iterdir()), "report.html"]
        (scratch / "report.html").write_text(_page(result, names, told), encoding="utf-8")
    return [target / name for name in names]


def _write_tables(result: Calibration, folder: Path) -> None:
    seen = set(result.identifiable.free.tolist())
    columns: dict[str, Any] = {
        "name": result.names,
        "before": result.before.tolist(),
        "calibrated": result.values.tolist(),
        "standard_deviation": result.standard_deviations.tolist(),
        "identified": [int(k in seen) for k in range(len(result.names))],
    }
    write_columns(folder / "parameters.csv", columns)
    check = result.accuracy
    if check is not None:
        tables = {"before": check.before, "after": check.after}
        errors = {f"{name}_{kind}": table[:, k] for k, name in enumerate(check.columns) for kind, table in tables.items()}
        write_columns(folder / "errors.csv", {"pose": np.arange(1, len(check.before) + 1), **errors}, digits=9)


def _numbers(result: Calibration) -> dict[str, Any]:
    """Numbers of a calibration for other programs."""
    check = result.accuracy
    free = result.identifiable.free
    return {
        "robot": result.model.spec.name,
        "measurements": result.measurements.name,
        "poses": len(result.measurements),
        "identified": [result.names[k] for k in free],
        "groups": list(result.identifiable.groups),
        "values": result.values[free].tolist(),
        "before": result.before[free].tolist(),
        "covariance": result.covariance.tolist(),
        "kept": {result.names[k]: float(result.values[k]) for k in result.identifiable.fixed},
        "noise": result.noise,
        "noise_estimated": result.noise_estimated,
        "chi_square": result.chi_square if result.freedom else None,
        "freedom": result.freedom,
        "observability": result.observability,
        "accuracy": None if check is None else {"kind": check.kind, "rms": check.rms(), "largest": check.largest()},
        "remarks": result.remarks,
    }


def _page(result: Calibration, files: list[str], told: str) -> str:
    statistics = (
        f"{len(result.identifiable.free)} parameters from {result.at.r.size} equations; chi-square divided by its "
        f"{result.freedom} degrees of freedom {result.chi_square:.4g}; observability index O1 = {result.observability:.4g}."
    )
    named = [f'<li><a href="{html_text(one)}">{html_text(one)}</a>: {FILES[one]}</li>' for one in files if one in FILES]
    parts = {
        "REMARKS": "".join(f"<p>{html_text(one)}</p>" for one in result.remarks),
        "ACCURACY": html_table(accuracy_table(result)),
        "FIGURE": html_image(result.plot(), "errors before and after calibration, and parameters with their deviations"),
        "STATISTICS": html_text(statistics),
        "PARAMETERS": html_table(parameter_table(result)),
        "FILES": f"<ul>{''.join(named)}</ul>" + (f"<p>{html_text(told)}</p>" if told else ""),
    }
    facts = f"{len(result.measurements)} poses of {result.measurements.name}; readings {', '.join(result.measurements.columns)}."
    return report_page(f"Calibration of {result.model.spec.name}", facts, PAGE, parts)
