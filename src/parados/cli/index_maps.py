"""`parados workspace`, `parados stiffness`, `parados frequencies`: maps of indices of a robot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parados.cli.cluster_options import SCHEDULER, WORKERS, given_cluster
from parados.cli.mode_option import MODE, given_mode
from parados.cli.output_option import OutputFolder
from parados.cli.plain_errors import INTERRUPTED
from parados.cli.pose_options import given_ranges, given_values

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["map_frequencies", "map_stiffness", "map_workspace"]

ROBOT = Annotated[str, typer.Argument(help="A name from the catalog, or a robot file.")]

RANGES = Annotated[
    list[str] | None,
    typer.Option(
        "--over", help="Give two or three: px=-0.3:0.3:41, px=-0.3:0.3, px=41 or px; the default range is the whole reach."
    ),
]
FIXED = Annotated[list[str] | None, typer.Option("--fix", help="Value of another coordinate: pz=0.5; default: as at home.")]
LENGTH = Annotated[float | None, typer.Option(help="Characteristic length of dexterity and distances [m].")]


def map_workspace(
    robot: ROBOT,
    output: OutputFolder,
    over: RANGES = None,
    fix: FIXED = None,
    mode: MODE = None,
    length: LENGTH = None,
    clearance: Annotated[float, typer.Option(help="Smallest distance from singularities of usable poses.")] = 0.05,
    workers: WORKERS = None,
    scheduler: SCHEDULER = None,
) -> None:
    """Map where a robot works well: reach, joint limits, distance from singularities, dexterity; volumes of these regions."""
    indices: dict[str, Mapping[str, Any]] = {
        "singular_distance": {"length": length},
        "dexterity": {"length": length},
        "workspace_volume": {},
        "usable_volume": {"clearance": clearance, "length": length},
    }
    _map(robot, output, (over, fix, mode), indices, (workers, scheduler), boundary=True)


def map_stiffness(
    robot: ROBOT,
    output: OutputFolder,
    over: RANGES = None,
    fix: FIXED = None,
    mode: MODE = None,
    workers: WORKERS = None,
    scheduler: SCHEDULER = None,
) -> None:
    """Map the stiffness of the platform against a force in the softest direction, with locked motors."""
    _map(robot, output, (over, fix, mode), {"least_stiffness": {}, "largest_compliance": {}}, (workers, scheduler))


def map_frequencies(
    robot: ROBOT,
    output: OutputFolder,
    over: RANGES = None,
    fix: FIXED = None,
    mode: MODE = None,
    workers: WORKERS = None,
    scheduler: SCHEDULER = None,
) -> None:
    """Map the lowest natural frequency of a robot with locked motors."""
    _map(robot, output, (over, fix, mode), {"lowest_frequency": {}}, (workers, scheduler))


def _map(
    robot: str,
    output: Path,
    poses: tuple[list[str] | None, list[str] | None, str | None],
    indices: dict[str, Mapping[str, Any]],
    places: tuple[int | None, str | None],
    boundary: bool = False,
) -> None:
    """Map indices with a progress bar, write the map, and print its table; a map over px, py and pz has a boundary.

    poses : the options --over, --fix and --mode;  places : the options --workers and --scheduler
    """
    from parados.api import load
    from parados.cli.console import PlainConsole, console_table, plain_progress
    from parados.geometry.working_modes import other_mode
    from parados.study import index_map

    over, fix, signs = poses
    console, ranges, fixed, mode = PlainConsole(), given_ranges(over), given_values(fix), given_mode(signs)
    model = load(robot).compile()
    wanted = {
        **indices,
        **({"boundary_area": {}} if boundary and ranges is not None and set(ranges) == {"px", "py", "pz"} else {}),
    }
    try:
        with given_cluster(*places) as cluster, plain_progress(console) as progress:
            task = progress.add_task(f"{model.spec.name}: poses", total=None)

            def show(done: int, total: int) -> None:
                progress.update(task, completed=done, total=total)

            made = index_map(model, wanted, ranges, at=fixed, mode=mode, cluster=cluster, progress=show)
            progress.update(task, description=f"{model.spec.name}: figures", total=None)
            made.save(output)
    except KeyboardInterrupt:
        console.print(f"Interrupted: {output} was not changed.")
        raise typer.Exit(INTERRUPTED) from None
    table = made._display().tables[0]
    title = ", ".join(filter(None, [model.spec.title or model.spec.name, other_mode(made.mode, model.working_mode())]))
    console.print(console_table(title, [list(table.headings), *map(list, table.rows)]))
    console.print(f"Written: {output}", soft_wrap=True)
