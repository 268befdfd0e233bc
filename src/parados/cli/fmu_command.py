"""`parados fmu`: write a robot as an FMU."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parados.cli.output_option import file_option
from parados.cli.robot_argument import RobotArgument

__all__ = ["fmu"]


def fmu(
    robot: RobotArgument,
    output: Annotated[Path | None, file_option("FMU to write; by default ROBOT-KIND.fmu.")] = None,
    kind: Annotated[str, typer.Option(help="plant, inverse_dynamics or controller.")] = "plant",
    version: Annotated[int, typer.Option("--fmi", help="2 for FMI 2.0, 3 for FMI 3.0.")] = 3,
    live: Annotated[str, typer.Option(help="Live parameters, which become parameters of the FMU: l1,payload.")] = "",
    measured: Annotated[
        str | None, typer.Option(help="What a controller measures: q (joints, the default) or x (coordinates).")
    ] = None,
    step: Annotated[float | None, typer.Option(help="Longest step of a plant in co-simulation [s]; 1e-4 by default.")] = None,
    no_binary: Annotated[bool, typer.Option("--no-binary", help="Leave out the library: C sources alone.")] = False,
) -> None:
    """Write a robot as an FMU for model exchange and co-simulation, with C sources and the library of this machine."""
    from parados.api import load
    from parados.cli.console import PlainConsole
    from parados.fmu import export_fmu

    loaded = load(robot)
    model = loaded.compile("vm", live=[name for name in live.split(",") if name])
    path = output or Path(f"{loaded.spec.name}-{kind}.fmu")
    export_fmu(model, path, kind=kind, version=version, measured=measured, step=step, binary=not no_binary)
    PlainConsole().print(f"{path}: FMI {version}.0, {kind}, model exchange and co-simulation", soft_wrap=True)
