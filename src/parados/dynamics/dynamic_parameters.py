"""Dynamic parameters of a robot, as numbers or as symbols (Briot & Khalil 8.7).

The standard vector lists, for each link in the order of the tree, xx xy xz yy yz zz mx my mz m ia fv fs. A joint with a
Stribeck term adds fb. A link with varying inertia adds vi = 1, a factor of that inertia. Friction that differs between the two
directions adds fn, an offset adds f0, and a spring in the joint adds its stiffness k, damping c and constant effort e. After the
links, each spring between two points has its stiffness k, damping c and constant tension f. Rest positions and free lengths are
known numbers, not parameters. The ten inertial parameters of the platform, if there is one, are at the end.

In the order (8.274) the platform is first, and each parameter of a leg stands beside the same parameter of the other legs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.robot.expressions import evaluate
from parados.spatial.inertia import INERTIAL_NAMES
from parados.spatial.live_numbers import as_numbers, of_members
from parados.spatial.vectors import SX, Frame, Vector, exact_matrix, expression
from parados.topology.mechanism import PLATFORM, Joint, Mechanism
from parados.topology.tree import Tree

__all__ = [
    "BETWEEN",
    "BETWEEN_POINTS",
    "IN_JOINT",
    "Body",
    "Parameters",
    "SpringConstants",
    "StandardParameter",
    "joint_parameters",
    "parameter_names",
    "parameter_sizes",
    "parameter_values",
    "place_in_leg",
    "standard_parameters",
    "symmetric_order",
]

Array = NDArray[np.float64]

IN_JOINT = ("k", "c", "e")
"""Parameters of a spring in a joint: stiffness, damping, constant effort."""

BETWEEN_POINTS = ("k", "c", "f")
"""Parameters of a spring between two points: stiffness, damping, constant tension."""

BETWEEN = -3
"""Owner of the parameters of a spring between two points."""

KINDS = (*INERTIAL_NAMES, "vi", "ia", "fv", "fs", "fb", "fn", "f0", "k", "c", "e", "f")


@dataclass(frozen=True)
class Body:
    """Inertial parameters of one body in its frame: pseudo-inertia K = integral r r^T dm, first moment, mass."""

    K: SX
    ms: Vector
    m: SX

    def moved(self, frame: Frame) -> Body:
        """Return the same body in another frame; `frame` is the present frame of the body, seen from the other one."""
        R, p, ms = frame.R, frame.p, frame.R @ self.ms
        K = R @ self.K @ R.T + ms @ p.T + p @ ms.T + self.m * (p @ p.T)
        return Body(K, ms + self.m * p, self.m)

    def __add__(self, other: Body) -> Body:
        return Body(ca.sparsify(self.K + other.K), self.ms + other.ms, self.m + other.m)

    def with_points(self, points: Sequence[tuple[float, Array]]) -> Body:
        """Add points (mass, position) to the body; entries that cancel up to round-off become zero."""
        masses, at = as_numbers([m for m, _ in points]), as_numbers([r for _, r in points])
        reach, mass = np.abs(of_members(at)).max(), np.abs(of_members(masses)).max()
        K = self.K + exact_matrix(_cleaned(at.T @ (masses[:, None] * at), reach**2 * mass))
        ms = self.ms + expression(_cleaned(masses @ at, reach * mass))
        return Body(ca.sparsify(K), ms, self.m + SX(masses.sum()))

    @staticmethod
    def of(ten: SX) -> Body:
        """Build a body from its ten inertial parameters xx xy xz yy yz zz mx my mz m."""
        xx, xy, xz, yy, yz, zz = (ten[k] for k in range(6))
        K = SX(3, 3)
        K[0, 0], K[1, 1], K[2, 2] = (yy + zz - xx) / 2, (xx + zz - yy) / 2, (xx + yy - zz) / 2
        K[0, 1] = K[1, 0] = -xy
        K[0, 2] = K[2, 0] = -xz
        K[1, 2] = K[2, 1] = -yz
        return Body(ca.sparsify(K), ca.vertcat(ten[6], ten[7], ten[8]), ten[9])


def _cleaned(values: Array, size: float) -> Array:
    """Set entries to zero that cancel up to round-off."""
    return np.where(np.abs(of_members(values)).max(axis=0) > 1e-14 * size, values, 0.0)


class SpringConstants(NamedTuple):
    """Stiffness, damping, and constant effort (spring in a joint) or tension (spring between points), in SI units."""

    stiffness: SX
    damping: SX
    force: SX


@dataclass(frozen=True)
class Parameters:
    """Inertial parameters of the links and of the platform; rotor inertia and friction of each joint; springs.

    fn : dry friction for negative rates; None for a joint whose dry friction is fs in both directions
    joint_springs : springs in the joints; None for a joint without spring
    springs : springs between points, in the order of the mechanism

    If a link carries the platform, the parameters of the platform are added to those of this link, and `platform` is zero.
    """

    links: list[Body]
    platform: Body
    of_file: bool  #: True for the parameters of the mechanism, False for those of a vector
    rotor: list[SX]
    fv: list[SX]
    fs: list[SX]
    fb: list[SX]
    fn: list[SX | None]
    f0: list[SX]
    joint_springs: list[SpringConstants | None]
    springs: list[SpringConstants]

    @staticmethod
    def at(tree: Tree, vector: SX | None = None) -> Parameters:
        """Take the parameters from the mechanism, or from a vector in the standard order."""
        mechanism = tree.mechanism
        v = expression(parameter_values(mechanism)) if vector is None else vector
        links: list[Body] = []
        joints: list[dict[str, SX]] = []
        start = 0
        for k, joint in enumerate(mechanism.joints):
            own = dict(zip(joint_parameters(joint), ca.vertsplit(v[start : start + len(joint_parameters(joint))]), strict=True))
            ten = ca.vertcat(*[own[name] for name in INERTIAL_NAMES])
            for name, text in joint.varying.items():  # about the centre of mass, so m and ms do not change
                ten[INERTIAL_NAMES.index(name)] += own["vi"] * _expression(text, tree.links[k].position.q)
            links.append(_in_link(joint, ten, of_file=vector is None))
            joints.append(own)
            start += len(own)
        springs = [SpringConstants(*ca.vertsplit(v[start + 3 * k : start + 3 * k + 3])) for k in range(len(mechanism.springs))]
        start += 3 * len(springs)
        nothing, on = Body(SX(3, 3), SX(3, 1), SX(1, 1)), mechanism.platform.carrier
        platform = nothing if mechanism.platform.is_absent else Body.of(v[start : start + 10])
        if on is not None and on >= 0:  # one body with the link that carries it
            links[on] = links[on] + platform.moved(Frame.constant(mechanism.platform.frame))
            platform = nothing
        return Parameters(
            links=links,
            platform=platform,
            of_file=vector is None,
            rotor=[own["ia"] for own in joints],
            fv=[own["fv"] for own in joints],
            fs=[own["fs"] for own in joints],
            fb=[own.get("fb", SX(0)) for own in joints],
            fn=[own.get("fn") for own in joints],
            f0=[own.get("f0", SX(0)) for own in joints],
            joint_springs=[SpringConstants(*[own[name] for name in IN_JOINT]) if "k" in own else None for own in joints],
            springs=springs,
        )


def _in_link(joint: Joint, ten: SX, of_file: bool) -> Body:
    """Return the body with parameters `ten` in the frame of the file, in the link's frame; numbers are moved as numbers."""
    if joint.of_file is None:
        return Body.of(ten)
    if of_file and not joint.varying:
        return Body.of(expression(joint.inertia))
    return Body.of(ten).moved(Frame.constant(joint.of_file))


