"""Write the report of a motion: a CSV file, figures and a table, in one folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.report.actuator_loads import Load, actuator_loads, load_cells
from parados.report.limit_violations import LimitCheck
from parados.report.motion_evaluation import MotionResults
from parados.text.csv_cells import write_columns
from parados.text.markdown import markdown_table, markdown_text
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.names import rate_columns

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["motion_columns", "write_motion_report"]

FIGURES = {
    "actuators.png": "Positions, rates and efforts of the actuators",
    "energy.png": "Power of the actuators, energy of the robot",
    "path.png": "Path of the platform's origin P",
}


def write_motion_report(
    folder: Path, model: Model, motion: MotionTable, results: MotionResults, limits: LimitCheck | None = None
) -> list[Load]:
    """Write motion.csv, summary.md and the figures into an existing folder, and return the loads of the actuators."""
    from parados.plots.path_figure import path_figure
    from parados.plots.style import save
    from parados.report.motion_figures import actuator_figure, energy_figure

    loads = actuator_loads(model, motion, results)
    write_columns(folder / "motion.csv", motion_columns(model, motion, results, limits))
    beyond = None if limits is None else limits.rows
    save(actuator_figure(model, motion, results, beyond), folder / "actuators.png")
    save(energy_figure(model, motion, results, beyond), folder / "energy.png")
    if model.spec.has_platform:
        save(path_figure(model, motion.x[0], results.position, beyond=beyond), folder / "path.png")
    (folder / "summary.md").write_text(_summary(model, motion, loads, limits), encoding="utf-8")
    return loads


def motion_columns(
    model: Model, motion: MotionTable, results: MotionResults, limits: LimitCheck | None = None
) -> dict[str, NDArray[np.float64]]:
    """Return all quantities of a motion as named columns (N,); `read_motion_table` can read them from a file."""
    labels = model.labels
    columns: dict[str, NDArray[np.float64]] = {"t": motion.t} if motion.timed else {}
    columns |= zip(labels["x"], motion.x.T, strict=True)
    columns |= zip(rate_columns("xd", labels["xd"]), motion.xd.T, strict=True)
    columns |= zip(rate_columns("xdd", labels["xdd"]), motion.xdd.T, strict=True)
    for prefix, values in (("q", results.q), ("qd", results.qd), ("qdd", results.qdd), ("tau", results.tau)):
        columns |= {f"{prefix}_{name}": values[:, k] for k, name in enumerate(labels["q"])}
    columns |= {"kinetic": results.kinetic, "potential": results.potential}
    if limits is not None:
        columns |= {f"beyond_{name}": limits.beyond[:, k] for k, name in enumerate(limits.names)}
    return columns


def _summary(model: Model, motion: MotionTable, loads: list[Load], limits: LimitCheck | None) -> str:
    duration = f" over {motion.t[-1] - motion.t[0]:.4g} s" if motion.timed else ""
    shown = [name for name in FIGURES if name != "path.png" or model.spec.has_platform]
    figures = "\n\n".join(f"![{FIGURES[name]}]({name})" for name in shown)
    return (
        f"# {markdown_text(model.spec.title or model.spec.name)}\n\n"
        f"{len(motion)} states{duration}; [motion.csv](motion.csv) contains all of them, in SI units and radians.\n\n"
        f"{markdown_table(load_cells(loads))}\n\n{_limits(limits)}{figures}\n"
    )


def _limits(limits: LimitCheck | None) -> str:
    """Return the section on joint limits; empty if the robot has none or they are ignored."""
    if limits is None:
        return ""
    table = f"{markdown_table(limits.cells())}\n\n" if limits.violations else ""
    return f"## Joint limits\n\n{markdown_text(limits.sentence())}\n\n{table}"
