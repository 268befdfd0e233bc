"""The keys of a robot file, with their types and default values.

Angles are in rad, lengths in m, masses in kg. Unknown keys are rejected.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from pydantic import (
    Field,
    PrivateAttr,
    StrictBool,
    model_validator,
)

from parados.arguments.single_values import repeated
from parados.robot.beams import DampingSpec
from parados.robot.bodies import FrictionSpec, LinkSpec
from parados.robot.coupling_spec import CouplingSpec
from parados.robot.fields import (
    Coordinate,
    FileParameter,
    FrameSpec,
    Number,
    Pair,
    Signs,
    Spec,
    Triple,
)
from parados.robot.joints import CLOSURES, ELEMENTARY, FREEDOMS, ClosureSpec, JointSpec, LoopSpec
from parados.robot.motor_inertia import MotorSpec
from parados.robot.springs import JointSpringSpec, SpringSpec
from parados.spatial.rotations import SEQUENCES

__all__ = [
    "CLOSURES",
    "COORDINATES",
    "ELEMENTARY",
    "FREEDOMS",
    "MOST_JOINTS",
    "MOST_LEGS",
    "NO_PLATFORM",
    "ClosureSpec",
    "CouplingSpec",
    "FrameSpec",
    "FrictionSpec",
    "JointSpec",
    "JointSpringSpec",
    "LegSpec",
    "LinkSpec",
    "LoopSpec",
    "MotorSpec",
    "PlatformSpec",
    "RobotSpec",
    "SpringSpec",
]

COORDINATES = ("px", "py", "pz", "a1", "a2", "a3")
"""Platform coordinates: position of P in base axes, then the three angles of the declared sequence."""

MOST_LEGS, MOST_JOINTS = 24, 150
"""Largest numbers of legs and of elementary joints of a robot: the time to check a robot grows with their square."""


class LegSpec(Spec):
    """A chain (or tree) of joints, tied to the platform by `closure` and to any link by `loops`.

    The leg stands on its `carrier`: the base, the platform, or the link of an earlier joint. `base` is a frame on that body.
    """

    name: str = Field(min_length=1)
    carrier: str = "base"
    base: FrameSpec = FrameSpec()
    joints: tuple[JointSpec, ...] = Field(min_length=1)
    closure: ClosureSpec | None = None
    loops: tuple[LoopSpec, ...] = ()
    springs: tuple[SpringSpec, ...] = ()


class PlatformSpec(Spec):
    """The platform of a robot and its coordinates.

    The platform is a free body that closures hold, or a frame on the link `carrier` of the tree (a tool), with the place `frame`.
    `coordinates` are independent: coordinates of a free body, then names of joints. `dependent` coordinates follow from the
    closures, all others are constant (0 by default). A tool has only joints as coordinates, by default the actuated ones.
    """

    carrier: str | None = None
    frame: FrameSpec = FrameSpec()
    coordinates: tuple[str, ...] = ()
    orientation: str = "xyz"
    dependent: tuple[Coordinate, ...] = ()
    constant: dict[Coordinate, Number] = Field(default_factory=dict)
    link: LinkSpec = LinkSpec()

    @property
    def own_coordinates(self) -> tuple[str, ...]:
        """Entries of `coordinates` that are coordinates of a free platform (px ... a3)."""
        return () if self.carrier is not None else tuple(name for name in self.coordinates if name in COORDINATES)

    @property
    def joint_coordinates(self) -> tuple[str, ...]:
        """Entries of `coordinates` that are names of joints."""
        return self.coordinates[len(self.own_coordinates) :]

    @model_validator(mode="after")
    def _check_carried(self) -> PlatformSpec:
        if self.carrier is None and not self.coordinates:
            raise ValueError(
                f"coordinates: name the independent coordinates, a choice from {', '.join(COORDINATES)}, or fix the platform on "
                "a link with the key carrier"
            )
        if self.carrier is None and "frame" in self.model_fields_set:
            raise ValueError("frame: only a platform on a link has a frame; name the link under carrier, or leave frame out")
        unused = sorted(self.model_fields_set & {"dependent", "constant"}) if self.carrier is not None else []
        if unused:
            raise ValueError(f"{', '.join(unused)}: the link {self.carrier!r} moves the platform; leave {', '.join(unused)} out")
        return self

    @model_validator(mode="after")
    def _check_coordinates(self) -> PlatformSpec:
        if self.link.varying:
            raise ValueError("link: varying depends on the joint variable of a link; the platform has no joint variable")
        for name, kind in (("coordinates", self.coordinates), ("dependent", self.dependent)):
            if len(set(kind)) != len(kind):
                raise ValueError(f"{name}: {', '.join(kind)} contains a coordinate twice")
        groups = {"coordinates": self.own_coordinates, "dependent": self.dependent, "constant": tuple(self.constant)}
        for here, there in combinations(groups, 2):
            both = set(groups[here]) & set(groups[there])
            if both:
                raise ValueError(f"{', '.join(sorted(both))} cannot be both in {here} and in {there}")
        own = list(self.own_coordinates)
        if own != sorted(own, key=COORDINATES.index) or tuple(own) != self.coordinates[: len(own)]:
            raise ValueError(f"coordinates: keep the order {', '.join(COORDINATES)}, then the names of joints")
        if self.orientation not in (*SEQUENCES, "tilt-torsion", "quaternion"):
            raise ValueError(
                f"orientation: {self.orientation!r} is not known; use tilt-torsion, quaternion or one of {', '.join(SEQUENCES)}"
            )
        if self.orientation == "quaternion" and self.carrier is not None:
            raise ValueError("orientation: a platform that a link carries cannot use quaternion; use tilt-torsion or e.g. ZYX")
        if self.orientation == "quaternion" and self.own_coordinates != COORDINATES:
            raise ValueError("orientation: quaternion needs all six coordinates px, py, pz, a1, a2, a3")
        if self.orientation == "tilt-torsion" and set(self.dependent) & {"a1"}:
            raise ValueError("dependent: a1 of tilt-torsion cannot be a dependent coordinate; use an Euler sequence")
        return self


NO_PLATFORM = PlatformSpec(carrier="base")
"""The platform of a robot without a platform: a massless frame that does not move."""


class RobotSpec(Spec):
    """A whole robot file.

    A tree without a `platform` has the joints under `coordinates` as x, by default the actuated ones.

    `identified: true` declares the numbers to be identified base parameters, which need not belong to real bodies: inertial
    parameters, rotor inertias and friction coefficients may be negative.
    `home` is a pose x that the robot can reach. `workspace` gives the used range of each coordinate.
    `guess` gives joint positions near the wanted configuration at home.
    `mode` is the default working mode, with one entry for each leg.
    `redundancy` lists the actuated joints of a kinematically redundant robot whose positions are given together with x.
    `numeric: true` solves the inverse geometry by Newton's method from `guess`, even if a closed form exists.
    `closures` tie any two links, in addition to those of the legs.
    `couplings` are linear relations between joint positions: gears, belts, racks, coupled arms.
    `damping` is the damping of the elastic parts, for simulations in time.
    `springs` are springs, dampers and constant forces between points of any two bodies.
    """

    name: str = Field(min_length=1)
    title: str = ""
    source: str = ""
    gravity: Triple = (0.0, 0.0, -9.81)
    parameters: dict[str, object] = Field(default_factory=dict)
    identified: StrictBool = False
    platform: PlatformSpec = NO_PLATFORM
    coordinates: tuple[str, ...] = ()
    legs: tuple[LegSpec, ...] = Field(min_length=1)
    closures: tuple[LoopSpec, ...] = ()
    couplings: tuple[CouplingSpec, ...] = ()
    mode: tuple[Signs, ...] | None = None
    home: tuple[Number, ...] | None = None
    workspace: dict[str, Pair] = Field(default_factory=dict)
    guess: dict[str, Number] = Field(default_factory=dict)
    redundancy: tuple[str, ...] = ()
    numeric: StrictBool = False
    damping: DampingSpec | None = None
    springs: tuple[SpringSpec, ...] = ()

    _is_chart: bool = PrivateAttr(default=False)
    _first_axes: tuple[int, ...] | None = PrivateAttr(default=None)
    _file: tuple[dict[Any, Any], tuple[FileParameter, ...]] | None = PrivateAttr(default=None)

    def __eq__(self, other: object) -> bool:
        """Compare the robots that are described, not the words of their files."""
        return isinstance(other, RobotSpec) and self._is_chart == other._is_chart and self.__dict__ == other.__dict__

    def from_file(self, data: dict[Any, Any], parameters: tuple[FileParameter, ...]) -> RobotSpec:
        """Return a copy that remembers the file as it is written, with the parameters that it names."""
        known = self.model_copy()
        known._file = data, parameters
        return known

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> RobotSpec:
        """Copy the description; with other parts it no longer follows from the parameters of its file."""
        copied = super().model_copy(update=update, deep=deep)
        if update:
            copied._file = None
        return copied

    @property
    def file(self) -> tuple[dict[Any, Any], tuple[FileParameter, ...]] | None:
        """The file as it is written and its parameters; None if the description was changed after reading."""
        return self._file

    @property
    def is_chart(self) -> bool:
        """True if this is the robot of a file in other coordinates.

        Along such coordinates a leg may pass from one working mode to another. A numeric geometry then has no working modes and
        follows its guess.
        """
        return self._is_chart

    @property
    def first_axes(self) -> tuple[int, ...] | None:
        """First axes of the universal joints in rods that spin freely; None for the robot of a file: its home determines them."""
        return self._first_axes

    def as_chart(self, first_axes: tuple[int, ...] = ()) -> RobotSpec:
        """Return a copy of the description, marked as a chart: the same robot with other coordinates x.

        first_axes : first axis of the universal joint in each rod that spins freely, see `topology.idle_spins`
        """
        chart = self.model_copy()
        chart._is_chart, chart._file, chart._first_axes = True, None, first_axes
        return chart

    @property
    def has_platform(self) -> bool:
        """True if the robot has a platform; False for a tree of joints alone."""
        return self.platform.carrier != NO_PLATFORM.carrier

    @property
    def joint_coordinates(self) -> tuple[str, ...]:
        """Names of the joints whose positions are entries of x, after the platform's coordinates."""
        named = (*self.platform.joint_coordinates, *self.coordinates, *self.redundancy)
        if named or self.platform.carrier is None:
            return named
        return tuple(joint.name for leg in self.legs for joint in leg.joints if joint.active)

    @property
    def x_names(self) -> tuple[str, ...]:
        """Names of the independent coordinates: those of the platform, then the joints."""
        return (*self.platform.own_coordinates, *self.joint_coordinates)

    @model_validator(mode="before")
    @classmethod
    def _check_moving_platform(cls, data: Any) -> Any:
        platform = data.get("platform") if isinstance(data, dict) else None
        if isinstance(platform, dict) and platform.get("carrier") == NO_PLATFORM.carrier:
            raise ValueError("platform: on the base it would not move; name the link that carries it, or leave platform out")
        return data

    @model_validator(mode="after")
    def _check_independent(self) -> RobotSpec:
        if self.has_platform and self.coordinates:
            raise ValueError("coordinates: a robot with a platform names its coordinates under platform")
        if self.platform.carrier is not None and self.redundancy:
            place = "platform.coordinates" if self.has_platform else "coordinates"
            raise ValueError(f"redundancy: every coordinate of this robot is a joint; name the independent joints under {place}")
        twice = repeated(self.joint_coordinates)
        if twice:
            raise ValueError(f"coordinates: {', '.join(twice)} is named twice")
        return self

    @model_validator(mode="after")
    def _check_size(self) -> RobotSpec:
        joints = sum(len(ELEMENTARY[joint.kind]) for leg in self.legs for joint in leg.joints)
        if len(self.legs) > MOST_LEGS or joints > MOST_JOINTS:
            counted = "a U or C counts as two, an S or E as three, a free joint as six"
            accepted = f"at most {MOST_LEGS} legs and {MOST_JOINTS} joints ({counted}) are accepted"
            raise ValueError(f"legs: {accepted}, not {len(self.legs)} legs and {joints} joints")
        return self

    @model_validator(mode="after")
    def _check_quaternion_at_home(self) -> RobotSpec:
        if self.platform.orientation == "quaternion" and self.home is not None and len(self.home) >= 7:
            length = math.hypot(*self.home[3:7])
            if abs(length - 1) > 1e-6:
                raise ValueError(f"home: the quaternion w, x, y, z has the length {length:.9g}; divide it by its length")
        return self
