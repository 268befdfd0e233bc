"""The standard parameters that belong to a set of parameters: inertial ones, rotors, friction, offsets and springs.

The file of a robot says which bodies have mass. A link to which it gives no inertia, such as the cross of a universal joint, has
ten parameters in the model all the same; they belong to the set only if they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from parados.arguments import name_list, shown
from parados.arguments.single_values import listed, repeated
from parados.dynamics.dynamic_parameters import BETWEEN, IN_JOINT, StandardParameter, standard_parameters
from parados.errors import InputError, UnknownNameError
from parados.spatial.inertia import INERTIAL_NAMES
from parados.spatial.live_numbers import nominal
from parados.topology.mechanism import PLATFORM, Mechanism

__all__ = ["Choice", "chosen_parameters", "read_choice"]

INERTIAL = (*INERTIAL_NAMES, "vi")
JOINTS = (None, "actuated", "all")


class Choice(NamedTuple):
    """The choice of a set: joints whose rotors, friction and offsets belong to it, springs, and the bodies with mass."""

    rotors: str | None
    friction: str | None
    offsets: str | None
    springs: bool
    bodies: str | tuple[str, ...]


def read_choice(rotors: Any, friction: Any, offsets: Any, springs: bool, bodies: Any) -> Choice:
    """Validate the choice of a set; the names of bodies are checked when the mechanism is known."""
    for name, value in (("rotors", rotors), ("friction", friction), ("offsets", offsets)):
        if not (value is None or isinstance(value, str)) or value not in JOINTS:
            raise InputError(f'{name}: {shown(value)} is not known; use None, "actuated" or "all"')
    if isinstance(bodies, str):
        if bodies not in ("given", "all"):
            raise InputError(f'bodies: {shown(bodies)} is not known; use "given", "all" or a list of names of joints')
        return Choice(rotors, friction, offsets, springs, bodies)
    return Choice(rotors, friction, offsets, springs, tuple(name_list("bodies", bodies)))


def chosen_parameters(mechanism: Mechanism, choice: Choice) -> list[StandardParameter]:
    """List the standard parameters of the set, in the order of `Model.parameter_names`."""
    inertial = _inertial(mechanism, choice.bodies)

    def covers(joints: str | None, owner: int) -> bool:
        return joints == "all" or (joints == "actuated" and owner in mechanism.actuated)

    def belongs(one: StandardParameter) -> bool:
        if one.owner == BETWEEN or one.kind in IN_JOINT:
            return choice.springs
        if one.kind in INERTIAL:
            return one.kind in inertial.get(one.owner, ())
        if one.kind == "ia":
            return covers(choice.rotors, one.owner)
        return covers(choice.friction, one.owner) or (one.kind == "f0" and covers(choice.offsets, one.owner))

    return [one for one in standard_parameters(mechanism) if belongs(one)]


def _inertial(mechanism: Mechanism, bodies: str | Sequence[str]) -> dict[int, Sequence[str]]:
    """Return the inertial parameters that belong to the set, by body: the index of a joint, or PLATFORM."""
    every: dict[int, Sequence[str]] = {k: INERTIAL for k in range(len(mechanism.joints))}
    if not mechanism.platform.is_absent:
        every[PLATFORM] = INERTIAL
    if bodies == "all":
        return every
    if bodies == "given":
        return {body: kinds for body in every if (kinds := _given(mechanism, body))}
    places = {name: k for k, name in enumerate(mechanism.joint_names)} | ({"p": PLATFORM} if PLATFORM in every else {})
    unknown = [name for name in bodies if name not in places]
    if unknown:
        raise UnknownNameError(f"bodies: {shown(unknown[0])} is not a body of this robot; use {listed(places)}")
    if repeated(bodies):
        raise InputError(f"bodies: {repeated(bodies)[0]} is named twice; name each body once")
    return {places[name]: INERTIAL for name in bodies}


def _given(mechanism: Mechanism, body: int) -> Sequence[str]:
    """Return the inertial parameters of a body to which the file gives an inertia, else none.

    If the file gives only a mass to a platform that turns, the platform is a point mass: m alone belongs to the set.
    """
    if body >= 0:
        joint = mechanism.joints[body]
        return INERTIAL if joint.varying or np.any(nominal(joint.standard)) else ()
    platform = mechanism.platform
    ten = nominal(platform.standard)
    turns = platform.carrier is not None or any(k >= 3 for k in (*platform.coordinates, *platform.dependent))
    if not np.any(ten):
        return ()
    return ("m",) if turns and not np.any(ten[:9]) else INERTIAL
