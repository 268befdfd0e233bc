"""Pick-and-place cycle: lift, cross, lower, and the same way back."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import number, positive, vector
from parados.errors import InputError
from parados.trajectory.base import Trajectory
from parados.trajectory.joining import concatenate, reversed_in_time, superpose
from parados.trajectory.motion_arguments import check_length
from parados.trajectory.point_to_point import point_to_point

__all__ = ["pick_and_place_cycle"]

Array = NDArray[np.float64]


def pick_and_place_cycle(
    start: ArrayLike,
    end: ArrayLike,
    lift: ArrayLike,
    duration: float,
    *,
    lifting: float = 0.3,
    waiting: float = 0.1,
    law: str = "septic",
) -> Trajectory:
    """Build a cycle from `start` (n,) over a lift to `end` (n,) and back, at rest at both ends.

    The crossing starts before the lift ends, which rounds the corners.

    Parameters
    ----------
    lift : (n,) displacement from an end to its corner, for example [0, 0, 0.025]
    duration : time of one way [s]
    lifting : part of this time for the lift, and for the lowering
    waiting : part of this time before the crossing starts, and after it has ended
    law : law of every movement, as in `point_to_point`
    """
    a, b, up = vector("start", start), vector("end", end), vector("lift", lift)
    check_length("end", b, len(a), "start")
    check_length("lift", up, len(a), "start")
    time = positive("duration", duration)
    shares = [
        number(name, value, 0.0, 0.5, "a part of the time from 0 to 0.5")
        for name, value in (("lifting", lifting), ("waiting", waiting))
    ]
    if not shares[0] > 0 or shares[1] >= 0.5:
        raise InputError("lifting, waiting: lifting takes more than no time, and waiting less than half of it")
    still = np.zeros(len(a))
    across = _moves([a, a, b, b], (shares[1], 1 - 2 * shares[1], shares[1]), time, law)
    lifted = _moves([still, up, up, still], (shares[0], 1 - 2 * shares[0], shares[0]), time, law)
    there = superpose(across, lifted)
    return concatenate(there, reversed_in_time(there))


def _moves(points: list[Array], parts: tuple[float, ...], duration: float, law: str) -> Trajectory:
    """Move from point to point, each in its part of the time; two equal points are a pause."""
    moves = [(a, b, part) for a, b, part in zip(points[:-1], points[1:], parts, strict=True) if part > 0]
    return concatenate(*[point_to_point(a, b, part * duration, law=law) for a, b, part in moves])
