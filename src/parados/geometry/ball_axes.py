"""Choose the first axes of the universal joints that replace ball joints of rods that spin freely (`topology.idle_spins`).

A universal joint is singular if the rod is parallel to its first axis; the ball joint is not. Let the row's frame be the frame
that the file gives to the ball joint, by an MDH row. The first axis is z of this frame, unless the rod is nearly parallel to z at
home. Then the first axis is the one of z, x and y that is most nearly perpendicular to the rod at home.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.geometry.inverse import Samples
from parados.geometry.residual import body_frame
from parados.geometry.survey import Survey, survey
from parados.robot.description import RobotSpec
from parados.spatial.mdh import homogeneous
from parados.topology.mechanism import IdleSpin, Mechanism

__all__ = ["survey_with_axes"]

Array = NDArray[np.float64]

STEEP = 0.3
"""Sine of the angle between a rod and the first axis above which z of the ball's row is used."""

ORDER = (2, 0, 1)
"""Axes of the row's frame in the order of `topology.idle_spins.FIRST_AXES`: z, x, y."""


def survey_with_axes(spec: RobotSpec, build: Callable[[tuple[int, ...]], Mechanism]) -> Survey:
    """Survey a robot (`geometry.survey`) after choosing the first axes of its universal joints at home.

    build : function from the first axes, one place in `ORDER` for each rod that spins freely, to the mechanism; by default z
    """
    found = _first_survey(spec, build)
    axes = tuple(_best_axis(found, spin) for spin in found.geometry.mechanism.idle)
    if axes == tuple(spin.axis for spin in found.geometry.mechanism.idle):
        return found
    return survey(spec, build(axes))


def _first_survey(spec: RobotSpec, build: Callable[[tuple[int, ...]], Mechanism]) -> Survey:
    """Survey the robot with the same first axis for all universal joints: the first of z, x, y with which the survey succeeds.

    With the other axes some universal joints may be singular at home. Raises the RobotFileError for z if all three fail.
    """
    count, errors = len(build(()).idle), []
    for axis in range(len(ORDER) if count else 1):  # without such a joint, all three surveys would be the same
        try:
            return survey(spec, build((axis,) * count), explain=axis == 0)
        except RobotFileError as error:
            errors.append(error)
    raise errors[0]


def _best_axis(found: Survey, spin: IdleSpin) -> int:
    """Return the best first axis of one universal joint: 0, 1 or 2 for z, x or y of the row's frame."""
    geometry = found.geometry
    row = body_frame(geometry.tree, geometry.pose, spin.root, spin.row)
    end = body_frame(geometry.tree, geometry.pose, spin.far, homogeneous(np.eye(3), spin.far_at)).p
    inputs = np.concatenate([found.home_given, found.default_signs, found.home_unknowns])[None]
    along = Samples(inputs).values(geometry, row.R.T @ (end - row.p))[0, :, 0]
    if not np.isfinite(along).all():
        return spin.axis
    cosines = np.abs(along / np.linalg.norm(along))[list(ORDER)]
    return 0 if cosines[0] < np.sqrt(1 - STEEP**2) else int(np.argmin(cosines))
