"""Descriptions with other bodies, gravity, rotors and friction than those of their file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.robot.description import ELEMENTARY, JointSpec, LinkSpec, RobotSpec
from parados.spatial.inertia import INERTIAL_NAMES

__all__ = ["elementary_names", "with_added_bodies", "with_friction_and_rotors", "with_gravity"]

Array = NDArray[np.float64]


def elementary_names(joint: JointSpec) -> list[str]:
    """Return the names of the elementary joints of a joint; the last one carries the link."""
    kinds = ELEMENTARY[joint.kind]
    return list(joint.names) or ([joint.name] if len(kinds) == 1 else [joint.name + letter for letter in "abcdef"[: len(kinds)]])


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
        joints = [(joint, elementary_names(joint)[-1]) for joint in leg.joints]
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

    values : fv, fs, fb or ia, followed by _ and the name of a joint -> value
    """
    legs = []
    for leg in spec.legs:
        joints = []
        for joint in leg.joints:
            own = {key: values[f"{key}_{joint.name}"] for key in ("fv", "fs", "fb", "ia") if f"{key}_{joint.name}" in values}
            rotor = own.pop("ia", joint.rotor)
            joints.append(joint.model_copy(update={"friction": joint.friction.model_copy(update=own), "rotor": rotor}))
        legs.append(leg.model_copy(update={"joints": tuple(joints)}))
    return spec.model_copy(update={"legs": tuple(legs)})
