"""`parados compare`: how well a robot file explains a log of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parados.cli.log_options import LogChoice, takes_log_options
from parados.cli.output_option import folder_option
from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from rich.console import Console

    from parados.identify import Comparison
    from parados.model.model import Model

__all__ = ["compare_with_log"]


@takes_log_options
def compare_with_log(
    robot: RobotArgument,
    log: Annotated[Path, typer.Argument(help="CSV, Parquet, MAT or HDF5 file with t, joint positions and efforts.")],
    output: Annotated[Path | None, folder_option("Folder for an HTML report and CSV tables.")] = None,
    beside: Annotated[list[str] | None, typer.Option(help="Another robot with the same joints, to compare as well.")] = None,
    no_friction: Annotated[bool, typer.Option("--no-friction", help="Leave friction out of the models.")] = False,
    *,
    choice: LogChoice,
) -> None:
    """Compare the efforts of a robot file with those of a log; print errors, and write a report."""
    from parados.cli.console import PlainConsole
    from parados.identify import compare
    from parados.plots.output_folder import output_folder
    from parados.report.comparison_report import write_comparison_report

    console, models = PlainConsole(), _named_models([robot, *(beside or [])])
    result = compare(models, choice.read(log, next(iter(models.values()))), friction=not no_friction, **choice.signals)
    _show(console, result)
    if output is not None:
        with output_folder(output) as folder:
            write_comparison_report(folder, result)
        console.print(f"Written: {output}", soft_wrap=True)


def _named_models(robots: list[str]) -> dict[str, Model]:
    """Return the models by the names of their robots, or by the given words if two robots have the same name."""
    from parados.api import load

    models = {robot: load(robot).compile() for robot in dict.fromkeys(robots)}
    by_name = {model.spec.name: model for model in models.values()}
    return by_name if len(by_name) == len(models) else models


def _show(console: Console, result: Comparison) -> None:
    from parados.cli.console import console_table

    for table in result.tables():
        console.print(console_table(table.title, [list(table.headings), *[list(row) for row in table.rows]]))
    for suspicion in result.suspicions:
        console.print(suspicion, style="bold red", soft_wrap=True)
    for remark in result.remarks:
        console.print(remark, soft_wrap=True)
