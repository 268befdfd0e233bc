"""The robot file as data: what may be written, with its units and its defaults.

Angles are in rad, lengths in m, masses in kg. Every class refuses keys that it does not know.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, model_validator

from parados.robot.expressions import FUNCTIONS, evaluate
from parados.spatial.inertia import INERTIAL_NAMES, from_centre_of_mass
from parados.spatial.mdh import homogeneous, mdh_matrix
from parados.spatial.rotations import SEQUENCES, rotation

__all__ = [
    "CLOSURES",
    "COORDINATES",
    "ELEMENTARY",
    "FREEDOMS",
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


ELEMENTARY = {"R": "R", "P": "P", "U": "RR", "S": "RRR", "C": "RP"}
"""Joint kinds and the elementary joints that they stand for; the links between are massless."""


def _finite(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("a number is expected, not true or false")
    if isinstance(value, float | int) and not abs(value) < math.inf:
        raise ValueError(f"{value} is not a finite number")
    return value


def _as_text(value: object) -> object:
    return repr(_finite(value)) if isinstance(value, float | int) else value


def _listed(count: int, what: str = "numbers") -> BeforeValidator:
    """Refuses, in one sentence, what is not a list of `count` items."""

    def check(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise ValueError(f"a list of {count} {what} is expected, not {value!r}")
        if len(value) != count:
            raise ValueError(f"a list of {count} {what} is expected, {len(value)} are given")
        return tuple(value)

    return BeforeValidator(check)


Number = Annotated[float, BeforeValidator(_finite)]
Whole = Annotated[int, BeforeValidator(_finite)]
Pair = Annotated[tuple[Number, Number], _listed(2)]
Triple = Annotated[tuple[Number, Number, Number], _listed(3)]
Coordinate = Literal["px", "py", "pz", "a1", "a2", "a3"]


class Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FrameSpec(Spec):
    """A frame in another one: Rot(turn) Trans(at) Rot(rotation), then an MDH row.

    `turn` maps an axis of the reference frame to an angle, e.g. `{z: 120 deg}`; `rotation` maps one sequence in SciPy's
    spelling to its three angles, e.g. `{ZYX: [0.1, 0, 0]}`.
    """

    turn: dict[Literal["x", "y", "z"], Number] = Field(default_factory=dict)
    at: Triple = (0.0, 0.0, 0.0)
    rotation: dict[str, Triple] = Field(default_factory=dict)
    gamma: Number = 0.0
    b: Number = 0.0
    alpha: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0
    r: Number = 0.0

    @model_validator(mode="after")
    def _one_known_sequence(self) -> FrameSpec:
        if len(self.turn) > 1:
            raise ValueError("turn: give one axis with its angle")
        if len(self.rotation) > 1:
            raise ValueError("rotation: give one sequence with its three angles")
        for name in self.rotation:
            if name not in SEQUENCES:
                raise ValueError(f"rotation: {name!r} is not a sequence; use one of {', '.join(SEQUENCES)}")
        return self

    def matrix(self) -> NDArray[np.float64]:
        """The (4, 4) matrix."""
        R = np.eye(3)
        for name, angles in self.rotation.items():
            R = rotation(name, angles)
        turn = rotation("XYZ", [self.turn.get("x", 0.0), self.turn.get("y", 0.0), self.turn.get("z", 0.0)])
        row = mdh_matrix(self.gamma, self.b, self.alpha, self.d, self.theta, self.r)
        return homogeneous(turn, [0, 0, 0]) @ homogeneous(R, list(self.at)) @ row


class LinkSpec(Spec):
    """Inertial parameters of a link in its own frame.

    Either the standard elements at the frame's origin (xx ... zz, mx, my, mz, m), or `mass`, `com` and `inertia` at the centre
    of mass ([xx, yy, zz] or [xx, xy, xz, yy, yz, zz]). `varying` adds to the inertia at the centre of mass elements that are
    expressions of the link's own joint variable `q`; they are used as frozen at each instant, without a rate of change.
    """

    xx: Number = 0.0
    xy: Number = 0.0
    xz: Number = 0.0
    yy: Number = 0.0
    yz: Number = 0.0
    zz: Number = 0.0
    mx: Number = 0.0
    my: Number = 0.0
    mz: Number = 0.0
    m: Number = 0.0
    mass: Number | None = None
    com: Triple | None = None
    inertia: tuple[Number, ...] | None = None
    varying: dict[Literal["xx", "yy", "zz"], Annotated[str, BeforeValidator(_as_text)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_way_of_saying_it(self) -> LinkSpec:
        given = self.model_fields_set
        standard = given & set(INERTIAL_NAMES)
        central = given & {"mass", "com", "inertia"}
        if standard and central:
            raise ValueError(
                f"{', '.join(sorted(standard))} and {', '.join(sorted(central))} exclude each other: "
                "give the standard elements (xx ... zz, mx, my, mz, m) or mass, com and inertia"
            )
        if central and self.mass is None:
            raise ValueError(
                f"{', '.join(sorted(central))} without mass; give mass too, or the standard elements (xx ... zz, mx, my, mz, m)"
            )
        if self.inertia is not None and len(self.inertia) not in (3, 6):
            raise ValueError(f"inertia: give [xx, yy, zz] or [xx, xy, xz, yy, yz, zz], not {len(self.inertia)} numbers")
        return self

    @model_validator(mode="after")
    def _varies_with_q(self) -> LinkSpec:
        functions = {name: FUNCTIONS[name] for name in ("sin", "cos", "sqrt")}
        for element, text in self.varying.items():
            try:
                evaluate(text, {"q": math.nan}, functions)
            except ValueError as error:
                raise ValueError(f"varying.{element}: {error}") from error
        return self

    def standard(self) -> NDArray[np.float64]:
        """(10,) xx xy xz yy yz zz mx my mz m at the frame's origin [kg m^2, kg m, kg]."""
        if self.mass is None:
            return np.array([getattr(self, name) for name in INERTIAL_NAMES])
        return from_centre_of_mass(self.mass, self.com or (0.0, 0.0, 0.0), self.inertia or (0.0, 0.0, 0.0))


