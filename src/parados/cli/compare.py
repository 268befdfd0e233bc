"""`parados compare`: how well a robot file explains a log of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["compare_with_log"]


def compare_with_log(
    robot: Annotated[str, typer.Argument(help="A name from the catalog, or a robot file.")],
    log: Annotated[Path, typer.Argument(help="CSV, Parquet, MAT or HDF5 file with t, joint positions and efforts.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Folder for an HTML report and CSV tables.")] = None,
    beside: Annotated[list[str] | None, typer.Option(help="Another robot with the same joints, to compare as well.")] = None,
    column: Annotated[
        list[str] | None, typer.Option(help="Column of a quantity, QUANTITY=COLUMN, e.g. tau_q11=current1.")
    ] = None,
    unit: Annotated[list[str] | None, typer.Option(help="Unit of a quantity, QUANTITY=UNIT, e.g. joints=deg.")] = None,
    gain: Annotated[list[str] | None, typer.Option(help="Drive gain, NAME=NUMBER, or a number for all drives.")] = None,
    rate: Annotated[float | None, typer.Option(help="Samples for each second [Hz], for a log without times.")] = None,
    settings: Annotated[Path | None, typer.Option(help="YAML file with columns, units, gains and rate.")] = None,
    derivatives: Annotated[str, typer.Option(help="auto, fourier, spline or filter.")] = "auto",
    cut_off: Annotated[float | None, typer.Option(help="Cut-off of the derivatives [Hz]; proposed from the spectrum.")] = None,
    mode: Annotated[str | None, typer.Option(help="Working mode, e.g. 1,-1.")] = None,
    start: Annotated[str | None, typer.Option(help="Pose near the first row, e.g. 0.1,0.25.")] = None,
    no_friction: Annotated[bool, typer.Option("--no-friction", help="Leave friction out of the models.")] = False,
) -> None:
    """Compare the efforts of a robot file with those of a log; print errors, and write a report."""
    from parados.api import load
    from parados.cli.console import PlainConsole, console_table
    from parados.cli.log_options import gain_values, number_values, value_pairs
    from parados.identify import compare, read_log
    from parados.plots.output_folder import output_folder
    from parados.report.comparison_report import write_comparison_report

    console = PlainConsole()
    models = {name: load(name).compile() for name in dict.fromkeys([robot, *(beside or [])])}
    named = {
        model.spec.name if len({m.spec.name for m in models.values()}) == len(models) else name: model
        for name, model in models.items()
    }
    rows = read_log(
        log,
        models[robot],
        columns=value_pairs("column", column),
        units=value_pairs("unit", unit),
        gains=gain_values(gain),
        rate=rate,
        settings=settings,
    )
    result = compare(
        named,
        rows,
        derivatives=derivatives,
        cut_off=cut_off,
        mode=number_values("mode", mode),
        start=number_values("start", start),
        friction=not no_friction,
    )
    for table in result.tables():
        console.print(console_table(table.title, [list(table.headings), *[list(row) for row in table.rows]]))
    for suspicion in result.suspicions:
        console.print(suspicion, style="bold red", soft_wrap=True)
    for remark in result.remarks:
        console.print(remark, soft_wrap=True)
    if output is not None:
        with output_folder(output) as folder:
            write_comparison_report(folder, result)
        console.print(f"Written: {output}", soft_wrap=True)
