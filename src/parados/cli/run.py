"""`parados run`: evaluate a robot along a motion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parados.cli.output_option import OutputFolder
from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from rich.console import Console

    from parados.model.model import Model
    from parados.trajectory.motion_table import MotionTable

__all__ = ["run", "run_motion"]


def run(
    robot: RobotArgument,
    motion: Annotated[
        Path, typer.Argument(help="CSV, Parquet or MAT file: t, platform coordinates, optionally their rates xd_..., xdd_....")
    ],
    output: OutputFolder,
    ignore_limits: Annotated[bool, typer.Option("--ignore-limits", help="Ignore the joint limits of the file.")] = False,
) -> None:
    """Move a robot along a sampled motion; write efforts, rates and energies as CSV, figures and a table."""
    from parados.api import load
    from parados.cli.console import PlainConsole
    from parados.plots.output_folder import output_folder
    from parados.trajectory.motion_table_files import read_motion_table

    console = PlainConsole()
    model = load(robot).compile()
    states = read_motion_table(motion, model.labels)
    with output_folder(output) as folder:
        run_motion(model, states, folder, console, ignore_limits)
    console.print(f"Written: {output}", soft_wrap=True)


def run_motion(model: Model, motion: MotionTable, folder: Path, console: Console, ignore_limits: bool = False) -> None:
    """Evaluate a motion with a progress bar, write its report into a folder, and print its tables."""
    from parados.cli.console import console_table, plain_progress
    from parados.report.actuator_loads import load_cells
    from parados.report.limit_violations import check_limits
    from parados.report.motion_evaluation import evaluate_motion
    from parados.report.motion_report import write_motion_report

    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: states", total=len(motion))
        results = evaluate_motion(model, motion, lambda done, total: progress.update(task, completed=done, total=total))
        limits = None if ignore_limits else check_limits(model, motion)
        progress.update(task, description=f"{model.spec.name}: figures", total=None)
        loads = write_motion_report(folder, model, motion, results, limits)
    console.print(console_table(model.spec.title or model.spec.name, load_cells(loads)))
    if limits is not None:
        console.print(limits.sentence(), style="bold red" if limits.violations else "green", soft_wrap=True)
        if limits.violations:
            console.print(console_table("", limits.cells()))