def _expression(text: str, q: SX) -> SX:
    functions = {"sin": ca.sin, "cos": ca.cos, "sqrt": ca.sqrt}
    value = evaluate(text, {"q": q}, functions)
    return SX(value)


def joint_parameters(joint: Joint) -> list[str]:
    """Names of the parameters of one joint and its link, in the standard order, without the name of the joint."""
    return [*INERTIAL_NAMES, "ia", "fv", "fs", *_more(joint)]


def _more(joint: Joint) -> dict[str, float]:
    """Return the parameters that only some joints have, name -> value: fb, vi, fn, f0, and k, c, e of a spring."""
    law, more = joint.friction, {}
    if law.fb:
        more["fb"] = law.fb
    if joint.varying:
        more["vi"] = 1.0
    more |= {name: value for name, value in (("fn", law.fn), ("f0", law.f0)) if value is not None}
    if joint.spring is not None:
        spring = joint.spring
        more |= dict(zip(IN_JOINT, (spring.stiffness, spring.damping, spring.effort), strict=True))
    return more


def parameter_names(mechanism: Mechanism) -> list[str]:
    """Names such as `mx_q12`, in the standard order; those of the platform end in `_p`."""
    names = [f"{name}_{joint.name}" for joint in mechanism.joints for name in joint_parameters(joint)]
    names += [f"{name}_{spring.name}" for spring in mechanism.springs for name in BETWEEN_POINTS]
    return names + ([] if mechanism.platform.is_absent else [f"{name}_p" for name in INERTIAL_NAMES])


