"""Change a robot description: added bodies, and other gravity, rotor inertias, friction and springs than in its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.robot.description import JointSpec, LinkSpec, RobotSpec, SpringSpec
from parados.spatial.inertia import INERTIAL_NAMES

__all__ = [
    "FRICTION",
    "JOINT_SPRING",
    "SPRING",
    "with_added_bodies",
    "with_friction_and_rotors",
    "with_gravity",
    "with_springs",
]

Array = NDArray[np.float64]

FRICTION = ("fv", "fs", "fb", "fn", "f0")
"""Coefficients of friction that are dynamic parameters, with the same names as in the file."""

JOINT_SPRING = {"k": "stiffness", "c": "damping", "e": "effort"}
SPRING = {"k": "stiffness", "c": "damping", "f": "force"}
"""Dynamic parameters of springs in joints and between points, and their keys in the file."""


def with_gravity(spec: RobotSpec, gravity: Sequence[float]) -> RobotSpec:
    """Return the description with another gravity (3,) [m/s^2]."""
    return spec.model_copy(update={"gravity": tuple(float(value) for value in gravity)})


def with_added_bodies(spec: RobotSpec, added: Mapping[str, Array]) -> RobotSpec:
    """Return the description with bodies fixed to its links; `added` (10,) are their inertial parameters in the link's frame.

    added : name of a joint that carries a link, or "p" for the platform -> parameters
    """
    left = dict(added)
    platform, legs = spec.platform, []
    if "p" in left:
        platform = platform.model_copy(update={"link": _heavier(platform.link, left.pop("p"))})
    for leg in spec.legs:
        joints = [(joint, joint.elementary_names[-1]) for joint in leg.joints]
        changed = [
            joint.model_copy(update={"link": _heavier(joint.link, left.pop(name))}) if name in left else joint
            for joint, name in joints
        ]
        legs.append(leg.model_copy(update={"joints": tuple(changed)}))
    if left:
        raise InputError(f"{', '.join(left)}: these joints carry no link with a mass; write the joints of the leg separately")
    return spec.model_copy(update={"platform": platform, "legs": tuple(legs)})


def _heavier(link: LinkSpec, body: Array) -> LinkSpec:
    """Return a link with a body (10,) added; its elastic parts stay."""
    own = link.model_copy(update={"beams": (), "superelement": None}).standard() + body
    elements = LinkSpec.model_validate(dict(zip(INERTIAL_NAMES, map(float, own), strict=True)))
    return elements.model_copy(update={key: getattr(link, key) for key in ("beams", "superelement", "varying")})


def with_friction_and_rotors(spec: RobotSpec, values: Mapping[str, float]) -> RobotSpec:
    """Return the description with other friction coefficients and rotor inertias.

    values : name -> value [SI units]; a name is fv, fs, fb, fn, f0 or ia, then _ and the name of a joint, as in "fv_q11"
    """
    legs = []
    for leg in spec.legs:
        joints = []
        for joint in leg.joints:
            own = {key: values[f"{key}_{joint.name}"] for key in (*FRICTION, "ia") if f"{key}_{joint.name}" in values}
            rotor = {"rotor": own.pop("ia"), "motor": None} if "ia" in own else {}
            joints.append(joint.model_copy(update={"friction": joint.friction.model_copy(update=own), **rotor}))
        legs.append(leg.model_copy(update={"joints": tuple(joints)}))
    return spec.model_copy(update={"legs": tuple(legs)})


def with_springs(spec: RobotSpec, values: Mapping[str, float]) -> RobotSpec:
    """Return the description with other constants of its springs.

    values : name -> value [SI units]; a name is k, c or e, then _ and the name of a joint, or k, c or f, then _ and the name of a
        spring between points
    """

    def changes(owner: str, keys: Mapping[str, str]) -> dict[str, float]:
        return {key: values[f"{name}_{owner}"] for name, key in keys.items() if f"{name}_{owner}" in values}

    def hung(springs: tuple[SpringSpec, ...]) -> tuple[SpringSpec, ...]:
        return tuple(one.model_copy(update=changes(one.label, SPRING)) for one in springs)

    def sprung(joint: JointSpec) -> JointSpec:
        own = joint.spring and joint.spring.model_copy(update=changes(joint.name, JOINT_SPRING))
        return joint.model_copy(update={"spring": own})

    legs = [leg.model_copy(update={"joints": tuple(map(sprung, leg.joints)), "springs": hung(leg.springs)}) for leg in spec.legs]
    return spec.model_copy(update={"legs": tuple(legs), "springs": hung(spec.springs)})
