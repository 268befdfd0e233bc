"""`parados run`: a robot along a motion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from parados.cli.motion_file import Motion
    from parados.model.model import Model

__all__ = ["run", "run_motion"]


def run(
    robot: Annotated[str, typer.Argument(help="A name from the catalog, or a robot file.")],
    motion: Annotated[Path, typer.Argument(help="CSV file: t, platform coordinates, optionally their rates xd_..., xdd_....")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write; what it holds under other names stays.")],
) -> None:
    """Move a robot along a sampled motion; write efforts, rates and energies as CSV, figures and a table."""
    from rich.console import Console

    from parados.api import load
    from parados.cli.motion_file import read_motion
    from parados.plots.output_folder import output_folder

    console = Console(highlight=False)
    model = load(robot).compile()
    states = read_motion(motion, model.labels)
    with output_folder(output) as folder:
        run_motion(model, states, folder, console)
    console.print(f"Written: {output}", markup=False, soft_wrap=True)


def run_motion(model: Model, motion: Motion, folder: Path, console: Console) -> None:
    """Evaluate a motion with a progress bar, write its report into a folder, print its table."""
    from rich.progress import Progress

    from parados.cli.evaluation import evaluate
    from parados.cli.report import write_report
    from parados.cli.summary import console_table

    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(f"{model.spec.name}: states", total=len(motion))
        results = evaluate(model, motion, lambda rows: progress.advance(task, rows))
        progress.update(task, description=f"{model.spec.name}: figures", total=None)
        loads = write_report(folder, model, motion, results)
    console.print(console_table(model.spec.title or model.spec.name, loads))
