"""Assemble the mechanism of the rigid models from the links of a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.robot.description import RobotSpec
from parados.spatial.inertia import moved
from parados.topology.free_rods import free_rods
from parados.topology.idle_spins import without_idle_spins
from parados.topology.mechanism import BASE, PLATFORM, Closure, Joint, Mechanism, Spring
from parados.topology.screw_axes import with_counted_turns

__all__ = ["assembled", "weld"]

Array = NDArray[np.float64]


def assembled(spec: RobotSpec, links: Mechanism, first_axes: Sequence[int] = ()) -> Mechanism:
    """Join links that are fixed to each other, leave out spins of free rods, and mark the joints whose whole turns matter.

    links : mechanism with each link of the file as its own body
    first_axes : first axis of the universal joint of each rod that spins freely, see `topology.idle_spins`
    """
    mechanism = weld(links)
    rods = free_rods(mechanism)
    if rods:
        names = {joint.elementary_names[-1]: joint.name for leg in spec.legs for joint in leg.joints}
        mechanism = without_idle_spins(mechanism, rods, first_axes, names)
    return with_counted_turns(mechanism)


def weld(mechanism: Mechanism) -> Mechanism:
    """Return the mechanism without welded joints. Masses of links that are fixed on the base are left out."""
    joints: list[Joint] = []
    platform, on = mechanism.platform, mechanism.platform.carrier
    places: dict[int, tuple[int, Array]] = {BASE: (BASE, np.eye(4)), PLATFORM: (PLATFORM, np.eye(4))}
    for k, joint in enumerate(mechanism.joints):
        if joint.antecedent == PLATFORM and on is not None:  # a carried platform and its link are one body
            places[PLATFORM] = places[on][0], places[on][1] @ platform.frame
        link, frame = places[joint.antecedent]
        fixed = frame @ joint.fixed
        if not joint.welded:
            joints.append(replace(joint, antecedent=link, fixed=fixed))
            places[k] = (len(joints) - 1, np.eye(4))
            continue
        places[k] = (link, fixed)
        if link == PLATFORM:
            platform = replace(platform, standard=platform.standard + moved(joint.standard, fixed))
        if link >= 0:
            joints[link] = replace(joints[link], standard=joints[link].standard + moved(joint.standard, fixed))

    if on is not None:
        places[PLATFORM] = places[on][0], places[on][1] @ platform.frame
        platform = replace(platform, carrier=places[PLATFORM][0], frame=places[PLATFORM][1])

    def tied(closure: Closure) -> Closure:
        (a, frame_a), (b, frame_b) = places[closure.a], places[closure.b]
        if a == b and closure.b == PLATFORM:  # the closure of a carried platform
            b, frame_b = PLATFORM, closure.frame_b
        moved_ = replace(closure, a=a, frame_a=frame_a @ closure.frame_a, b=b, frame_b=frame_b @ closure.frame_b)
        return moved_.at_link_origin()

    return replace(
        mechanism,
        joints=tuple(joints),
        platform=platform,
        closures=tuple(tied(closure) for closure in mechanism.closures),
        springs=tuple(_hung(spring, places) for spring in mechanism.springs),
        actuated=tuple(places[k][0] for k in mechanism.actuated),
        joints_in_x=tuple(places[k][0] for k in mechanism.joints_in_x),
        couplings=tuple(
            replace(one, factors={places[k][0]: factor for k, factor in one.factors.items()}) for one in mechanism.couplings
        ),
    )


def _hung(spring: Spring, places: dict[int, tuple[int, Array]]) -> Spring:
    """Return a spring after links are joined: its bodies and points are those of the joined bodies.

    places : link -> the body of which it is now a part, and the frame (4, 4) of the link in this body
    """
    (a, frame_a), (b, frame_b) = places[spring.a], places[spring.b]
    at_a, at_b = (frame[:3, :3] @ at + frame[:3, 3] for frame, at in ((frame_a, spring.at_a), (frame_b, spring.at_b)))
    return replace(spring, a=a, at_a=at_a, b=b, at_b=at_b)
