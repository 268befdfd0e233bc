"""Joints and closures in a robot file.

A joint of the tree is an MDH row with a kind. A closure ties two frames; it is given by the relative motions that it leaves free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    StrictBool,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)

from parados.robot.bodies import FrictionSpec, LinkSpec
from parados.robot.fields import FrameSpec, Number, Pair, Requirement, RowSpec, Spec, finite, listed, negative_if_identified
from parados.robot.mesh_files import MeshSpec
from parados.robot.motor_inertia import MotorSpec
from parados.robot.springs import JointSpringSpec
from parados.spatial.live_numbers import nominal
from parados.text.numbers import counted

__all__ = ["CLOSURES", "ELEMENTARY", "FREEDOMS", "ClosureSpec", "JointSpec", "LoopSpec", "TieSpec"]

FREEDOMS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")

CLOSURES: dict[str, tuple[str, ...]] = {
    "fixed": (),
    "R": ("Rz",),
    "P": ("Tz",),
    "U": ("Rx", "Ry"),
    "S": ("Rx", "Ry", "Rz"),
    "C": ("Rz", "Tz"),
    "planar": ("Tx", "Ty", "Rz"),
    "C5": ("Tx", "Ty", "Rx", "Ry", "Rz"),
}
"""Named closures and the relative motions that they leave free, in the axes of the closure's frames."""

ELEMENTARY = {"R": "R", "P": "P", "U": "RR", "S": "RRR", "C": "RP", "E": "PPR", "free": "PPPRRR", "H": "H", "fixed": "F"}
"""Joint kinds and their elementary joints; the links between these are massless. F does not move (sigma = 2)."""

MOVING = frozenset({"active", "rotor", "friction", "branch", "limits", "names", "stiffness", "spring", "motor"})
"""Keys of joints that move."""


class JointSpec(RowSpec):
    """A joint and the link that it moves: an MDH row that gives the link's frame in the frame of its antecedent.

    An H joint turns about its axis and slides along it by `pitch` [m/rad]; its variable is the angle, and it is not periodic. U,
    S, C, E and free stand for two R, three R, R then P, two P then R, and three P then three R joints with massless links
    between them. Their names are `name` with a, b, c ... appended, or the names listed in `names`. `antecedent` is the name of an
    earlier joint, by default the previous one of the leg. `branch` chooses one of the joint's two positions (+1: the one on the
    positive side of their middle); without it the working mode chooses. `rotor` is the inertia of the actuator seen from the
    joint [kg m^2 or kg]; `motor` gives it by the motor's own inertia and the gear ratio. The link of a `fixed` joint forms one
    body with its antecedent, or with the end of the beam at the same place. `spring` acts beside the actuator, in all rigid
    models; `stiffness` is in series with it, and only the flexible models use it.
    """

    name: str = Field(min_length=1)
    kind: Literal["R", "P", "H", "U", "S", "C", "E", "free", "fixed"]
    pitch: Number | None = None
    names: tuple[str, ...] = ()
    active: StrictBool = False
    antecedent: str | None = None
    link: LinkSpec = LinkSpec()
    rotor: Number = Field(default=0.0, ge=0)
    friction: FrictionSpec = FrictionSpec()
    branch: Annotated[Literal[1, -1] | None, BeforeValidator(finite)] = None
    limits: Pair | None = None
    stiffness: Number = Field(default=0.0, ge=0)
    spring: JointSpringSpec | None = None
    motor: MotorSpec | None = None
    mesh: MeshSpec | None = None

    @field_validator("rotor", mode="wrap")
    @classmethod
    def _accept_identified(cls, value: object, check: ValidatorFunctionWrapHandler, info: ValidationInfo) -> object:
        return negative_if_identified(value, check, info)

    @model_validator(mode="after")
    def _check_kind(self) -> JointSpec:
        if self.limits is not None and self.limits[0] >= self.limits[1]:
            raise ValueError(f"limits: the lower limit {self.limits[0]} must be below the upper limit {self.limits[1]}")
        if self.kind == "fixed":
            moving = sorted(self.model_fields_set & MOVING) + ["link.varying"] * bool(self.link.varying)
            if moving:
                keys = ", ".join(moving)
                raise ValueError(f"{keys}: a fixed joint does not move; remove {keys}, or use another kind, e.g. R or P")
        if self.kind == "H" and not self.pitch:
            raise ValueError(
                "pitch: a helical joint needs a pitch [m/rad] that is not 0; the pitch is the lead of one turn [m] divided by "
                "2*pi"
            )
        if self.kind != "H" and self.pitch is not None:
            raise ValueError(f"pitch: only a helical joint, kind H, has a pitch; remove it from this joint of kind {self.kind}")
        count = len(ELEMENTARY[self.kind])
        named = "names" in self.model_fields_set
        if named and count == 1:
            raise ValueError(f"names: kind {self.kind} is one joint, which has a name; remove names, which composite joints have")
        if named and len(self.names) != count:
            raise ValueError(
                f"names: a list of {counted(count, 'name')} is expected for kind {self.kind}, not of {len(self.names)}"
            )
        if count > 1 and not self._is_plain:
            raise ValueError(
                f"kind {self.kind} stands for {count} passive joints; write them as separate R and P joints to give one of them "
                "an actuator, a rotor, a branch, a stiffness, a spring or friction"
            )
        if self.limits is not None and len(set(ELEMENTARY[self.kind])) > 1:
            raise ValueError(
                f"limits: kind {self.kind} has joints that turn [rad] and joints that slide [m]; write them as separate R and P "
                "joints to give each its limits"
            )
        return self

    @model_validator(mode="after")
    def _check_rotor_or_motor(self) -> JointSpec:
        if self.motor is not None and "rotor" in self.model_fields_set:
            raise ValueError("motor: give rotor (the inertia seen from the joint) or motor (inertia and ratio), not both")
        return self

    @property
    def _is_plain(self) -> bool:
        """True if the joint has no actuator, rotor, stiffness, spring, branch or friction, as a composite joint must be."""
        parts = (self.active, self.rotor, self.motor, self.stiffness, self.spring, self.branch)
        return not any(parts) and self.friction == FrictionSpec()

    @property
    def elementary_names(self) -> list[str]:
        """Names of the elementary joints; the last one carries the link."""
        count = len(ELEMENTARY[self.kind])
        return list(self.names) or ([self.name] if count == 1 else [self.name + letter for letter in "abcdef"[:count]])

    @property
    def actuator_inertia(self) -> float:
        """Inertia of the actuator seen from the joint, Ia of Briot & Khalil (8.28) [kg m^2 or kg]."""
        return self.rotor if self.motor is None else self.motor.seen_from_joint

    def requirements(self) -> Iterator[Requirement]:
        """Yield the stiffness of an elastic joint: with a stiffness of zero the joint would be rigid, not loose."""
        if nominal(self.stiffness) > 0:
            yield Requirement("stiffness", self.stiffness)


