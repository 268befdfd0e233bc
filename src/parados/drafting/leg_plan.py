"""Plan a leg from the letters of a family: the axis of each elementary joint, and the links between them.

The plan shows the leg straight: every link lies along x of the leg's frame, and all axes are along x, y or z of it. The
joints whose letter is not P are the nodes of the leg. A P joint before the first node is a rail, one between two nodes is a strut
along x, one after the last node slides on the platform. Axes of R joints and of the outer arms of U joints are normal to the
plane in which the leg bends:

    planar        the plane of the robot; every R axis is z
    radial        the vertical plane through the centre of the robot; the normal is y, tangential
    orthogonal    legs of R joints and one rail normal to their plane, one leg for each axis of the base (Tripteron)
    schoenflies   the outer axes of the leg are vertical, the inner ones horizontal and parallel (three translations and a turn)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.drafting.family_name import Family
from parados.drafting.right_angle_rows import X, Y, Z
from parados.errors import InputError

__all__ = ["LegPlan", "PlannedJoint", "arrangement_of", "plan_leg"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PlannedJoint:
    """An elementary joint of a planned leg.

    Attributes
    ----------
    kind : R or P
    axis : (3,) direction in the straight leg
    letter : place of its letter among the letters of the leg, from 0
    role : "node" for the axes of R, U and S joints; "rail", "strut" or "slide" for a P joint
    link : name of the length along x from the node before to this joint; empty if this length is zero
    """

    kind: str
    axis: Array
    letter: int
    role: str
    link: str = ""


@dataclass(frozen=True)
class LegPlan:
    """A planned leg: all its elementary joints, and the joint at its end that becomes the closure.

    Attributes
    ----------
    cut : letter of the joint that the closure replaces, or "fixed"
    """

    arrangement: str
    joints: tuple[PlannedJoint, ...]
    cut: str

    @property
    def normal(self) -> Array:
        """(3,) normal of the plane in which the leg bends."""
        return Z if self.arrangement in ("planar", "orthogonal") else Y

    @property
    def tree(self) -> tuple[PlannedJoint, ...]:
        """The joints that the file lists under `joints`; the closure replaces the others."""
        return self.joints[: len(self.joints) - {"fixed": 0, "R": 1, "U": 2, "S": 3}[self.cut]]

    @property
    def links(self) -> tuple[str, ...]:
        """Names of the lengths, from the base to the platform."""
        return tuple(joint.link for joint in self.joints if joint.link)


def arrangement_of(family: Family) -> str:
    """Choose the arrangement of a leg's axes; raises InputError if no arrangement is known for these joints."""
    letters, freedoms = family.letters, family.leg_freedoms
    if set(letters) <= {"R", "P"}:
        if "R" in letters and freedoms <= 3:
            return "planar"
        if "R" not in letters:
            return "planar" if freedoms == 2 else "radial"
        if freedoms == 4 and "P" in letters and family.count == 3:
            return "orthogonal"
        raise InputError(
            f"family: {freedoms} joints of R and P do not say which axes are parallel; such legs are known with up to 3 joints "
            "(planar robots) and as three legs of R joints and a rail (3-PRRR); write U for two axes that cross"
        )
    if family.count == 4 and freedoms == 5 and letters.count("U") == 2:
        return "schoenflies"
    return "radial"


def plan_leg(family: Family, active: tuple[int, ...]) -> LegPlan:
    """Plan a leg of a family; `active` are the places of the actuated joints among its letters, from 0."""
    arrangement = arrangement_of(family)
    letters = family.letters
    last = len(letters) - 1
    nodes = [k for k, letter in enumerate(letters) if letter != "P"]
    joints: list[PlannedJoint] = []
    across = letters.find("P") if arrangement == "orthogonal" else -1
    reach: list[int] = []  # letters of the sliding joints since the last node
    for k, letter in enumerate(letters):
        if k == across:
            joints.append(PlannedJoint("P", Z, k, "rail"))
        elif letter == "P":
            role = "rail" if not nodes or k < nodes[0] else "slide" if k > nodes[-1] else "strut"
            joints.append(PlannedJoint("P", _slide(arrangement, role, len(reach)), k, role))
            reach.append(k)
        else:
            known = sum(bool(joint.link) for joint in joints)
            link = f"l{known + 1}" if k != nodes[0] and not reach else ""
            for axis in _axes(arrangement, letters, k):
                joints.append(PlannedJoint("R", axis, k, "node", link))
                link = ""
            reach = []
    cut = "fixed" if letters[last] == "P" or last in active else letters[last]
    return LegPlan(arrangement, tuple(joints), cut)


def _slide(arrangement: str, role: str, number: int) -> Array:
    """(3,) direction of the sliding joint with this number, from 0, between two nodes."""
    flat = arrangement in ("planar", "orthogonal")
    if role == "rail":
        return ((Y, X, Z) if flat else (Z, X, Y))[min(number, 2)]
    return ((X, Y, Z) if flat else (X, Z, Y))[min(number, 2)]


def _axes(arrangement: str, letters: str, k: int) -> tuple[Array, ...]:
    """Axes of the letter at place k, in the straight leg."""
    outer, inner = {"planar": (Z, Y), "orthogonal": (Z, Y), "radial": (Y, Z), "schoenflies": (Z, Y)}[arrangement]
    if letters[k] == "S":
        return Y, Z, X
    if letters[k] == "U":
        second = k == len(letters) - 1 or (arrangement == "schoenflies" and k > letters.index("U"))
        return (inner, outer) if second else (outer, inner)
    between = arrangement == "schoenflies" and letters.index("U") < k < letters.rindex("U")
    return (inner,) if between else (outer,)
