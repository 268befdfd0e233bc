"""A robot as a mechanism: one tree of joints, the platform, and the closures that tie them.

Cut the joints between the legs and the platform, and one joint of every other loop. What remains are a tree of
one-degree-of-freedom joints on the base (the legs), a free body (the platform), and a tree of joints on the platform if it is
articulated. Every model is written on these trees; the closures say which relative motions of two frames are impossible.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.arguments import freeze
from parados.robot.beams import BeamSpec
from parados.robot.bodies import FrictionSpec
from parados.robot.springs import JointSpringSpec
from parados.robot.superelements import SuperelementSpec
from parados.spatial.inertia import moved
from parados.spatial.live_numbers import ALONE, Family, nominal
from parados.spatial.mdh import Screw
from parados.spatial.vectors import inverse_frame
from parados.topology.joint_couplings import Coupling

__all__ = ["BASE", "PLATFORM", "Closure", "IdleSpin", "Joint", "Mechanism", "Platform", "Spring"]

Array = NDArray[np.float64]

BASE = -1
PLATFORM = -2

NO_LENGTH = 1e-12
"""Lengths below this are round-off of a zero [m]."""

SMALL = 1e-3
"""Size of a mechanism that has no length [m]."""


@dataclass(frozen=True)
class Joint:
    """A joint of the tree and its link.

    Attributes
    ----------
    antecedent : index of the previous link, or BASE, or PLATFORM
    screw : the motion of the joint
    fixed : (4, 4) frame of the link at q = 0 in the frame of its antecedent [m]
    standard : (10,) inertial parameters in the link's frame of the file, undeformed beams included
    varying : expressions of q added to xx, yy, zz at the centre of mass
    rotor : inertia of the actuator at the joint [kg m^2 or kg]
    beams, superelement : elastic parts of the link
    stiffness : stiffness of the joint or of its transmission, for the flexible models [N m/rad or N/m]
    spring : spring and damper beside the actuator
    welded : the joint does not move; no such joint is left in a mechanism after `topology.assembling`
    branch : root chosen by the inverse geometry (+1 or -1); None if the working mode decides
    composite : True for an axis of a joint with several axes, whose branch the file cannot give
    wound : True if a helical joint is on the same axis. Whole turns then matter: they drive the screw, or undo its turns
    coupled : True if a coupling of the file contains the joint. Whole turns then matter: they move the other joints
    turned : whole turns from the angle nearest home [rad], if they matter; live in graphs of motions (`TurnedRobot`), else 0
    of_file : (4, 4) the link's frame of the file, in the link's frame, if `topology.idle_spins` changed the frame; else None
    """

    name: str
    leg: int
    antecedent: int
    screw: Screw
    fixed: Array
    active: bool
    standard: Array
    varying: dict[str, str]
    rotor: float
    friction: FrictionSpec
    branch: int | None
    limits: tuple[float, float] | None
    beams: tuple[BeamSpec, ...] = ()
    superelement: SuperelementSpec | None = None
    stiffness: float = 0.0
    spring: JointSpringSpec | None = None
    welded: bool = False
    wound: bool = False
    coupled: bool = False
    turned: float = 0.0
    of_file: Array | None = None
    composite: bool = False

    def __post_init__(self) -> None:
        freeze(self)  # one mechanism serves all models of a robot

    @property
    def file_frame(self) -> Array:
        """(4, 4) the link's frame of the file, in the link's frame; all results are told in it."""
        return np.eye(4) if self.of_file is None else self.of_file

    @property
    def inertia(self) -> Array:
        """(10,) inertial parameters in the link's frame."""
        return self.standard if self.of_file is None else moved(self.standard, self.of_file)

    @property
    def unit(self) -> str:
        """Unit of the joint's variable, "rad" or "m"."""
        return self.screw.unit

    @property
    def is_periodic(self) -> bool:
        """True if the joint has the same position after a whole turn."""
        return self.screw.period is not None and not self.wound and not self.coupled


