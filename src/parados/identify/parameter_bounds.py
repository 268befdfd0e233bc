"""Bounds of physical parameters: of single numbers, and boxes that hold the centres of mass of the bodies.

A box holds the points of a body that the robot file knows: the origin of its frame, the places of the next joints and of its
closures and springs, and the centre of mass of the file. It is then enlarged on each side by a part of the size of the robot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import real_array, shown
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.spatial.inertia import NO_MASS
from parados.topology.mechanism import PLATFORM, Mechanism

__all__ = ["Bounds", "checked_bounds", "default_boxes"]

Array = NDArray[np.float64]

MARGIN = 0.5
"""Enlargement of a default box on each side, as a part of the size of the mechanism."""


@dataclass(frozen=True)
class Bounds:
    """Bounds of single numbers, name -> (lower, upper), and boxes of centres of mass, body -> (3, 2) [m]."""

    numbers: dict[str, tuple[float, float]]
    boxes: dict[str, Array]


def checked_bounds(bounds: Any, names: list[str], bodies: list[str], mechanism: Mechanism) -> Bounds:
    """Check the bounds of a call: names such as "m_q12" with (lower, upper), and "com_q12" with a box (3, 2) [m].

    Bodies without a box of their own get the default box.
    """
    found = Bounds({}, default_boxes(mechanism))
    if bounds is None:
        return found
    if not isinstance(bounds, Mapping):
        raise InputError(f'bounds: a dictionary such as {{"m_q11": (0.1, 0.5)}} is expected, not {shown(bounds)}')
    for name, value in bounds.items():
        if isinstance(name, str) and name.startswith("com_") and name[4:] in bodies:
            found.boxes[name[4:]] = _pairs(name, value, (3, 2))
        elif name in names:
            found.numbers[name] = tuple(_pairs(name, value, (2,)).tolist())
        else:
            known = [*names, *[f"com_{body}" for body in bodies]]
            raise InputError(f"bounds: {shown(name)} is not a parameter or centre of mass in the set; use {listed(known)}")
    return found


def _pairs(name: str, value: Any, shape: tuple[int, ...]) -> Array:
    pairs = real_array(f"bounds[{name!r}]", value, finite=False)
    if pairs.shape != shape or np.isnan(pairs).any():
        what = "a lower and an upper bound are" if len(shape) == 1 else "three pairs of bounds, for x, y and z [m], are"
        raise InputError(f"bounds[{name!r}]: {what} expected, not {shown(value)}")
    if not (pairs[..., 0] < pairs[..., 1]).all():
        raise InputError(f"bounds[{name!r}]: the lower bound is not below the upper bound in {shown(value)}")
    return pairs


def default_boxes(mechanism: Mechanism) -> dict[str, Array]:
    """Return the box (3, 2) of each body, in the frame of the file [m]: name of the joint, or "p" -> box."""
    points: dict[int, list[Array]] = {k: [np.zeros(3)] for k in (PLATFORM, *range(len(mechanism.joints)))}

    def add(body: int, at: Array) -> None:
        if body in points:
            frame = np.eye(4)
            frame[:3, 3] = at
            points[body].append(mechanism.in_file(body, frame)[:3, 3])

    for joint in mechanism.joints:
        add(joint.antecedent, joint.fixed[:3, 3])
    for closure in mechanism.closures:
        add(closure.a, closure.frame_a[:3, 3])
        add(closure.b, closure.frame_b[:3, 3])
    for spring in mechanism.springs:
        add(spring.a, spring.at_a)
        add(spring.b, spring.at_b)
    boxes = {}
    for body, own in points.items():
        standard = mechanism.platform.standard if body == PLATFORM else mechanism.joints[body].standard
        if standard[9] > NO_MASS and np.abs(standard[6:9] / standard[9]).max() <= mechanism.size:
            own.append(standard[6:9] / standard[9])
        reach = MARGIN * mechanism.size
        name = "p" if body == PLATFORM else mechanism.joints[body].name
        boxes[name] = np.array([np.min(own, axis=0) - reach, np.max(own, axis=0) + reach]).T
    return boxes
