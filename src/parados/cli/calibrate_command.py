"""`parados calibrate` and `parados poses`: the geometry of a robot from measurements, and the poses to measure at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parados.cli.log_options import named_values
from parados.cli.output_option import OutputFolder, file_option
from parados.errors import InputError

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["calibrate_robot", "choose_poses"]

Robot = Annotated[str, typer.Argument(help="A name from the catalog, or a robot file.")]
Live = Annotated[str | None, typer.Option(help="Parameters of the file to calibrate, e.g. l1,l2.")]
Corrections = Annotated[str | None, typer.Option(help="Numbers to correct: base, platform, lengths, offsets, with commas.")]
Axes = Annotated[str, typer.Option(help="Directions of corrections of places, e.g. xy for a planar robot.")]
Noise = Annotated[list[str] | None, typer.Option(help="Standard deviation, KIND=NUMBER: lengths, angles, pixels or encoders.")]
Sensors = Annotated[Path | None, typer.Option(help="YAML file with distances and cameras by name.")]
Keep = Annotated[bool, typer.Option("--keep", help="Keep parameters that cannot be identified at their values.")]


def calibrate_robot(
    robot: Robot,
    measurements: Annotated[Path, typer.Argument(help="Table with joint positions and readings, one row for each pose.")],
    output: OutputFolder,
    live: Live = None,
    corrections: Corrections = None,
    axes: Axes = "xyz",
    noise: Noise = None,
    sensors: Sensors = None,
    validation: Annotated[Path | None, typer.Option("--validation", "-v", help="Table of poses to tell the accuracy.")] = None,
    column: Annotated[list[str] | None, typer.Option(help="Column of a quantity, QUANTITY=COLUMN.")] = None,
    unit: Annotated[list[str] | None, typer.Option(help="Unit of a quantity, QUANTITY=UNIT, e.g. platform=mm.")] = None,
    keep: Keep = False,
) -> None:
    """Calibrate the geometry of a robot from measurements at poses; write a report and the robot file with the new numbers."""
    from parados.calibration import calibrate, read_measurements
    from parados.calibration.calibration_display import accuracy_table
    from parados.cli.console import PlainConsole, console_table, plain_progress

    console = PlainConsole()
    model = _model(robot, live, corrections, axes)
    reading: dict[str, Any] = {"columns": named_values("column", column), "units": named_values("unit", unit)}
    reading["sensors"] = _sensors(sensors)
    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: calibration", total=60)
        data, others = (
            None if path is None else read_measurements(path, model, **reading) for path in (measurements, validation)
        )
        result = calibrate(
            model, data, noise=_noise(noise), validation=others, strict=not keep,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )  # fmt: skip
        written = {path.name for path in result.write(output)}
    table = accuracy_table(result)
    if table.rows:
        console.print(console_table(table.title, [list(table.headings), *[list(row) for row in table.rows]]))
    for remark in result.remarks:
        console.print(remark, soft_wrap=True)
    if "calibrated.yaml" not in written:
        console.print("Not written: calibrated.yaml; report.html tells why.", style="bold red", soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)


def choose_poses(
    robot: Robot,
    count: Annotated[int, typer.Argument(help="Number of poses.")],
    output: Annotated[Path, file_option("CSV file to write.")],
    live: Live = None,
    corrections: Corrections = None,
    axes: Axes = "xyz",
    measured: Annotated[str | None, typer.Option(help="Readings beside the actuated joints, e.g. px,py,pz.")] = None,
    noise: Noise = None,
    sensors: Sensors = None,
    keep: Keep = False,
    seed: Annotated[int, typer.Option(help="Seed of the random candidates.")] = 0,
) -> None:
    """Choose the poses at which measurements determine the parameters of a robot best."""
    from parados.calibration import measurement_poses
    from parados.cli.console import PlainConsole

    console = PlainConsole()
    model = _model(robot, live, corrections, axes)
    chosen = measurement_poses(
        model, count, measured=measured.split(",") if measured else (), noise=_noise(noise), sensors=_sensors(sensors),
        strict=not keep, seed=seed,
    )  # fmt: skip
    chosen.write(output)
    console.print(f"Observability O1 = {chosen.observability:.4g}; random poses have {chosen.random:.4g}.", soft_wrap=True)
    worst = int(chosen.standard_deviations.argmax())
    console.print(
        f"Largest standard deviation to expect: {chosen.names[worst]}, {chosen.standard_deviations[worst]:.3g}.", soft_wrap=True
    )
    console.print(f"Written: {output}", soft_wrap=True)


def _model(robot: str, live: str | None, corrections: str | None, axes: str) -> Model:
    """Compile a robot with the parameters to calibrate as live ones; by default corrections of places and encoder offsets."""
    from parados.api import load

    own = load(robot)
    names = [] if live is None else [name.strip() for name in live.split(",")]
    groups = "base,platform,offsets" if live is None and corrections is None else corrections
    if groups:
        corrected = own.with_corrections([name.strip() for name in groups.split(",")], axes=axes)
        names += [name for name in corrected.parameters if name not in own.parameters]
        own = corrected
    return own.compile(live=names)


def _noise(given: list[str] | None) -> dict[str, float] | None:
    try:
        return {name: float(value) for name, value in (named_values("noise", given) or {}).items()} or None
    except InputError:
        raise
    except ValueError:
        raise InputError(f"--noise: KIND=NUMBER is expected, not {', '.join(given or [])!r:.60}") from None


def _sensors(path: Path | None) -> dict[str, Any]:
    """Read the instruments of a YAML file."""
    from parados.robot.settings_yaml import yaml_content

    if path is None:
        return {}
    found = yaml_content("--sensors", path)
    if not isinstance(found, dict):
        raise InputError(f"--sensors: {path.name} must map names to sensors, e.g. d1: {{station: [2, 0, 0]}}")
    return found
