"""The report of a motion: a CSV file, figures and a table, in one folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.cli.evaluation import Results
from parados.cli.joint_limits import LimitCheck
from parados.cli.motion_file import Motion, rate_columns
from parados.cli.summary import Load, actuator_loads, limit_cells, load_cells, markdown_table
from parados.text.csv_cells import CsvWriter
from parados.text.markdown import markdown_text

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["write_report"]

FIGURES = {
    "actuators.png": "Positions, rates and efforts of the actuators",
    "energy.png": "Power of the actuators, energy of the robot",
    "path.png": "Path of the platform's origin P",
}


def write_report(folder: Path, model: Model, motion: Motion, results: Results, limits: LimitCheck | None = None) -> list[Load]:
    """Write motion.csv, summary.md and the figures into an existing folder; returns the loads of the actuators."""
    from parados.cli.motion_figures import actuator_figure, energy_figure
    from parados.cli.path_figure import path_figure
    from parados.plots.style import save

    loads = actuator_loads(model, results, motion.t)
    _write_csv(folder / "motion.csv", model, motion, results, limits)
    beyond = None if limits is None else limits.rows
    save(actuator_figure(model, motion, results, beyond), folder / "actuators.png")
    save(energy_figure(model, motion, results, beyond), folder / "energy.png")
    save(path_figure(model, motion, results, beyond), folder / "path.png")
    (folder / "summary.md").write_text(_summary(model, motion, loads, limits), encoding="utf-8")
    return loads


def _write_csv(path: Path, model: Model, motion: Motion, results: Results, limits: LimitCheck | None) -> None:
    labels = model.labels
    columns: dict[str, NDArray[np.float64]] = {} if motion.t is None else {"t": motion.t}
    columns |= zip(labels["x"], motion.x.T, strict=True)
    columns |= zip(rate_columns(labels, "xd"), motion.xd.T, strict=True)
    columns |= zip(rate_columns(labels, "xdd"), motion.xdd.T, strict=True)
    for prefix, values in (("q", results.q), ("qd", results.qd), ("qdd", results.qdd), ("tau", results.tau)):
        columns |= {f"{prefix}_{name}": values[:, k] for k, name in enumerate(labels["q"])}
    columns |= {"kinetic": results.kinetic, "potential": results.potential}
    if limits is not None:
        columns |= {f"beyond_{name}": limits.beyond[:, k] for k, name in enumerate(limits.names)}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = CsvWriter(file)
        writer.writerow(columns)
        writer.writerows([[f"{value:.12g}" for value in row] for row in np.column_stack(list(columns.values()))])


def _summary(model: Model, motion: Motion, loads: list[Load], limits: LimitCheck | None) -> str:
    duration = "" if motion.t is None else f" over {motion.t[-1] - motion.t[0]:.4g} s"
    figures = "\n\n".join(f"![{caption}]({name})" for name, caption in FIGURES.items())
    return (
        f"# {markdown_text(model.spec.title or model.spec.name)}\n\n"
        f"{len(motion)} states{duration}; all of them in [motion.csv](motion.csv), in SI units and radians.\n\n"
        f"{markdown_table(load_cells(loads))}\n\n{_limits(limits)}{figures}\n"
    )


def _limits(limits: LimitCheck | None) -> str:
    """The section on joint limits; nothing where there are none, or they are ignored."""
    if limits is None:
        return ""
    table = f"{markdown_table(limit_cells(limits))}\n\n" if limits.violations else ""
    return f"## Joint limits\n\n{markdown_text(limits.sentence())}\n\n{table}"
