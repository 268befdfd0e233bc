"""The superbracket of a robot at a pose (Briot & Khalil 7.5.4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.model.model import Model
from parados.singularity.line_geometry.leg_lines import LegLines, leg_lines
from parados.singularity.line_geometry.lines import TOLERANCE, pitches, scaled_rows
from parados.singularity.line_geometry.superbracket import points_of_wrenches, superbracket
from parados.singularity.pose_display import superbracket_display
from parados.text.result_display import Display, Shown

__all__ = ["LegsSuperbracket", "legs_superbracket"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LegsSuperbracket(Shown):
    """Superbrackets of a robot at a pose; moments about P are divided by the characteristic length.

    Attributes
    ----------
    names : for each choice of six wrenches, their names
    wrenches : (k, 6, 6) unit forces [f, m / length] and moments;  points : (k, 12, 4) two points on each wrench
    values, determinants : (k,) superbracket and det W; the pose is singular if all are zero
    length : characteristic length [m]
    """

    names: tuple[tuple[str, ...], ...]
    wrenches: Array
    points: Array
    values: Array
    determinants: Array
    length: float

    def _display(self) -> Display:
        return superbracket_display(self)


def legs_superbracket(
    model: Model, x: ArrayLike, *, mode: ArrayLike | None = None, length: float | None = None
) -> LegsSuperbracket:
    """Compute the superbracket of W = [actuation, constraint] of a robot at one pose x (n_x,).

    A platform with n < 6 degrees of freedom needs 6 - n constraint wrenches of its legs in W. If the robot is
    overconstrained, those furthest from dependent are taken (`leg_lines`). This choice may change from pose to pose, so
    values at different poses can be compared only if the robot is not overconstrained. With more than n actuation wrenches,
    every choice of n of them is returned, as the book does for a W that is not square.
    """
    legs = leg_lines(model, x, mode, length)
    free = 6 - len(legs.constraint)
    if len(legs.names) < free:
        raise InputError(f"{model.spec.name}: the legs act along {len(legs.names)} lines, too few for {free} degrees of freedom")
    rows = _without_unit(legs, model.spec.name)
    held = list(range(len(legs.names), len(rows)))
    choices = list(combinations(range(len(legs.names)), free))
    W = np.array([rows[[*members, *held]] for members in choices])
    points = np.array([points_of_wrenches(six) for six in W])
    names = tuple(tuple(legs.names[k] for k in members) + legs.constraint_names for members in choices)
    return LegsSuperbracket(names, W, points, superbracket(points), np.asarray(np.linalg.det(W)), legs.length)


def _without_unit(legs: LegLines, robot: str) -> Array:
    """Return (k, 6) all lines as [f, m / length] with unit f, or [0, m] with unit m; a screw raises an error with its name."""
    rows = scaled_rows(np.vstack([legs.actuation, legs.constraint]), legs.length)
    screws = np.flatnonzero(np.abs(pitches(rows)) > TOLERANCE)
    if len(screws):
        name = (legs.names + legs.constraint_names)[screws[0]]
        raise InputError(
            f"{robot}: {name} acts along a screw with a pitch here, but the superbracket needs lines; "
            "use singularity.distances"
        )
    force = np.linalg.norm(rows[:, :3], axis=1)
    return np.asarray(rows / np.where(force > TOLERANCE, force, 1.0)[:, None])
