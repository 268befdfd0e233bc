"""`parados excite`: find a motion that lets the parameters of a robot be identified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parados.cli.output_option import OutputFolder
from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from rich.console import Console

    from parados.identify.exciting_motion import Excitation
    from parados.model.model import Model

__all__ = ["excite"]


def excite(
    robot: RobotArgument,
    output: OutputFolder,
    period: Annotated[float, typer.Option(help="Period of the motion [s]; a longer one is slower.")] = 4.0,
    harmonics: Annotated[int, typer.Option(help="Number of harmonics; the highest frequency is harmonics / period [Hz].")] = 5,
    periods: Annotated[int, typer.Option(help="Repetitions in the file; the mean over them has less noise.")] = 5,
    rate: Annotated[float, typer.Option(help="Samples in a second in the file.")] = 1000.0,
    speed: Annotated[float | None, typer.Option(help="Largest speed of an actuator [rad/s or m/s].")] = None,
    acceleration: Annotated[float | None, typer.Option(help="Largest acceleration of an actuator [rad/s2 or m/s2].")] = None,
    effort: Annotated[
        float | None, typer.Option(help="Largest effort of an actuator [N m or N], by the numbers of the file.")
    ] = None,
    clearance: Annotated[
        float | None, typer.Option(help="Smallest distance from singularities; default: a third of that at the centre.")
    ] = None,
    rest: Annotated[bool, typer.Option("--rest", help="Start and end at rest, with zero acceleration.")] = False,
    criterion: Annotated[
        str, typer.Option(help="'condition': parameters that are easy to tell apart; 'log-det': small errors of all parameters.")
    ] = "condition",
    tries: Annotated[int, typer.Option(help="Number of starts of the search; more may find a better motion.")] = 8,
    seed: Annotated[int, typer.Option(help="Seed of the random starts.")] = 0,
) -> None:
    """Find a motion from which the dynamic parameters of a robot can be identified, and write it for the controller.

    The motion is a sum of a few sines in the coordinates of the platform. It stays in the workspace and the joint limits of the
    robot file, within the given limits, and away from singularities. The folder gets excitation.csv (t, x, xd, xdd of the
    platform; q_, qd_, qdd_ and predicted tau_ of the actuators), a figure and a summary, which compares the motion with 100
    random ones and with a circle. Run the motion on the machine and log the positions and efforts of the actuators.
    """
    from parados.api import load
    from parados.arguments import positive
    from parados.cli.console import PlainConsole

    console = PlainConsole()
    positive("--rate", rate, "1/s")
    options: dict[str, object] = {
        "period": period,
        "harmonics": harmonics,
        "periods": periods,
        "speed": speed,
        "acceleration": acceleration,
    }
    options |= {"effort": effort, "clearance": clearance, "rest": rest, "criterion": criterion, "tries": tries, "seed": seed}
    found = _found(load(robot).compile(), console, options)
    _write(found, output, rate)
    for line in found.summary().splitlines():
        console.print(line, soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)


def _write(found: Excitation, output: Path, rate: float) -> None:
    """Write the motion with `rate` samples in a second, its figure and its summary."""
    from parados.plots.output_folder import output_folder
    from parados.plots.style import save

    with output_folder(output) as folder:
        found.save(folder / "excitation.csv", count=round(found.duration * rate) + 1)
        save(found.plot(), folder / "excitation.png")
        (folder / "excitation.txt").write_text(found.summary() + "\n", encoding="utf-8")


def _found(model: Model, console: Console, options: dict[str, object]) -> Excitation:
    """Search with a progress bar."""
    from parados.cli.console import plain_progress
    from parados.identify import excitation

    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: tries", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return excitation(model, progress=show, **options)  # type: ignore[arg-type]
