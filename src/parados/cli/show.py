"""`parados show`: show the structure of a robot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parados.cli.robot_argument import RobotArgument

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["show"]


def show(
    robot: RobotArgument,
    plot: Annotated[Path | None, typer.Option(help="Also draw the robot at home and write it to this PNG file.")] = None,
    modes: Annotated[Path | None, typer.Option(help="Also draw small pictures of the working modes into this PNG file.")] = None,
) -> None:
    """Show a robot: legs, closures, platform, inertial parameters, springs, working modes, mobility."""
    from parados.api import load
    from parados.cli.choices import choice_lines, choice_table
    from parados.cli.console import PlainConsole
    from parados.cli.structure_tables import (
        closure_table,
        coupling_lines,
        inertia_table,
        leg_tables,
        platform_lines,
        spring_table,
    )
    from parados.sources.formulations import formulations_of
    from parados.text.numbers import counted

    found = load(robot)
    model = found.compile()
    console = PlainConsole()
    console.print(f"{found.name}: {found.spec.title}", style="bold")
    console.print(found.spec.source, style="italic")
    for table in leg_tables(found.spec):
        table.print(console)
    if (closures := closure_table(found.spec)).rows:
        closures.print(console)
    for line in [*coupling_lines(found.spec), *platform_lines(found.spec)]:
        console.print(line)
    inertia_table(found.spec).print(console)
    if found.mechanism.has_springs:
        spring_table(found.spec).print(console)
    for line in choice_lines(model):
        console.print(line)
    if (choices := choice_table(model)) is not None:
        choices.print(console)
    for line in _draw(model, plot, modes):
        console.print(line)
    mobility = found.mobility()
    console.print(f"Mobility: {mobility.freedoms()} ({counted(len(model.actuated_names), 'actuator')})")
    console.print(mobility.how)
    for one in formulations_of(found.name):
        console.print(f"The model of its source in its own symbols: `parados formulations {one.name}`")


def _draw(model: Model, plot: Path | None, modes: Path | None) -> Iterator[str]:
    """Draw the robot at home and its working modes into PNG files, each if a path is given; yield a line about each file."""
    if plot is None and modes is None:
        return
    from parados.plots.robot_drawing import draw_robot
    from parados.plots.style import save
    from parados.text.figure_text import figure_text

    if plot is not None:
        save(draw_robot(model, title=figure_text(model.spec.title)), plot)
        yield f"Drawing: {plot}"
    if modes is not None:
        save(model.draw_working_modes(), modes)
        yield f"Working modes: {modes}"
