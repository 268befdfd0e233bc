"""Characteristic length, which makes translations and rotations comparable, and the reference point of twists."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from parados.arguments import read_only
from parados.model.attachments import centre_of, leg_axes, mean_square
from parados.model.evaluation import Evaluator
from parados.model.joint_axes import joint_axes
from parados.topology.mechanism import Mechanism

__all__ = ["characteristic_length", "platform_centre", "point_outputs"]

Array = NDArray[np.float64]

POINT = 1e-6
"""A platform is a point if its attachments are closer together than this times the length of the legs. A length is zero if
it is below this times the size of the mechanism."""

_known: WeakKeyDictionary[Evaluator, tuple[float, Array]] = WeakKeyDictionary()


def point_outputs(mechanism: Mechanism) -> tuple[int, ...] | None:
    """Return the indices of x if they are coordinates of P only and the robot has dependent coordinates; None otherwise.

    The task of the robot is then to move the point P. Which body carries P depends on the description: in a five-bar
    mechanism both distal links do.
    """
    platform = mechanism.platform
    points = all(k < 3 for k in platform.coordinates) and not mechanism.joints_in_x
    return tuple(platform.coordinates) if points and platform.dependent else None


def _size(evaluator: Evaluator) -> tuple[float, Array]:
    """Return the characteristic length [m] and the reference point of twists (3,) in the platform's frame [m]."""
    mechanism = evaluator.robot.mechanism
    if mechanism.platform.is_absent:
        return mechanism.size, np.zeros(3)
    if evaluator not in _known:
        ends, feet, frame = leg_axes(evaluator)
        P = frame[:3, 3]
        moved = point_outputs(mechanism) is not None
        centre = P if moved else centre_of(ends, P)
        size, reach = 0.0 if moved else mean_square(ends, centre), mean_square(feet, centre)
        length = size if size > POINT * max(reach, 1e-300) else reach
        if length <= POINT * mechanism.size:
            length = mean_square(joint_axes(evaluator), centre)
        own = length if length > POINT * mechanism.size else 1.0
        _known[evaluator] = own, read_only(frame[:3, :3].T @ (centre - frame[:3, 3]))
    return _known[evaluator]


def characteristic_length(evaluator: Evaluator) -> float:
    """Return the root mean square distance of the legs' attachments to the platform from their centre [m].

    If the platform is a point (five-bar mechanism), the result is the root mean square distance of the legs' attachments to the
    base from P at home. If these coincide with P too (a platform on a crank), it is that of the axes and centres of all joints;
    if all axes meet in P (spherical robots), it is one metre. Without a platform it is the size of the mechanism. The result
    does not depend on the frames in the robot file.
    """
    return _size(evaluator)[0]


def platform_centre(evaluator: Evaluator) -> Array:
    """(3,) reference point of twists in the platform's frame [m].

    It is the centre of the legs' attachments, or P if the task of the robot is to move this point (`point_outputs`).
    """
    return _size(evaluator)[1]
