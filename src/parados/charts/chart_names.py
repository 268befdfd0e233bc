"""The names of independent coordinates, checked and sorted into platform coordinates and joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parados.arguments import name_list
from parados.errors import InputError, UnknownNameError
from parados.robot.description import COORDINATES, RobotSpec
from parados.topology.mechanism import Mechanism

__all__ = ["ChartNames", "chart_names"]


@dataclass(frozen=True)
class ChartNames:
    """What x is made of, and what follows from the closures.

    Attributes
    ----------
    coordinates, kept : the platform coordinates that are named, in their order, and their places in px ... a3
    joints, given : the joints that are named, as named, and their places in the tree
    dependent : the platform coordinates that are not named but move
    """

    coordinates: tuple[str, ...]
    joints: tuple[str, ...]
    dependent: tuple[str, ...]
    kept: tuple[int, ...]
    given: tuple[int, ...]

    def __str__(self) -> str:
        return ", ".join([*self.coordinates, *self.joints])


def chart_names(spec: RobotSpec, mechanism: Mechanism, names: Sequence[str]) -> ChartNames:
    """Refuses what is unknown, named twice, or of another number than the degrees of freedom; a name that a joint shares
    with a coordinate is that of the coordinate."""
    names = name_list("in_coordinates", names)
    moving = [c for c in COORDINATES if c in {*spec.platform.coordinates, *spec.platform.dependent}]
    known = list(dict.fromkeys([*moving, *mechanism.joint_names]))
    for name in names:
        if name not in known:
            told = f"{name!r} is neither a coordinate that moves nor a joint; use {', '.join(known)}"
            raise UnknownNameError(f"in_coordinates: {told}")
    if len(set(names)) != len(names):
        raise InputError(f"in_coordinates: {', '.join(names)} names one twice")
    if len(names) != mechanism.n_dof:
        told = f"{spec.name} has {mechanism.n_dof} degrees of freedom, {len(names)} name(s) are given"
        raise InputError(f"in_coordinates: {told}")
    coordinates = tuple(c for c in moving if c in names)
    joints = tuple(str(name) for name in names if name not in coordinates)
    _check_orientation(spec.platform.orientation, moving, coordinates)
    return ChartNames(
        coordinates=coordinates,
        joints=joints,
        dependent=tuple(c for c in moving if c not in coordinates),
        kept=tuple(COORDINATES.index(c) for c in coordinates),
        given=tuple(mechanism.joint_names.index(name) for name in joints),
    )


def _check_orientation(orientation: str, moving: Sequence[str], coordinates: tuple[str, ...]) -> None:
    if orientation == "quaternion" and coordinates != COORDINATES:
        told = "a quaternion cannot be given in part; name all of px ... a3, or describe the robot by Euler angles"
        raise InputError(f"in_coordinates: {told}")
    if orientation == "tilt-torsion" and "a1" in moving and "a1" not in coordinates:
        told = "a1 of tilt-torsion cannot follow from the closures; name it, or describe the robot by an Euler sequence"
        raise InputError(f"in_coordinates: {told}")