def parameter_values(mechanism: Mechanism) -> Array:
    """Standard vector with the numbers of the robot file [SI units]."""
    values: list[float] = []
    for joint in mechanism.joints:
        values += [*joint.standard, joint.rotor, joint.friction.fv, joint.friction.fs, *_more(joint).values()]
    for spring in mechanism.springs:
        values += [spring.stiffness, spring.damping, spring.force]
    return as_numbers([*values, *([] if mechanism.platform.is_absent else mechanism.platform.standard)])


class StandardParameter(NamedTuple):
    """A standard parameter of a robot.

    name : such as "mx_q12";  place : its index in `Model.parameter_names`
    kind : the name without that of its owner, such as "mx"
    owner : index of its joint, PLATFORM, or BETWEEN
    """

    name: str
    place: int
    kind: str
    owner: int


def standard_parameters(mechanism: Mechanism) -> list[StandardParameter]:
    """List all standard parameters of a mechanism, in the order of `Model.parameter_names`."""
    owners = [(kind, k) for k, joint in enumerate(mechanism.joints) for kind in joint_parameters(joint)]
    owners += [(kind, BETWEEN) for _ in mechanism.springs for kind in BETWEEN_POINTS]
    owners += [] if mechanism.platform.is_absent else [(kind, PLATFORM) for kind in INERTIAL_NAMES]
    names = parameter_names(mechanism)
    return [StandardParameter(name, place, *owner) for place, (name, owner) in enumerate(zip(names, owners, strict=True))]


def parameter_sizes(mechanism: Mechanism, parameters: Sequence[StandardParameter], length: float, time: float) -> Array:
    """Return for each parameter the product of its units for a robot of this length [m] and time [s], with a mass of 1 kg.

    A column of the regressor times this number is an effort. Efforts of all parameters can be compared: one that is round-off
    beside the others belongs to a parameter without effect.
    """
    powers = {"m": 0, "mx": 1, "my": 1, "mz": 1, "k": 0, "c": 0, "f": 1, "ia": 0, "fv": 0}
    times = {"fv": -1, "c": -1, "fs": -2, "fb": -2, "fn": -2, "f0": -2, "e": -2, "k": -2, "f": -2}
    sizes = []
    for one in parameters:
        turning = one.owner >= 0 and mechanism.joints[one.owner].unit == "rad"
        if one.kind in ("ia", "fv", "k", "c"):
            power = 2 if turning else 0
        elif one.kind in ("fs", "fb", "fn", "f0", "e"):
            power = 2 if turning else 1
        else:
            power = powers.get(one.kind, 2)
        sizes.append(length**power * time ** times.get(one.kind, 0))
    return np.array(sizes)


def symmetric_order(mechanism: Mechanism, one: StandardParameter) -> tuple[int, int, int, int]:
    """Return the key of (8.274): platform, then place of the joint in its leg, kind, leg; springs between points at the end."""
    if one.owner == PLATFORM:
        return 0, 0, one.place, 0
    if one.owner == BETWEEN:
        return 2, 0, one.place, 0
    return 1, place_in_leg(mechanism, one.owner), KINDS.index(one.kind), mechanism.joints[one.owner].leg


def place_in_leg(mechanism: Mechanism, joint: int) -> int:
    """Count the joints of the same leg that are before a joint."""
    return sum(other.leg == mechanism.joints[joint].leg for other in mechanism.joints[:joint])
