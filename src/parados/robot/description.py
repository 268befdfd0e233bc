"""The robot file as data: what may be written, with its units and its defaults.

Angles are in rad, lengths in m, masses in kg. Every class refuses keys that it does not know.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PrivateAttr, StrictBool, model_validator

from parados.robot.beams import DampingSpec
from parados.robot.bodies import FrictionSpec, LinkSpec
from parados.robot.closures import CLOSURES, FREEDOMS, ClosureSpec, LoopSpec
from parados.robot.fields import Coordinate, Number, Pair, Signs, Spec, Triple, finite
from parados.robot.frames import FrameSpec, RowSpec
from parados.spatial.rotations import SEQUENCES

__all__ = [
    "CLOSURES",
    "COORDINATES",
    "ELEMENTARY",
    "FREEDOMS",
    "MOST_JOINTS",
    "MOST_LEGS",
    "ClosureSpec",
    "FrameSpec",
    "FrictionSpec",
    "JointSpec",
    "LegSpec",
    "LinkSpec",
    "LoopSpec",
    "PlatformSpec",
    "RobotSpec",
]

COORDINATES = ("px", "py", "pz", "a1", "a2", "a3")
"""Platform coordinates: position of P in base axes, then the three angles of the declared sequence."""

ELEMENTARY = {"R": "R", "P": "P", "U": "RR", "S": "RRR", "C": "RP", "H": "H", "fixed": "F"}
"""Joint kinds and the elementary joints that they stand for; the links between are massless. F does not move (sigma = 2)."""


MOST_LEGS, MOST_JOINTS = 24, 150
"""Of a robot, composite joints written out: what a robot of this size costs to check grows with the square of it."""


class JointSpec(RowSpec):
    """A joint and the link behind it: an MDH row that places the link's frame in that of its antecedent.

    An H turns and slides along its axis by `pitch` [m/rad]; its variable is the angle, and it has no period.
    U, S and C are short for two R, three R and R then P with massless links between; their names are `name` with a, b, c
    appended, or those listed in `names`. `antecedent` is the name of a joint of the same leg, by default the one before.
    `branch` fixes which of its two positions the joint takes (+1 on the positive side of their middle), otherwise the working
    mode decides. `rotor` is the inertia of the actuator seen from the joint [kg m^2 or kg]. A link behind a `fixed` joint is one
    body with its antecedent, or with the end of the beam that it stands at.
    """

    name: str = Field(min_length=1)
    kind: Literal["R", "P", "H", "U", "S", "C", "fixed"]
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

    @model_validator(mode="after")
    def _composites_are_passive(self) -> JointSpec:
        if self.limits is not None and self.limits[0] >= self.limits[1]:
            raise ValueError(f"limits: the lower one, {self.limits[0]}, must be below the upper one, {self.limits[1]}")
        if self.kind == "fixed":
            moving = sorted(self.model_fields_set & {"active", "rotor", "friction", "branch", "limits", "names", "stiffness"})
            if moving:
                raise ValueError(f"{', '.join(moving)}: a fixed joint does not move; leave it out, or make the joint R or P")
        if self.kind == "H" and not self.pitch:
            raise ValueError("pitch: a helical joint needs one [m/rad], other than 0: its lead over a turn divided by 2*pi")
        if self.kind != "H" and self.pitch is not None:
            raise ValueError(f"pitch: only a helical joint, kind H, has one; leave it out of kind {self.kind}")
        count = len(ELEMENTARY[self.kind])
        if self.names and len(self.names) != count:
            raise ValueError(f"names: kind {self.kind} has {count} joint(s), {len(self.names)} names are given")
        if count > 1 and (
            self.active or self.rotor or self.stiffness or self.branch is not None or self.friction != FrictionSpec()
        ):
            raise ValueError(
                f"kind {self.kind} is short for {count} passive joints; write them out as R and P to give one of them "
                "an actuator, a rotor, a branch, a stiffness or friction"
            )
        return self


class LegSpec(Spec):
    """A chain (or tree) of joints from `base`, tied to the platform by `closure` and to itself by `loops`."""

    name: str = Field(min_length=1)
    base: FrameSpec = FrameSpec()
    joints: tuple[JointSpec, ...] = Field(min_length=1)
    closure: ClosureSpec | None = None
    loops: tuple[LoopSpec, ...] = ()


class PlatformSpec(Spec):
    """`coordinates` are the independent ones, `dependent` follow from the closures, the rest is constant (0 by default)."""

    coordinates: tuple[Coordinate, ...] = Field(min_length=1)
    orientation: str = "xyz"
    dependent: tuple[Coordinate, ...] = ()
    constant: dict[Coordinate, Number] = Field(default_factory=dict)
    link: LinkSpec = LinkSpec()

    @model_validator(mode="after")
    def _consistent(self) -> PlatformSpec:
        if self.link.varying:
            raise ValueError("link: varying is for links, whose joint variable it depends on; the platform has none")
        for name, kind in (("coordinates", self.coordinates), ("dependent", self.dependent)):
            if len(set(kind)) != len(kind):
                raise ValueError(f"{name}: {', '.join(kind)} names a coordinate twice")
        groups = {"coordinates": self.coordinates, "dependent": self.dependent, "constant": tuple(self.constant)}
        for here, there in combinations(groups, 2):
            both = set(groups[here]) & set(groups[there])
            if both:
                raise ValueError(f"{', '.join(sorted(both))} cannot be both in {here} and in {there}")
        if list(self.coordinates) != sorted(self.coordinates, key=COORDINATES.index):
            raise ValueError(f"coordinates: keep the order {', '.join(COORDINATES)}")
        if self.orientation not in (*SEQUENCES, "tilt-torsion", "quaternion"):
            raise ValueError(
                f"orientation: {self.orientation!r} is not known; use tilt-torsion, quaternion or one of {', '.join(SEQUENCES)}"
            )
        if self.orientation == "quaternion" and tuple(self.coordinates) != COORDINATES:
            raise ValueError("orientation: quaternion needs all six coordinates px, py, pz, a1, a2, a3")
        if self.orientation == "tilt-torsion" and set(self.dependent) & {"a1"}:
            raise ValueError("dependent: a1 of tilt-torsion cannot follow from the closures; use an Euler sequence")
        return self


class RobotSpec(Spec):
    """A whole robot file.

    `identified: true` declares the inertial numbers to be identified base parameters, which need not be those of bodies.
    `home` is a pose x that the robot reaches; `workspace` gives for each coordinate the range that it is used in;
    `guess` gives joint positions near the wanted configuration at home; `mode` the default working mode, an entry for each leg;
    `redundancy` lists the actuated joints whose positions must be given beside x when the robot is kinematically redundant;
    `numeric: true` solves the inverse geometry by Newton's method from `guess`, whether or not a closed form exists;
    `damping` is that of what bends, for motions in time.
    """

    name: str = Field(min_length=1)
    title: str = ""
    source: str = ""
    gravity: Triple = (0.0, 0.0, -9.81)
    parameters: dict[str, object] = Field(default_factory=dict)
    identified: StrictBool = False
    platform: PlatformSpec
    legs: tuple[LegSpec, ...] = Field(min_length=1)
    mode: tuple[Signs, ...] | None = None
    home: tuple[Number, ...] | None = None
    workspace: dict[str, Pair] = Field(default_factory=dict)
    guess: dict[str, Number] = Field(default_factory=dict)
    redundancy: tuple[str, ...] = ()
    numeric: StrictBool = False
    damping: DampingSpec | None = None

    _is_chart: bool = PrivateAttr(default=False)

    @property
    def is_chart(self) -> bool:
        """Whether this is a robot of a file in other coordinates: along them a leg may pass from one side to the other, so that
        a numeric geometry has no working modes and follows its guess."""
        return self._is_chart

    def as_chart(self) -> RobotSpec:
        """The same description, marked as that of a robot in other coordinates."""
        chart = self.model_copy()
        chart._is_chart = True
        return chart

    @model_validator(mode="after")
    def _of_a_size_that_can_be_checked(self) -> RobotSpec:
        joints = sum(len(ELEMENTARY[joint.kind]) for leg in self.legs for joint in leg.joints)
        if len(self.legs) > MOST_LEGS or joints > MOST_JOINTS:
            told = f"at most {MOST_LEGS} legs with {MOST_JOINTS} joints in all (a U counts as two, an S as three) are accepted"
            raise ValueError(f"legs: {told}, not {len(self.legs)} legs with {joints} joints")
        return self

    @model_validator(mode="after")
    def _unit_quaternion_at_home(self) -> RobotSpec:
        if self.platform.orientation == "quaternion" and self.home is not None and len(self.home) >= 7:
            length = math.hypot(*self.home[3:7])
            if abs(length - 1) > 1e-6:
                raise ValueError(f"home: the quaternion w, x, y, z has the length {length:.6g}; give a unit quaternion")
        return self
