"""`parados optimal`: the fastest motion along a path, or the one with the least energy in a given time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parados.cli.output_option import OutputFolder
from parados.cli.plain_errors import INTERRUPTED
from parados.cli.robot_argument import RobotArgument
from parados.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from parados.model.model import Model
    from parados.plan import ActuatorLimits, OptimalMotion
    from parados.trajectory import GeometricPath

__all__ = ["optimal"]

ALL = "one number, or one for each actuator, separated by commas"


def optimal(
    robot: RobotArgument,
    path: Annotated[Path, typer.Option(help="CSV, Parquet or MAT file: one row for each point, columns are the coordinates.")],
    output: OutputFolder,
    effort: Annotated[str | None, typer.Option(help=f"Largest effort [N m or N]: {ALL}.")] = None,
    speed: Annotated[str | None, typer.Option(help="Largest speed of the actuators [rad/s or m/s].")] = None,
    acceleration: Annotated[str | None, typer.Option(help="Largest acceleration of the actuators [rad/s2 or m/s2].")] = None,
    power: Annotated[str | None, typer.Option(help="Largest power of the actuators, driving or braking [W].")] = None,
    jerk: Annotated[str | None, typer.Option(help="Largest jerk of the actuators [rad/s3 or m/s3].")] = None,
    blend: Annotated[
        float | None, typer.Option(help="Straight lines between the points, with corners rounded over this length [m].")
    ] = None,
    corner: Annotated[str, typer.Option(help="Corners with --blend: 'smooth' or 'arc'.")] = "smooth",
    duration: Annotated[float | None, typer.Option(help="The motion with the least energy in this time [s].")] = None,
    intervals: Annotated[int | None, typer.Option(help="Intervals of the grid; default: 1000, with --duration 400.")] = None,
    rate: Annotated[float, typer.Option(help="Samples in a second in the file.")] = 1000.0,
    ignore_limits: Annotated[bool, typer.Option("--ignore-limits", help="Ignore the joint limits of the file.")] = False,
) -> None:
    """Find the fastest motion along a path within limits of the actuators, or that with the least energy in a given time.

    The limits hold at every instant, with the full dynamics and the friction of the robot file. The folder gets optimal.csv
    (t, x, xd, xdd of the platform; q_, qd_, qdd_ and tau_ of the actuators; `parados run` reads it), optimal.png (speeds and
    efforts against their limits, and which limit is active when) and optimal.txt. A limit on the jerk needs a longer search:
    the motion without it is written first, as without-jerk.csv, and stays if the search is interrupted.
    """
    from parados.api import load
    from parados.arguments import positive
    from parados.cli.console import PlainConsole
    from parados.plan import ActuatorLimits
    from parados.trajectory.path_files import read_path

    console = PlainConsole()
    positive("--rate", rate, "1/s")
    given = {"effort": effort, "speed": speed, "acceleration": acceleration, "power": power, "jerk": jerk}
    values: dict[str, Any] = {name: _numbers(f"--{name}", text) for name, text in given.items()}
    limits = ActuatorLimits(**values, joints=not ignore_limits)
    model = load(robot).compile()
    way = read_path(path, model, blend=blend, corner=corner)
    count: dict[str, Any] = {} if intervals is None else {"intervals": intervals}
    if limits.jerk is not None and duration is None:
        found = _in_two_steps(model, way, limits, output, rate, console, count)
    else:
        found = _found(model, way, limits, duration, console, count)
    _write(found, output, rate, "optimal")
    for line in found.summary().splitlines():
        console.print(line, soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)


def _numbers(option: str, text: str | None) -> list[float] | float | None:
    if text is None:
        return None
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"{option}: {ALL}, is expected, not {text!r}") from None
    return values if len(values) > 1 else values[0]


def _in_two_steps(
    model: Model, way: GeometricPath, limits: ActuatorLimits, output: Path, rate: float, console: Console, count: dict[str, Any]
) -> OptimalMotion:
    """Write the motion without the limit on the jerk, and then find the one with it."""
    from dataclasses import replace

    first = _found(model, way, replace(limits, jerk=None), None, console, count)
    _write(first, output, rate, "without-jerk")
    try:
        return _found(model, way, limits, None, console, count)
    except KeyboardInterrupt:
        console.print(f"Interrupted: {output} has the motion without the limit on the jerk, without-jerk.csv.")
        raise typer.Exit(INTERRUPTED) from None


def _found(
    model: Model, way: GeometricPath, limits: ActuatorLimits, duration: float | None, console: Console, count: dict[str, Any]
) -> OptimalMotion:
    """Search with a progress bar."""
    from parados.cli.console import plain_progress
    from parados.plan import least_energy, time_optimal

    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: rounds", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        if duration is None:
            return time_optimal(model, way, limits, progress=show, **count)
        return least_energy(model, way, duration, limits, progress=show, **count)


def _write(found: OptimalMotion, output: Path, rate: float, name: str) -> None:
    """Write the motion with `rate` samples in a second, its figure and its summary."""
    from parados.plots.output_folder import output_folder
    from parados.plots.style import save

    with output_folder(output) as folder:
        found.save(folder / f"{name}.csv", count=max(2, round(found.duration * rate) + 1))
        save(found.plot(), folder / f"{name}.png")
        (folder / f"{name}.txt").write_text(found.summary() + "\n", encoding="utf-8")
