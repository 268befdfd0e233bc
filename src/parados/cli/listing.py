"""`parados list`: show the catalog as a table."""

from __future__ import annotations

import typer

__all__ = ["list_robots"]


def list_robots(sources: bool = typer.Option(False, "--sources", help="Show the source of each robot.")) -> None:
    """List the robots of the catalog."""
    from rich.table import Table

    from parados.api import catalog, describe
    from parados.cli.console import PlainConsole

    table = Table(title="The catalog", title_justify="left", row_styles=["", "dim"])
    table.add_column("name", no_wrap=True)
    table.add_column("title")
    table.add_column("dof", justify="right")
    table.add_column("actuators", justify="right")
    if sources:
        table.add_column("source")
    for name in catalog():
        spec = describe(name)  # not loaded: the files of the catalog have passed the checks
        dof = len(spec.x_names)
        actuators = sum(joint.active for leg in spec.legs for joint in leg.joints)
        table.add_row(name, spec.title, str(dof), str(actuators), *[spec.source] * sources)
    console = PlainConsole()
    console.print(table)
    console.print("`parados show NAME` shows one; `parados formulations` lists the models that sources print for some of them.")
