"""`parados new`: write a starting file for a family of robots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parados.cli.output_option import file_option

__all__ = ["new"]


def new(
    family: Annotated[str, typer.Argument(help="Legs and joints from the base to the platform: 6-UPS, 3-PRS, 4-RUU, 3-RRR.")],
    output: Annotated[Path | None, file_option("File to write; by default my-FAMILY.yaml.")] = None,
    active: Annotated[str | None, typer.Option(help="Actuated joints of a leg, counted from the base: 2, or 1,2.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write a commented robot file for a family. It loads at once; replace its numbers by yours."""
    from parados.arguments.single_values import writing
    from parados.cli.console import PlainConsole
    from parados.drafting import draft_robot
    from parados.errors import InputError

    draft = draft_robot(family, active=active)
    path = output or Path(f"{draft.robot.name}.yaml")
    if path.exists() and not force:
        raise InputError(f"new: {path} exists; give another name with -o, or --force to replace it")
    with writing("new", path):
        path.write_text(draft.text, encoding="utf-8")
    console = PlainConsole()
    console.print(f"{path}: {draft.robot.mobility().freedoms()}, x = ({', '.join(draft.robot.spec.platform.coordinates)})")
    for remark in draft.robot.remarks:
        console.print(remark, soft_wrap=True)
    console.print(f"Next: parados show {path} --plot robot.png", soft_wrap=True)
