"""`parados size`: do the motors of a robot suffice for a motion?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parados.cli.mode_option import MODE, given_mode
from parados.cli.output_option import folder_option
from parados.cli.robot_argument import RobotArgument

__all__ = ["TOO_SMALL", "size"]

TOO_SMALL = 3
"""Exit code if a motor does not suffice."""


def size(
    robot: RobotArgument,
    motion: Annotated[
        Path, typer.Argument(help="CSV, Parquet or MAT file: t, platform coordinates, optionally their rates xd_..., xdd_....")
    ],
    motor: Annotated[
        Path, typer.Option(help="Limits of the motors: YAML or CSV with speed, effort and, optionally, continuous (and gear).")
    ],
    output: Annotated[Path | None, folder_option("Folder to write; other files in it are kept.")] = None,
    mode: MODE = None,
) -> None:
    """Compare the loads of the actuators along a motion with the limits of their motors: margin and worst instant of each.

    The exit code is 3 if a motor does not suffice. With --output, the folder gets sizing.csv, sizing.xlsx, a figure of effort
    over speed and report.html.
    """
    from parados.api import load
    from parados.cli.console import PlainConsole, console_table
    from parados.study import read_motors, size_motors
    from parados.trajectory.motion_table_files import read_motion_table

    console, own_mode = PlainConsole(), given_mode(mode)
    model = load(robot).compile()
    result = size_motors(
        model,
        read_motion_table(motion, model.labels),
        dict(zip(model.actuated_names, read_motors(motor, model.actuated_names), strict=True)),
        mode=own_mode,
    )
    for table in result.tables():
        console.print(console_table(table.title, [list(table.headings), *map(list, table.rows)]))
    console.print(result.sentence(), style="green" if result.suffices else "bold red", soft_wrap=True)
    if output is not None:
        result.save(output)
        console.print(f"Written: {output}", soft_wrap=True)
    if not result.suffices:
        raise typer.Exit(TOO_SMALL)
