"""The length that makes translations and rotations comparable, and the point at which velocities are taken."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from parados.model.attachments import centre_of, leg_axes, mean_square
from parados.model.evaluation import Evaluator
from parados.topology.mechanism import Mechanism

__all__ = ["characteristic_length", "coordinate_scales", "platform_centre", "point_outputs"]

Array = NDArray[np.float64]

POINT = 1e-6
"""A platform whose attachments all stand this close together, as part of the legs' length, is a point."""

_known: WeakKeyDictionary[Evaluator, tuple[float, Array]] = WeakKeyDictionary()


def point_outputs(mechanism: Mechanism) -> tuple[int, ...] | None:
    """The coordinates of P, where these alone are what a robot with dependent coordinates is to move; None otherwise.

    The body that carries P is then a matter of description: the distal links of a five-bar mechanism both do.
    """
    platform = mechanism.platform
    points = all(k < 3 for k in platform.coordinates) and not mechanism.redundant
    return tuple(platform.coordinates) if points and platform.dependent else None


def _size(evaluator: Evaluator) -> tuple[float, Array]:
    """The characteristic length [m], and (3,) where twists are taken, in the platform's frame [m]."""
    if evaluator not in _known:
        ends, feet, frame = leg_axes(evaluator)
        P = frame[:3, 3]
        moved = point_outputs(evaluator.robot.mechanism) is not None
        centre = P if moved else centre_of(ends, P)
        size, reach = 0.0 if moved else mean_square(ends, centre), mean_square(feet, centre)
        length = size if size > POINT * max(reach, 1e-300) else reach
        _known[evaluator] = (length or 1.0, frame[:3, :3].T @ (centre - frame[:3, 3]))
    return _known[evaluator]


def characteristic_length(evaluator: Evaluator) -> float:
    """The root mean square distance of the legs' attachments from their centre [m].

    Where the platform is a point (the five-bar mechanism), the same for the distance of the legs' feet from P at home; where
    these stand in it too (spherical robots), one metre. No choice of frames in the robot's file changes it.
    """
    return _size(evaluator)[0]


def platform_centre(evaluator: Evaluator) -> Array:
    """(3,) where twists are taken, in the platform's frame [m]: the centre of the legs' attachments; P, if it is a point that
    the robot is to move."""
    return _size(evaluator)[1]


def coordinate_scales(mechanism: Mechanism, length: float) -> Array:
    """(n,) what one unit of each entry of xd / scale is: the length for translations and strokes, 1 for angles."""
    platform = [length if k < 3 else 1.0 for k in mechanism.platform.coordinates]
    return np.array([*platform, *[length if mechanism.joints[k].unit == "m" else 1.0 for k in mechanism.redundant]])
