"""The standard parameters of a robot one by one: their kinds and owners, and the order (8.274) of Briot & Khalil.

In this order the platform is first, and each parameter of a leg stands beside the same parameter of the other legs.
"""

from __future__ import annotations

from typing import NamedTuple

from parados.dynamics.dynamic_parameters import BETWEEN_POINTS, joint_parameters, parameter_names
from parados.spatial.inertia import INERTIAL_NAMES
from parados.topology.mechanism import PLATFORM, Mechanism

__all__ = ["BETWEEN", "StandardParameter", "place_in_leg", "standard_parameters", "symmetric_order"]

BETWEEN = -3
"""Owner of the parameters of a spring between two points."""

KINDS = (*INERTIAL_NAMES, "vi", "ia", "fv", "fs", "fb", "fn", "f0", "k", "c", "e", "f")


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