@dataclass(frozen=True)
class Closure:
    """Two frames, on links (or BASE, PLATFORM) `a` and `b`, whose relative motion is confined to `free`.

    If the trees of the two links differ, `a` belongs to the tree on the base and `b` to the platform or the tree on it.

    Attributes
    ----------
    leg : index of the leg to which the closure belongs
    frame_a, frame_b : (4, 4) frames on the links a and b [m]
    free : free components of the relative motion, from Tx, Ty, Tz, Rx, Ry, Rz
    owner : "a" or "b", the frame along whose axes free translations are measured
    exchanged : True if `a` is the second body in the file
    of_file : (4, 4) the first frame of the file in link a, if `at_link_origin` moved the frames; else None
    """

    name: str
    leg: int
    a: int
    frame_a: Array
    b: int
    frame_b: Array
    free: tuple[str, ...]
    owner: str
    exchanged: bool = False
    of_file: Array | None = None

    def __post_init__(self) -> None:
        freeze(self)  # one mechanism serves all models of a robot

    def other_way(self) -> Closure:
        """Return the same closure with the bodies a and b exchanged."""
        return replace(
            self,
            a=self.b,
            frame_a=self.frame_b,
            b=self.a,
            frame_b=self.frame_a,
            free=self.free[::-1],
            owner="b" if self.owner == "a" else "a",
            exchanged=not self.exchanged,
        )

    def at_link_origin(self) -> Closure:
        """Return the same closure; if no motion is free, move its frames to the origin of link a, on the axis of its joint.

        The rows of the last joint are then as sparse as possible.
        """
        if self.free or self.a < 0:
            return self
        frame_b = self.frame_b @ inverse_frame(self.frame_a)
        return replace(self, frame_a=np.eye(4), frame_b=frame_b, of_file=self.frame_a)

    def file_frames(self) -> tuple[Array, Array]:
        """(4, 4) frames of the closure on body a and on body b, as the file gives them."""
        if self.of_file is None:
            return self.frame_a, self.frame_b
        return self.of_file, self.frame_b @ self.of_file

    @property
    def free_translations(self) -> tuple[int, ...]:
        """Axes (0, 1, 2) of the free translations."""
        return tuple("xyz".index(f[1]) for f in self.free if f[0] == "T")

    @property
    def free_rotations(self) -> tuple[int, ...]:
        """Axes (0, 1, 2) of the free rotations."""
        return tuple("xyz".index(f[1]) for f in self.free if f[0] == "R")


@dataclass(frozen=True)
class Spring:
    """A spring with a damper between a point of body `a` and a point of body `b` (links, BASE or PLATFORM).

    Attributes
    ----------
    at_a, at_b : (3,) the points in the frames of their bodies [m]
    stiffness, damping, force, length : tension = stiffness (l - length) + damping dl/dt + force [N/m, N s/m, N, m]
    """

    name: str
    a: int
    at_a: Array
    b: int
    at_b: Array
    stiffness: float
    damping: float
    force: float
    length: float

    def __post_init__(self) -> None:
        freeze(self)  # one mechanism serves all models of a robot


@dataclass(frozen=True)
class Platform:
    """The platform: a free body, or a frame that a link of the tree carries (a tool).

    `coordinates` and `dependent` are indices into COORDINATES; `constant` (6,) holds a value for each coordinate [m, rad].

    Attributes
    ----------
    carrier : the link that carries the platform; None for a free body, BASE for a robot without a platform
    frame : (4, 4) frame of a carried platform on its link [m]
    """

    coordinates: tuple[int, ...]
    dependent: tuple[int, ...]
    constant: Array
    orientation: str
    standard: Array
    beams: tuple[BeamSpec, ...] = ()
    superelement: SuperelementSpec | None = None
    carrier: int | None = None
    frame: Array = field(default_factory=lambda: np.eye(4))

    def __post_init__(self) -> None:
        freeze(self)  # one mechanism serves all models of a robot

    @property
    def turns_about_z(self) -> bool:
        """True if the platform turns only about its z axis, which is parallel to z of the base."""
        turning = [k for k in (*self.coordinates, *self.dependent) if k >= 3]
        return self.orientation in ("xyz", "XYZ") and set(turning) <= {5} and not self.constant[3:5].any()

    @property
    def is_quaternion(self) -> bool:
        return self.orientation == "quaternion"

    @property
    def is_absent(self) -> bool:
        """True for a robot without a platform."""
        return self.carrier == BASE


@dataclass(frozen=True)
class IdleSpin:
    """A rod that spins freely about its own axis; a universal joint replaces one of its two balls (`topology.idle_spins`).

    Attributes
    ----------
    name : name of the replaced ball in the file
    left_out : name of the elementary joint of the ball that is removed from the mechanism
    axis : first axis of the universal joint: 0, 1, 2 for z, x, y of the frame `row`
    axisymmetric : True if the spin has no effect on other bodies; the rod then has no moment of inertia about its axis
    root, row : the body on which the ball stands; the frame (4, 4) of the ball's MDH row in this body, moved to the ball's centre
    far, far_at : the body at the other end of the rod, and the centre (3,) of the other ball in the frame of this body
    """

    name: str
    left_out: str
    axis: int
    axisymmetric: bool
    root: int
    row: Array
    far: int
    far_at: Array

    def __post_init__(self) -> None:
        freeze(self)  # one mechanism serves all models of a robot


