"""`parados check`: check a robot file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["check"]


def check(
    file: Annotated[str, typer.Argument(help="A robot file, or a name from the catalog.")],
    draw: Annotated[
        Path | None, typer.Option(help="Also draw the robot at home into this PNG file, with the gaps of loops that stay open.")
    ] = None,
) -> None:
    """Check a robot file. A valid file gives one green line and exit code 0.

    An invalid file gives one line for each problem and exit code 1. A valid file with unusual properties gives a yellow line, one
    line for each remark, and exit code 0.
    """
    from parados.api import Robot, describe
    from parados.cli.console import PlainConsole
    from parados.text.numbers import counted

    robot, console = Robot(describe(file)), PlainConsole()
    if draw is not None:
        from parados.plots.style import save

        save(robot.draw_assembly(), draw)
        console.print(f"Drawing: {draw}", soft_wrap=True)
    remarks = robot.checked().remarks
    verdict = f"is sound, with {counted(len(remarks), 'remark')}" if remarks else "is sound"
    sentence = f"{robot.name} {verdict}: {robot.mobility().freedoms()}."
    console.print(sentence, style="yellow" if remarks else "green", soft_wrap=True)
    for remark in remarks:
        console.print(remark, soft_wrap=True)
