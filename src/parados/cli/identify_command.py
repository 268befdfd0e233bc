"""`parados identify`: identify the dynamic parameters of a robot from logs of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["identify_robot"]


def identify_robot(
    robot: Annotated[str, typer.Argument(help="A name from the catalog, or a robot file.")],
    logs: Annotated[list[Path], typer.Argument(help="CSV, Parquet, MAT or HDF5 files with t, joint positions and efforts.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write; other files in it are kept.")],
    validation: Annotated[list[Path] | None, typer.Option("--validation", "-v", help="Log that is kept for validation.")] = None,
    method: Annotated[str, typer.Option(help="ordinary, weighted, robust, instrumental or didim.")] = "weighted",
    friction: Annotated[str, typer.Option(help="Joints whose friction is identified: all, actuated or none.")] = "all",
    rotors: Annotated[str, typer.Option(help="Joints whose rotor inertia is identified: all, actuated or none.")] = "actuated",
    offsets: Annotated[str, typer.Option(help="Joints with a constant effort: all, actuated or none.")] = "none",
    tied: Annotated[bool, typer.Option("--tied", help="Parameters are equal over the legs.")] = False,
    derivatives: Annotated[str, typer.Option(help="auto, fourier, spline or filter.")] = "auto",
    cut_off: Annotated[float | None, typer.Option(help="Cut-off of the derivatives [Hz]; proposed from the spectrum.")] = None,
    gain: Annotated[list[str] | None, typer.Option(help="Drive gain, NAME=NUMBER, or a number for all drives.")] = None,
    column: Annotated[
        list[str] | None, typer.Option(help="Column of a quantity, QUANTITY=COLUMN, e.g. tau_q11=current1.")
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Write the fit of a robot that does not fit its log.")] = False,
) -> None:
    """Identify the dynamic parameters of a robot from logs; write a report, tables and robot files with the numbers."""
    from parados.api import load
    from parados.cli.console import PlainConsole, console_table, plain_progress
    from parados.identify import base_parameters, identify
    from parados.identify.fit_display import actuator_table

    console = PlainConsole()
    model = load(robot).compile()
    with plain_progress(console) as progress:
        task = progress.add_task(f"{model.spec.name}: base parameters", total=6)
        base = base_parameters(
            model,
            friction=_joints(friction),
            rotors=_joints(rotors),
            offsets=_joints(offsets),
            tied="legs" if tied else None,
        )
        progress.update(task, description=f"{model.spec.name}: logs")
        fit = identify(
            model,
            list(logs),
            validation=list(validation) if validation else None,
            method=method,
            base=base,
            columns=_pairs("column", column),
            gains=_gains(gain),
            derivatives=derivatives,
            cut_off=cut_off,
            strict=not anyway,
            progress=lambda done, total: progress.update(task, completed=done, total=total + 1),
        )
        progress.update(task, description=f"{model.spec.name}: report")
        fit.write(output)
    table = actuator_table(fit)
    console.print(console_table(table.title, [list(table.headings), *[list(row) for row in table.rows]]))
    for remark in fit.remarks:
        console.print(remark, soft_wrap=True)
    console.print(f"Written: {output}", soft_wrap=True)


def _joints(word: str) -> str | None:
    return None if word == "none" else word


def _pairs(name: str, given: list[str] | None) -> dict[str, str] | None:
    """Read NAME=VALUE options."""
    from parados.errors import InputError

    pairs = [one.partition("=") for one in given or []]
    wrong = [left for left, sign, right in pairs if not (left and sign and right)]
    if wrong:
        raise InputError(f"--{name}: NAME=VALUE is expected, not {wrong[0]!r:.60}")
    return {left: right for left, _, right in pairs} or None


def _gains(given: list[str] | None) -> dict[str, float] | float | None:
    """Read drive gains: one number for all drives, or NAME=NUMBER."""
    from parados.errors import InputError

    if not given:
        return None
    try:
        if len(given) == 1 and "=" not in given[0]:
            return float(given[0])
        return {name: float(value) for name, value in (_pairs("gain", given) or {}).items()}
    except ValueError as error:
        raise InputError(f"--gain: NAME=NUMBER or one number is expected, not {', '.join(given)!r:.60}") from error
