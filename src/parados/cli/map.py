"""`parados map`: map the reach, singularities and aspects of a robot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parados.cli.cluster_options import SCHEDULER, WORKERS, given_cluster
from parados.cli.mode_option import given_mode
from parados.cli.output_option import OutputFolder
from parados.cli.plain_errors import INTERRUPTED
from parados.cli.pose_options import given_ranges, given_values
from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from rich.console import Console

    from parados.model.model import Model
    from parados.singularity.maps.map_result import SingularityMap

__all__ = ["map_robot"]


def map_robot(
    robot: RobotArgument,
    output: OutputFolder,
    over: Annotated[
        list[str] | None,
        typer.Option(help="Give two or three: px=-0.3:0.3:200, px=-0.3:0.3, px=200 or px; the default range is the whole reach."),
    ] = None,
    fix: Annotated[list[str] | None, typer.Option(help="Value of another coordinate: pz=0.5; default: as at home.")] = None,
    modes: Annotated[
        str, typer.Option(help='"all", or modes such as 1,-1 or "1,(1 -1)", separated by ";"; default: the mode of the file.')
    ] = "",
    length: Annotated[float | None, typer.Option(help="Characteristic length of the distances [m].")] = None,
    ignore_limits: Annotated[bool, typer.Option("--ignore-limits", help="Ignore the joint limits of the file.")] = False,
    workers: WORKERS = None,
    scheduler: SCHEDULER = None,
) -> None:
    """Map a robot's reach, singularities and aspects over two or three coordinates: arrays, figures and an HTML page."""
    from parados.api import load
    from parados.cli.console import PlainConsole, console_table
    from parados.report.map_statistics import map_cells

    console = PlainConsole()
    ranges, standing = given_ranges(over), given_values(fix)
    chosen = modes if modes in ("", "all") else [given_mode(text, "--modes", "'all' or ") for text in modes.split(";")]
    model = load(robot).compile()
    try:
        with given_cluster(workers, scheduler) as cluster:
            asked: dict[str, Any] = {"over": ranges, "at": standing, "mode": chosen or None, "length": length}
            made = _computed(model, output, console, **asked, limits=not ignore_limits, cluster=cluster)
    except KeyboardInterrupt:
        console.print(f"Interrupted: {output} was not changed.")
        raise typer.Exit(INTERRUPTED) from None
    cells = map_cells(made)
    words = (0, len(cells[0]) - 1)
    console.print(console_table(model.spec.title or model.spec.name, cells, left=words))
    console.print(f"Written: {output / 'map.html'}, with arrays and figures in the same folder", soft_wrap=True)


def _computed(model: Model, output: Path, console: Console, **asked: Any) -> SingularityMap:
    """Compute a map and write it to a folder, with a progress bar; `asked` are arguments of `singularity_map`."""
    from parados.cli.console import plain_progress
    from parados.singularity.maps.mapping import singularity_map

    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: poses", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        made = singularity_map(model, progress=show, **asked)
        progress.update(task, description=f"{model.spec.name}: figures", total=None)
        made.save(output)
    return made