class FrictionSpec(Spec):
    """fs sign(qd) + fv qd + fb exp(-(qd/vs)^2) sign(qd); `width` > 0 replaces sign(qd) by tanh(qd/width)."""

    fv: Number = Field(default=0.0, ge=0)
    fs: Number = Field(default=0.0, ge=0)
    fb: Number = Field(default=0.0, ge=0)
    vs: Number = Field(default=1.0, gt=0)
    width: Number = Field(default=0.0, ge=0)


class JointSpec(Spec):
    """A joint and the link behind it: an MDH row that places the link's frame in that of its antecedent.

    U, S and C are short for two R, three R and R then P with massless links between; their names are `name` with a, b, c
    appended, or those listed in `names`. `antecedent` is the name of a joint of the same leg, by default the one before.
    `branch` fixes which of the two roots the inverse geometry takes for this joint (+1 the larger), otherwise the working mode
    decides. `rotor` is the inertia of the actuator seen from the joint [kg m^2 or kg].
    """

    name: str = Field(min_length=1)
    kind: Literal["R", "P", "U", "S", "C"]
    names: tuple[str, ...] = ()
    active: StrictBool = False
    antecedent: str | None = None
    gamma: Number = 0.0
    b: Number = 0.0
    alpha: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0
    r: Number = 0.0
    link: LinkSpec = LinkSpec()
    rotor: Number = Field(default=0.0, ge=0)
    friction: FrictionSpec = FrictionSpec()
    branch: Annotated[Literal[1, -1] | None, BeforeValidator(_finite)] = None
    limits: Pair | None = None

    @model_validator(mode="after")
    def _composites_are_passive(self) -> JointSpec:
        if self.limits is not None and self.limits[0] >= self.limits[1]:
            raise ValueError(f"limits: the lower one, {self.limits[0]}, must be below the upper one, {self.limits[1]}")
        count = len(ELEMENTARY[self.kind])
        if self.names and len(self.names) != count:
            raise ValueError(f"names: kind {self.kind} has {count} joint(s), {len(self.names)} names are given")
        if count > 1 and (self.active or self.rotor or self.branch is not None or self.friction != FrictionSpec()):
            raise ValueError(
                f"kind {self.kind} is short for {count} passive joints; write them out as R and P to give one of them "
                "an actuator, a rotor, a branch or friction"
            )
        return self

    def row(self) -> NDArray[np.float64]:
        return mdh_matrix(self.gamma, self.b, self.alpha, self.d, self.theta, self.r)