def _free_set(joint: str | None, free: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the free motions of a named joint or of a list; raise ValueError if the names are not valid."""
    if (joint is None) == (free is None):
        raise ValueError(f"give either joint (one of {', '.join(CLOSURES)}) or free (a list from {', '.join(FREEDOMS)})")
    if joint is not None and joint not in CLOSURES:
        raise ValueError(f"joint: {joint!r} is not a closure; use one of {', '.join(CLOSURES)}")
    names = CLOSURES[joint] if joint is not None else (free or ())
    for name in names:
        if name not in FREEDOMS:
            raise ValueError(f"free: {name!r} is not a motion; use {', '.join(FREEDOMS)}")
    if len(set(names)) != len(names):
        raise ValueError(f"free: {', '.join(names)} contains a motion twice")
    if len(names) == len(FREEDOMS):
        raise ValueError(f"free: all of {', '.join(FREEDOMS)} are free, so this closure ties nothing; remove the closure")
    return names


class TieSpec(Spec):
    """Relative motion that a closure leaves free between two frames: a named `joint`, or a list of `free` motions."""

    joint: str | None = None
    free: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _check_free_motions(self) -> Self:
        _free_set(self.joint, self.free)
        return self

    def freedoms(self) -> tuple[str, ...]:
        """Names of the free motions, e.g. ("Rx", "Ry")."""
        return _free_set(self.joint, self.free)


class ClosureSpec(TieSpec):
    """Closure between a link of the leg and the platform, or a link `to` that the platform carries.

    The platform's frame can move in the leg's frame with the components listed in `free`; `joint` is a name for a usual list.
    With two free rotations (a universal joint), the first axis belongs to the leg's frame and the second to the platform's.
    Free translations are measured along the axes of the leg's or of the platform's frame, chosen by `axes`.
    """

    of: str | None = None
    to: str = "platform"
    frame: FrameSpec = FrameSpec()
    platform: FrameSpec = FrameSpec()
    axes: Literal["leg", "platform"] = "leg"


class LoopSpec(TieSpec):
    """Closure between any two links of the robot, e.g. the cut joint of a parallelogram, or a rod between two legs.

    A link has the name of its joint. `base` is the ground (in a leg: the body on which the leg stands, with frames relative to
    the leg's base), `platform` is the platform.
    """

    name: str | None = None
    between: Annotated[tuple[str, str], listed(2, "joint names")]
    frames: Annotated[tuple[FrameSpec, FrameSpec], listed(2, "frames")] = (FrameSpec(), FrameSpec())
    axes: Literal["first", "second"] = "first"

    @model_validator(mode="after")
    def _check_two_links(self) -> LoopSpec:
        if self.between[0] == self.between[1]:
            raise ValueError("between: a link cannot be tied to itself; name two different links")
        return self
