"""`parados check`: is a robot file sound?"""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["check"]


def check(file: Annotated[str, typer.Argument(help="A robot file, or a name from the catalog.")]) -> None:
    """Check a robot file: one line for each finding and exit code 1, or one green line and exit code 0."""
    from parados.api import load
    from parados.cli.console import PlainConsole
    from parados.cli.sentences import mobility_sentence

    robot = load(file)
    sentence = f"{robot.name} is sound: {mobility_sentence(robot.mobility())}."
    PlainConsole().print(sentence, style="green", soft_wrap=True)