def _free_set(joint: str | None, free: tuple[str, ...] | None) -> tuple[str, ...]:
    if (joint is None) == (free is None):
        raise ValueError(f"give either joint (one of {', '.join(CLOSURES)}) or free (a list from {', '.join(FREEDOMS)})")
    if joint is not None and joint not in CLOSURES:
        raise ValueError(f"joint: {joint!r} is not a closure; use one of {', '.join(CLOSURES)}")
    names = CLOSURES[joint] if joint is not None else (free or ())
    for name in names:
        if name not in FREEDOMS:
            raise ValueError(f"free: {name!r} is not a motion; use {', '.join(FREEDOMS)}")
    if len(set(names)) != len(names):
        raise ValueError(f"free: {', '.join(names)} names a motion twice")
    if len(names) == len(FREEDOMS):
        raise ValueError(f"free: all of {', '.join(FREEDOMS)} are free, so that nothing is tied; leave this closure out")
    return names


class ClosureSpec(Spec):
    """What ties a link of the leg to the platform.

    The motion of the platform's frame in the leg's frame has the components listed in `free`; `joint` names usual sets.
    With two free rotations, the first axis belongs to the leg's frame and the second to the platform's (a cross).
    `axes` says in whose axes free translations are measured.
    """

    joint: str | None = None
    free: tuple[str, ...] | None = None
    of: str | None = None
    frame: FrameSpec = FrameSpec()
    platform: FrameSpec = FrameSpec()
    axes: Literal["leg", "platform"] = "leg"

    @model_validator(mode="after")
    def _known(self) -> ClosureSpec:
        _free_set(self.joint, self.free)
        return self

    def freedoms(self) -> tuple[str, ...]:
        return _free_set(self.joint, self.free)


class LoopSpec(Spec):
    """What ties two links of a leg to each other (`base` names the ground): a parallelogram's cut joint, for instance."""

    between: Annotated[tuple[str, str], _listed(2, "joint names")]
    joint: str | None = None
    free: tuple[str, ...] | None = None
    frames: Annotated[tuple[FrameSpec, FrameSpec], _listed(2, "frames")] = (FrameSpec(), FrameSpec())
    axes: Literal["first", "second"] = "first"

    @model_validator(mode="after")
    def _known(self) -> LoopSpec:
        if self.between[0] == self.between[1]:
            raise ValueError("between: a link cannot be tied to itself; name two")
        _free_set(self.joint, self.free)
        return self

    def freedoms(self) -> tuple[str, ...]:
        return _free_set(self.joint, self.free)


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
    `guess` starting values of joints where the inverse geometry is numeric; `mode` the default working mode, a number a leg;
    `redundancy` lists the actuated joints whose positions must be given beside x when the robot is kinematically redundant.
    """

    name: str = Field(min_length=1)
    title: str = ""
    source: str = ""
    gravity: Triple = (0.0, 0.0, -9.81)
    parameters: dict[str, object] = Field(default_factory=dict)
    identified: StrictBool = False
    platform: PlatformSpec
    legs: tuple[LegSpec, ...] = Field(min_length=1)
    mode: tuple[Whole, ...] | None = None
    home: tuple[Number, ...] | None = None
    workspace: dict[str, Pair] = Field(default_factory=dict)
    guess: dict[str, Number] = Field(default_factory=dict)
    redundancy: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _unit_quaternion_at_home(self) -> RobotSpec:
        if self.platform.orientation == "quaternion" and self.home is not None and len(self.home) >= 7:
            length = math.hypot(*self.home[3:7])
            if abs(length - 1) > 1e-6:
                raise ValueError(f"home: the quaternion w, x, y, z has the length {length:.6g}; give a unit quaternion")
        return self
