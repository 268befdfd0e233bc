"""The argument ROBOT of the commands, which shells complete with the names of the catalog."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["RobotArgument"]


def _catalog_names(incomplete: str) -> list[str]:
    """Return the names of the catalog that begin with some letters; shells add files if there is none."""
    from importlib import resources

    names = (file.name for file in (resources.files("parados") / "robots").iterdir())
    return sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml") and name.startswith(incomplete))


RobotArgument = Annotated[
    str, typer.Argument(help="A name from the catalog, or a robot file.", autocompletion=_catalog_names)
]
