"""Validate the names of independent coordinates and sort them into platform coordinates and joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parados.arguments import name_list
from parados.errors import InputError, UnknownNameError
from parados.robot.description import COORDINATES, RobotSpec
from parados.text.numbers import counted
from parados.topology.mechanism import Mechanism

__all__ = ["ChartNames", "chart_names"]


@dataclass(frozen=True)
class ChartNames:
    """Entries of x, and the platform coordinates that follow from the closures.

    Attributes
    ----------
    coordinates, kept : names of the platform coordinates in x, in the order px ... a3, and their indices in px ... a3
    joints, given : names of the joints in x, in the order of the user, and their indices in the tree
    dependent : names of the platform coordinates that move but are not in x
    """

    coordinates: tuple[str, ...]
    joints: tuple[str, ...]
    dependent: tuple[str, ...]
    kept: tuple[int, ...]
    given: tuple[int, ...]

    def __str__(self) -> str:
        return ", ".join([*self.coordinates, *self.joints])


def chart_names(spec: RobotSpec, mechanism: Mechanism, names: Sequence[str]) -> ChartNames:
    """Validate the names of independent coordinates.

    Raises UnknownNameError for an unknown name, and InputError if a name is given twice or if the number of names is not the
    number of degrees of freedom. A name that a joint shares with a coordinate stands for the coordinate.
    """
    names = name_list("in_coordinates", names)
    moving = [c for c in COORDINATES if c in {*spec.platform.own_coordinates, *spec.platform.dependent}]
    known = list(dict.fromkeys([*moving, *mechanism.joint_names]))
    for name in names:
        if name not in known:
            problem = f"{name!r} is neither a coordinate that moves nor a joint; use {', '.join(known)}"
            raise UnknownNameError(f"in_coordinates: {problem}")
    repeated = [name for k, name in enumerate(names) if name in names[:k]]
    if repeated:
        raise InputError(f"in_coordinates: {repeated[0]} is given twice")
    if len(names) != mechanism.n_dof:
        expected = f"a list of {counted(mechanism.n_dof, 'name')} is expected, one for each degree of freedom of {spec.name}"
        raise InputError(f"in_coordinates: {expected}, not of {len(names)}")
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
    """Check that the named coordinates can describe the orientation; raises InputError otherwise."""
    if orientation == "quaternion" and coordinates != COORDINATES:
        problem = "only a whole quaternion can be in x; name all of px ... a3, or describe the robot by Euler angles"
        raise InputError(f"in_coordinates: {problem}")
    if orientation == "tilt-torsion" and "a1" in moving and "a1" not in coordinates:
        problem = "a1 of tilt-torsion cannot follow from the closures; name it, or describe the robot by an Euler sequence"
        raise InputError(f"in_coordinates: {problem}")
