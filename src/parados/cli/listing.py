"""`parados list`: the catalog as a table."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parados.robot.description import RobotSpec

__all__ = ["list_robots"]


def list_robots() -> None:
    """List the robots that ship."""
    from rich.console import Console
    from rich.table import Table

    from parados.api import catalog

    table = Table(title="The catalog", title_justify="left", row_styles=["", "dim"])
    table.add_column("name", no_wrap=True)
    table.add_column("title")
    table.add_column("dof", justify="right")
    table.add_column("actuators", justify="right")
    table.add_column("source")
    for name in catalog():
        spec = _spec(name)
        dof = len(spec.platform.coordinates) + len(spec.redundancy)
        actuators = sum(joint.active for leg in spec.legs for joint in leg.joints)
        table.add_row(name, spec.title, str(dof), str(actuators), spec.source)
    Console().print(table)


def _spec(name: str) -> RobotSpec:
    """The description without the checks of `load`, which take time and which the files that ship have passed."""
    from parados.robot.reading import parse_robot

    file = resources.files("parados.catalog").joinpath(f"{name}.yaml")
    return parse_robot(file.read_text(encoding="utf-8"), file.name)
