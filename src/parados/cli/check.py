"""`parados check`: is a robot file sound?"""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["check"]


def check(file: Annotated[str, typer.Argument(help="A robot file, or a name from the catalog.")]) -> None:
    """Check a robot file: one line for each finding and exit code 1, or one green line and exit code 0.

    A robot that can be used but is odd gets a yellow line and then one line for each remark, exit code 0.
    """
    from parados.api import Robot, describe
    from parados.cli.console import PlainConsole
    from parados.text.numbers import counted

    robot = Robot(describe(file)).checked()
    console, remarks = PlainConsole(), robot.remarks
    verdict = f"is sound, with {counted(len(remarks), 'remark')}" if remarks else "is sound"
    sentence = f"{robot.name} {verdict}: {robot.mobility().freedoms()}."
    console.print(sentence, style="yellow" if remarks else "green", soft_wrap=True)
    for remark in remarks:
        console.print(remark, soft_wrap=True)
