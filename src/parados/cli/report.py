"""The report of a motion: a CSV file, figures and a table, in one folder."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.cli.evaluation import Results
from parados.cli.motion_file import Motion, rate_columns
from parados.cli.summary import Load, actuator_loads, markdown_table

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["write_report"]

FIGURES = {
    "actuators.png": "Positions, rates and efforts of the actuators",
    "energy.png": "Power of the actuators, energy of the robot",
    "path.png": "Path of the platform's origin P",
}


def write_report(folder: Path, model: Model, motion: Motion, results: Results) -> list[Load]:
    """Write motion.csv, summary.md and the figures into an existing folder; returns the loads of the actuators."""
    from parados.cli.motion_figures import actuator_figure, energy_figure
    from parados.cli.path_figure import path_figure
    from parados.plots.style import save

    loads = actuator_loads(model, results, motion.t)
    _write_csv(folder / "motion.csv", model, motion, results)
    save(actuator_figure(model, motion, results), folder / "actuators.png")
    save(energy_figure(model, motion, results), folder / "energy.png")
    save(path_figure(model, motion, results), folder / "path.png")
    (folder / "summary.md").write_text(_summary(model, motion, loads), encoding="utf-8")
    return loads


def _write_csv(path: Path, model: Model, motion: Motion, results: Results) -> None:
    labels = model.labels
    columns: dict[str, NDArray[np.float64]] = {} if motion.t is None else {"t": motion.t}
    columns |= zip(labels["x"], motion.x.T, strict=True)
    columns |= zip(rate_columns(labels, "xd"), motion.xd.T, strict=True)
    columns |= zip(rate_columns(labels, "xdd"), motion.xdd.T, strict=True)
    for prefix, values in (("q", results.q), ("qd", results.qd), ("qdd", results.qdd), ("tau", results.tau)):
        columns |= {f"{prefix}_{name}": values[:, k] for k, name in enumerate(labels["q"])}
    columns |= {"kinetic": results.kinetic, "potential": results.potential}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([[f"{value:.12g}" for value in row] for row in np.column_stack(list(columns.values()))])


def _summary(model: Model, motion: Motion, loads: list[Load]) -> str:
    duration = "" if motion.t is None else f" over {motion.t[-1] - motion.t[0]:.4g} s"
    figures = "\n\n".join(f"![{caption}]({name})" for name, caption in FIGURES.items())
    return (
        f"# {model.spec.title or model.spec.name}\n\n"
        f"{len(motion)} states{duration}; all of them in [motion.csv](motion.csv), in SI units and radians.\n\n"
        f"{markdown_table(loads)}\n\n{figures}\n"
    )
