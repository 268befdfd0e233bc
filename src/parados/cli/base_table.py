"""`parados base`: show the base parameters of a robot."""

from __future__ import annotations

from typing import Annotated

import typer

from parados.cli.log_options import chosen_joints
from parados.cli.robot_argument import RobotArgument

__all__ = ["base"]

JOINTS = "none, actuated or all"


def base(
    robot: RobotArgument,
    rotors: Annotated[str, typer.Option(help=f"Joints whose rotor inertia belongs to the set: {JOINTS}.")] = "actuated",
    friction: Annotated[str, typer.Option(help=f"Joints whose friction belongs to the set: {JOINTS}.")] = "all",
    offsets: Annotated[str, typer.Option(help=f"Joints that get a constant effort f0 in addition: {JOINTS}.")] = "none",
    springs: Annotated[bool, typer.Option(help="Springs belong to the set.")] = True,
    bodies: Annotated[
        str, typer.Option(help="given: those with an inertia in the file; all; or names of joints, commas between; p: platform.")
    ] = "given",
    tied: Annotated[bool, typer.Option(help="Parameters are equal over the legs.")] = False,
    order: Annotated[str, typer.Option(help="legs: (8.274), equal legs have equal groups; or file: order of the file.")] = "legs",
    live: Annotated[
        str | None, typer.Option(help="Lengths, commas between, e.g. l1,l2; the groups are written as formulas of them.")
    ] = None,
) -> None:
    """Show the base parameters of a robot: groups, values, and parameters without effect (Briot & Khalil 8.7)."""
    from parados.api import load
    from parados.identify import base_parameters

    names = [name.strip() for name in live.split(",")] if live is not None else []
    found = base_parameters(
        load(robot).compile(live=names) if names else load(robot).compile(),
        rotors=chosen_joints(rotors),
        friction=chosen_joints(friction),
        offsets=chosen_joints(offsets),
        springs=springs,
        bodies=bodies if bodies in ("given", "all") else [name.strip() for name in bodies.split(",")],
        tied="legs" if tied else None,
        order=order,
    )
    typer.echo(found.summary())
