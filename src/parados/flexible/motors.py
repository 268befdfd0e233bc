"""Model actuators with an elastic transmission as two joints in series (Briot & Khalil 10.4.5, 10.125-10.126).

The first joint is the motor, with the rotor and the friction. The second joint is the deflection of the transmission, with
the stiffness of the actuated joint. Its coordinate is zero in the undeformed robot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from parados.flexible.flexible_structure import FlexibleStructure
from parados.robot.bodies import FrictionSpec
from parados.topology.mechanism import Closure, Joint

__all__ = ["with_motors"]


def with_motors(structure: FlexibleStructure) -> FlexibleStructure:
    """Replace each elastic actuated joint by a motor and a transmission; without such joints return the structure itself."""
    mechanism = structure.mechanism
    split = [k for k in mechanism.actuated if mechanism.joints[k].stiffness > 0]
    if not split:
        return structure
    after = [k + sum(s <= k for s in split) for k in range(len(mechanism.joints))]  # index of each joint's link in the new list

    def link(k: int) -> int:
        return after[k] if k >= 0 else k

    joints: list[Joint] = []
    for k, joint in enumerate(mechanism.joints):
        moved = replace(joint, antecedent=link(joint.antecedent))
        joints += _motor_and_transmission(moved, len(joints)) if k in split else [moved]
    motor = [after[k] - (k in split) for k in range(len(mechanism.joints))]

    def position(k: int) -> tuple[int, ...]:
        """Return the coordinates whose sum is the position of joint k."""
        return (motor[k], after[k]) if k in split else (after[k],)

    return replace(
        structure,
        mechanism=replace(
            mechanism,
            joints=tuple(joints),
            closures=tuple(_moved(c, link(c.a), link(c.b)) for c in mechanism.closures),
            actuated=tuple(motor[k] for k in mechanism.actuated),
            springs=tuple(replace(spring, a=link(spring.a), b=link(spring.b)) for spring in mechanism.springs),
            couplings=tuple(replace(one, factors=_coupled(one.factors, position)) for one in mechanism.couplings),
        ),
        elements=tuple(replace(e, carrier=link(e.carrier), joints=tuple(after[k] for k in e.joints)) for e in structure.elements),
        place_of=tuple(motor[k] for k in structure.place_of),
        platform=tuple(after[k] for k in structure.platform),
        sprung=tuple(replace(one, coordinates=position(one.coordinates[0])) for one in structure.sprung),
    )


def _motor_and_transmission(joint: Joint, index: int) -> list[Joint]:
    motor = replace(joint, name=f"{joint.name}.motor", standard=np.zeros(10), varying={}, stiffness=0.0, spring=None)
    still = FrictionSpec()
    return [motor, replace(joint, antecedent=index, fixed=np.eye(4), active=False, rotor=0.0, friction=still)]


def _coupled(factors: dict[int, float], position: Callable[[int], tuple[int, ...]]) -> dict[int, float]:
    """Return the factors of a coupling: it acts on the sum of motor and transmission."""
    return {coordinate: factor for k, factor in factors.items() for coordinate in position(k)}


def _moved(closure: Closure, a: int, b: int) -> Closure:
    return replace(closure, a=a, b=b)
