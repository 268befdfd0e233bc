"""Path of a pick-and-place motion: up, across and down, with blended corners."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from parados.arguments import vector
from parados.errors import InputError
from parados.trajectory.geometric_paths import GeometricPath
from parados.trajectory.motion_arguments import check_length
from parados.trajectory.polyline import polyline

__all__ = ["pick_and_place"]

SHARE = 0.8
"""Part of the lift over which a corner is rounded, if no blend is given."""


def pick_and_place(
    start: ArrayLike, end: ArrayLike, lift: ArrayLike, *, blend: float | None = None, corner: str = "smooth"
) -> GeometricPath:
    """Build the path from start (n,) up by `lift` (n,), across, and down to end (n,), with rounded corners.

    Parameters
    ----------
    lift : way up, in the coordinates of start and end, e.g. [0, 0, 0.025]
    blend : length over which the corners are rounded on each side [m], at most the lift and half of the way across; by default
        0.8 of the lift, or less if the way across is short
    corner : "smooth" (continuous to the third derivative) or "arc", see `polyline`
    """
    a, b, up = vector("start", start), vector("end", end), vector("lift", lift)
    check_length("end", b, len(a), "start")
    check_length("lift", up, len(a), "start")
    height, width = float(np.linalg.norm(up)), float(np.linalg.norm(b - a))
    if not height or not width:
        raise InputError("lift: a way up and a way across are needed, and one of them has no length; use line")
    return polyline([a, a + up, b + up, b], min(SHARE * height, width / 2) if blend is None else blend, corner=corner)