@dataclass(frozen=True)
class Mechanism:
    """Tree of joints, platform, closures, couplings and springs of a robot.

    Attributes
    ----------
    joints : joints of the tree, ordered so that every antecedent is before its successors
    actuated : indices of the actuated joints, in the file's order
    joints_in_x : indices of the joints whose positions are entries of x, after the platform's coordinates
    couplings : linear relations between joint positions that the file gives
    idle : rods that spin freely about their own axes; the mechanism does not have these spins
    springs : springs between points of two bodies
    family : the live parameters of which some numbers of the mechanism are expressions; none for a single robot
    """

    name: str
    joints: tuple[Joint, ...]
    closures: tuple[Closure, ...]
    platform: Platform
    gravity: Array
    leg_names: tuple[str, ...]
    actuated: tuple[int, ...]
    joints_in_x: tuple[int, ...]
    springs: tuple[Spring, ...] = ()
    family: Family = ALONE
    couplings: tuple[Coupling, ...] = ()
    idle: tuple[IdleSpin, ...] = ()

    def __post_init__(self) -> None:
        freeze(self)  # one mechanism serves all models of a robot

    @property
    def n_x(self) -> int:
        """Number of entries of x."""
        return len(self.platform.coordinates) + self.platform.is_quaternion + len(self.joints_in_x)

    @property
    def n_dof(self) -> int:
        """Number of degrees of freedom, equal to the number of entries of xd."""
        return len(self.platform.coordinates) + len(self.joints_in_x)

    @property
    def loops(self) -> tuple[Closure, ...]:
        """Closures that close a loop: all but the one that fixes a carried platform on its link."""
        return tuple(closure for closure in self.closures if not self.is_weld(closure))

    def is_weld(self, closure: Closure) -> bool:
        """Tell whether a closure fixes a carried platform on its link."""
        return self.platform.carrier is not None and closure.b == PLATFORM

    def in_file(self, body: int, frame: Array) -> Array:
        """Express a frame (4, 4) that is fixed on a body in the frame that the file gives to the body."""
        own = self.joints[body].of_file if body >= 0 else None
        return frame if own is None else inverse_frame(own) @ frame

    @cached_property
    def size(self) -> float:
        """Largest distance of a joint or closure frame from the origin of its body's frame [m]; 1 mm if all are zero.

        If nothing turns, no angle multiplies these distances, and the size is 1 mm at least.
        """
        places = [joint.fixed for joint in self.joints]
        places += [frame for closure in self.closures for frame in (closure.frame_a, closure.frame_b)]
        largest = float(np.max([np.linalg.norm(nominal(place[:3, 3])) for place in places]))
        turns = any(joint.screw.turn for joint in self.joints) or any("R" in kind for c in self.closures for kind in c.free)
        least = NO_LENGTH if turns else SMALL
        return largest if largest > least else SMALL

    def coordinate_scales(self, length: float) -> Array:
        """(n_dof,) scales that make the entries of xd / scale comparable: length for translations and strokes, 1 for angles."""
        platform = [length if k < 3 else 1.0 for k in self.platform.coordinates]
        return np.array([*platform, *[length if self.joints[k].unit == "m" else 1.0 for k in self.joints_in_x]])

    @property
    def periodic(self) -> NDArray[np.bool_]:
        """(n_t,) True for joints that have the same position after a whole turn."""
        return np.array([joint.is_periodic for joint in self.joints], dtype=bool)

    @property
    def turning(self) -> NDArray[np.bool_]:
        """(n_t,) True for joints whose positions follow from x only up to whole turns; a joint that is in x has those of x."""
        given = np.isin(np.arange(len(self.joints)), self.joints_in_x)
        return np.asarray(self.periodic & ~given)

    @property
    def periodic_coordinates(self) -> NDArray[np.bool_]:
        """(n_x,) True for entries of x that describe the same pose after a whole turn."""
        platform = [False] * 7 if self.platform.is_quaternion else [k >= 3 for k in self.platform.coordinates]
        return np.array([*platform, *[self.joints[k].is_periodic for k in self.joints_in_x]], dtype=bool)

    @property
    def has_springs(self) -> bool:
        """True if a spring acts in a joint or between two bodies."""
        return bool(self.springs) or any(joint.spring for joint in self.joints)

    @property
    def joint_names(self) -> tuple[str, ...]:
        return tuple(j.name for j in self.joints)

    @property
    def passive(self) -> tuple[int, ...]:
        return tuple(k for k in range(len(self.joints)) if k not in self.actuated)

    @cached_property
    def on_platform(self) -> tuple[int, ...]:
        """Indices of the joints that stand on the platform, directly or through other links."""
        return tuple(k for k in range(len(self.joints)) if self.root(k) == PLATFORM)

    def root(self, link: int) -> int:
        """Return BASE or PLATFORM: the body on which the tree of a link stands."""
        while link >= 0:
            link = self.joints[link].antecedent
        return link

    def is_inner(self, closure: Closure) -> bool:
        """Tell whether a closure connects two bodies of the same tree; the pose of the platform does not enter its loop."""
        return self.root(closure.a) == self.root(closure.b)

    def path(self, link: int) -> list[int]:
        """Indices of the joints from the base, or from the platform, to a link."""
        chain: list[int] = []
        while link >= 0:
            chain.append(link)
            link = self.joints[link].antecedent
        return chain[::-1]

    def fork(self, a: int, b: int) -> tuple[list[int], list[int]]:
        """Indices of the joints from the last common antecedent of links a and b to a, and to b.

        Links of different trees have no common antecedent; the joints are then those from BASE and from PLATFORM.
        """
        path_a, path_b = self.path(a), self.path(b)
        shared = 0
        while shared < min(len(path_a), len(path_b)) and path_a[shared] == path_b[shared]:
            shared += 1
        return path_a[shared:], path_b[shared:]
