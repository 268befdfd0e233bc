"""`parados identify`: identify the dynamic parameters of a robot from logs of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parados.cli.log_options import LogChoice, chosen_joints, takes_log_options
from parados.cli.output_option import OutputFolder
from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from rich.console import Console

    from parados.identify import Fit

__all__ = ["identify_robot"]

ROBOT_FILES = ("identified.yaml", "physical.yaml")


@takes_log_options
def identify_robot(
    robot: RobotArgument,
    logs: Annotated[list[Path], typer.Argument(help="CSV, Parquet, MAT or HDF5 files with t, joint positions and efforts.")],
    output: OutputFolder,
    validation: Annotated[list[Path] | None, typer.Option("--validation", "-v", help="Log that is kept for validation.")] = None,
    method: Annotated[str, typer.Option(help="ordinary, weighted, robust, instrumental or didim.")] = "weighted",
    friction: Annotated[str, typer.Option(help="Joints whose friction is identified: all, actuated or none.")] = "all",
    rotors: Annotated[str, typer.Option(help="Joints whose rotor inertia is identified: all, actuated or none.")] = "actuated",
    offsets: Annotated[str, typer.Option(help="Joints with a constant effort: all, actuated or none.")] = "none",
    tied: Annotated[bool, typer.Option("--tied", help="Parameters are equal over the legs.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Write the fit of a robot that does not fit its log.")] = False,
    *,
    choice: LogChoice,
) -> None:
    """Identify the dynamic parameters of a robot from logs; write a report, tables and robot files with the numbers."""
    from parados.api import load
    from parados.cli.console import PlainConsole, plain_progress
    from parados.identify import base_parameters, identify

    console = PlainConsole()
    words = {"friction": friction, "rotors": rotors, "offsets": offsets}
    joints: dict[str, Any] = {name: chosen_joints(word) for name, word in words.items()}
    model = load(robot).compile()
    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: logs", total=6)
        read, held_out = ([choice.read(path, model) for path in paths or []] for paths in (logs, validation))
        progress.update(task, description=f"{model.spec.name}: base parameters")
        base = base_parameters(model, **joints, tied="legs" if tied else None)
        fit = identify(
            model, read, validation=held_out or None, method=method, base=base, **choice.signals, strict=not anyway,
            progress=lambda done, total: progress.update(task, completed=done, total=total + 1),
        )  # fmt: skip
        progress.update(task, description=f"{model.spec.name}: report")
        written = {path.name for path in fit.write(output)}
    _show(console, fit, output, [name for name in ROBOT_FILES if name not in written])


def _show(console: Console, fit: Fit, output: Path, missing: list[str]) -> None:
    """Print the errors of the efforts, the remarks, and where the files are."""
    from parados.cli.console import console_table
    from parados.identify.fit_display import actuator_table

    table = actuator_table(fit)
    console.print(console_table(table.title, [list(table.headings), *[list(row) for row in table.rows]]))
    for remark in fit.remarks:
        console.print(remark, soft_wrap=True)
    if missing:
        console.print(f"Not written: {', '.join(missing)}; report.html tells why.", style="bold red", soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)
