"""`parados studio`: a robot in the browser, to be dragged and measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["studio"]


def studio(
    robot: Annotated[
        str, typer.Argument(help="Name from `parados list`, or a robot file, which is read again when it changes.")
    ] = "delta-d3-1200",
    host: Annotated[str, typer.Option(help="Address to listen at; by default only this machine reaches the page.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(help="Port; by default the first free one from 8412.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the default browser.")] = True,
) -> None:
    """Show a robot in the browser: drag it, load it, play motions, draw maps, change its lengths. Ctrl-C ends it."""
    from parados.api import load
    from parados.cli.console import PlainConsole
    from parados.studio import open_studio

    path = Path(robot) if Path(robot).suffix else None
    running = open_studio(load(robot), path=path, host=host, port=port, browser=browser)
    PlainConsole().print(f"{running.robot.name} is at {running.address}; press Ctrl-C to end", soft_wrap=True)
    running.wait()
