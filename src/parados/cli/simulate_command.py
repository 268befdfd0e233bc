"""`parados simulate`: move a robot in time, freely or under a control law."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from parados.cli.output_option import OutputFolder
from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from rich.console import Console

    from parados.model.model import Model
    from parados.simulate.simulated_run import Run
    from parados.trajectory.base import Trajectory

__all__ = ["simulate_robot"]

OF_THE_LAW = ("control", "bandwidth", "plant", "rate", "delay", "encoders", "noise", "effort", "time_constant")
"""Options that mean nothing without a motion to follow."""

LONGEST_STEP = 1e-4
"""Longest step under a law if none is given [s]."""


def simulate_robot(
    context: typer.Context,
    robot: RobotArgument,
    output: OutputFolder,
    motion: Annotated[
        Path | None, typer.Option(help="Motion to follow: CSV, Parquet or MAT file with t and coordinates.")
    ] = None,
    control: Annotated[
        str, typer.Option(help="Law: computed-torque, computed-torque-joints, feed-forward, pd or pid; with --motion.")
    ] = "computed-torque",
    bandwidth: Annotated[float, typer.Option(help="Bandwidth of the law [Hz]; all gains follow from it.")] = 10.0,
    plant: Annotated[str | None, typer.Option(help="Robot that is simulated, if it differs from the controller's model.")] = None,
    rate: Annotated[float, typer.Option(help="Updates of the law in a second.")] = 1000.0,
    delay: Annotated[float, typer.Option(help="Time from a measurement to its efforts [s].")] = 0.0,
    encoders: Annotated[float | None, typer.Option(help="Step of the encoders [rad or m]; x is then computed from them.")] = None,
    noise: Annotated[float, typer.Option(help="Standard deviation of measured joint positions [rad or m].")] = 0.0,
    effort: Annotated[float | None, typer.Option(help="Largest effort of an actuator [N m or N].")] = None,
    time_constant: Annotated[float, typer.Option(help="Time constant of the drives [s].")] = 0.0,
    duration: Annotated[
        float | None, typer.Option(help="[s], rounded up to whole steps under a law; by default that of the motion, or 1 s.")
    ] = None,
    step: Annotated[
        float | None, typer.Option(help="Fixed step [s]; by default a whole part of the period of the law, at most 1e-4 s.")
    ] = None,
    start: Annotated[
        str | None, typer.Option(help="Coordinates at the start, such as 0,0,-0.8; by default those of the motion, or home.")
    ] = None,
    friction: Annotated[bool, typer.Option(help="With the friction of the file, or without.")] = True,
    states: Annotated[int, typer.Option(help="Number of states to keep.")] = 1001,
    animation: Annotated[bool, typer.Option("--animation", help="Write a moving picture, run.gif.")] = False,
) -> None:
    """Simulate a robot under a control law along a motion; without a motion, let it move freely, with error control.

    The folder gets run.csv (t, coordinates, joints, efforts, energies), run.png, summary.txt and, with a motion, tracking.png. An
    interrupted run, or one that cannot go on, leaves what was computed.
    """
    from parados.api import load
    from parados.cli.console import PlainConsole
    from parados.errors import SimulationError

    console = PlainConsole()
    if motion is None:
        _check_free(context)
    model = load(robot).compile()
    own = model if plant is None else load(plant).compile()
    reference = None if motion is None else _reference(motion, model)
    options: dict[str, Any] = {"friction": friction, "times": states}
    if reference is not None:
        sampling = {"rate": rate, "delay": delay, "effort_limit": effort, "time_constant": time_constant}
        sampling |= _encoders(encoders, noise)
        options |= _law(control, model, reference, bandwidth, sampling, step)
    elif step is not None:
        options |= {"method": "rk4", "step": step}
    first = _start(start, own, reference)
    last = _duration(duration, reference, options.get("step"))
    try:
        run = _simulated(own, first, last, options, console)
    except SimulationError as error:
        if error.run is not None:
            _write(cast("Run", error.run), reference, output, console, animation)
        raise
    _write(run, reference, output, console, animation)


def _check_free(context: typer.Context) -> None:
    """Reject options of a law in a run without a motion, which has no law."""
    from parados.errors import InputError

    for name in OF_THE_LAW:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = name.replace("_", "-")
            raise InputError(f"--{option}: it needs --motion; without a motion the robot moves freely, and no law runs")


def _duration(given: float | None, reference: Trajectory | None, step: float | None) -> float:
    """Return the duration of a run [s]; along a reference, which is held at its end, it is rounded up to whole steps."""
    from math import ceil

    from parados.arguments import positive

    if reference is None or step is None:
        return 1.0 if given is None else given
    wanted = reference.duration if given is None else positive("duration", given)
    return ceil(wanted / positive("step", step) * (1 - 1e-9)) * step


def _reference(path: Path, model: Model) -> Trajectory:
    """Read the coordinates of a robot from a file; other columns are ignored."""
    from parados.trajectory.motion_files import read_motion

    return read_motion(path, columns=list(model.labels["x"]))


def _encoders(step: float | None, noise: float) -> dict[str, Any]:
    """Return the settings of encoders, if the controller has them; otherwise it knows x and xd exactly."""
    if step is None and not noise:
        return {}
    return {"measured": "joints", "resolution": step or 0.0, "noise": noise, "rates": "difference"}


def _law(
    name: str, model: Model, reference: Trajectory, bandwidth: float, sampling: dict[str, Any], step: float | None
) -> dict[str, Any]:
    """Return the options of a run under a law."""
    from math import ceil

    from parados.control.named_laws import named_law
    from parados.control.sampled_loop import Sampling

    own = Sampling(**sampling)
    law = named_law(name, model, reference, bandwidth=bandwidth)
    usual = 1.0 / own.rate / ceil(1.0 / own.rate / LONGEST_STEP * (1 - 1e-9))
    return {"control": law, "sampling": own, "method": "rk4", "step": usual if step is None else step}


def _start(text: str | None, model: Model, reference: Trajectory | None) -> tuple[Any, Any]:
    """Return x and xd at the start."""
    import numpy as np

    from parados.cli.log_options import number_values

    still = np.zeros(len(model.labels["xd"]))
    if text is not None:
        return number_values("start", text), still
    if reference is None:
        return model.survey.home, still
    at = reference(reference.start)
    return at.x, at.xd


def _simulated(model: Model, start: tuple[Any, Any], duration: float, options: dict[str, Any], console: Console) -> Run:
    """Simulate with a progress bar."""
    from parados.cli.console import plain_progress
    from parados.simulate.simulation import simulate

    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: simulation", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return simulate(model, *start, duration, progress=show, **options)


def _write(run: Run, reference: Trajectory | None, output: Path, console: Console, animation: bool) -> None:
    """Write what was computed, and print its summary."""
    from parados.plots.output_folder import output_folder
    from parados.plots.style import save
    from parados.report.tracking_errors import TrackingErrors

    told = run.summary()
    with output_folder(output) as folder:
        run.save(folder / "run.csv")
        save(run.plot(), folder / "run.png")
        if reference is not None:
            errors = TrackingErrors(run, reference)
            save(errors.plot(), folder / "tracking.png")
            told += "\n\n" + errors.summary()
        if animation:
            run.animate(folder / "run.gif")
        (folder / "summary.txt").write_text(told + "\n", encoding="utf-8")
    for line in told.splitlines():
        console.print(line, soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)
