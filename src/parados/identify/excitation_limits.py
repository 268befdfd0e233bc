"""Limits of an exciting motion, as margins that are positive inside.

Workspace, joints, speeds, accelerations and efforts of the actuators, and the distance from singularities.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import SMALLEST, flag, number, real_array, shown
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.model.joint_limits import limit_margin, limited_joints
from parados.model.model import Model
from parados.model.state_arguments import kept_mode
from parados.singularity.measures import distances
from parados.spatial.states import States

__all__ = ["MotionLimits", "motion_limits"]

Array = NDArray[np.float64]

CLEAR = 1 / 3
"""Default distance from singularities, as a part of the distance at the centre of the workspace."""


@dataclass(frozen=True)
class MotionLimits:
    """Limits of a motion.

    Attributes
    ----------
    lower, upper : (n,) workspace [m, rad]
    joints : True keeps the joint limits of the robot file
    speed, acceleration, effort : (n_a,) largest values of the actuators; infinite without limit
    clearance : smallest distance from singularities, as in `parados.singularity.distances`; 0 for none
    """

    model: Model
    mode: Any
    lower: Array
    upper: Array
    joints: bool
    speed: Array
    acceleration: Array
    effort: Array
    clearance: float

    @property
    def centre(self) -> Array:
        """(n,) centre of the workspace."""
        return (self.lower + self.upper) / 2

    @property
    def half(self) -> Array:
        """(n,) half of the width of the workspace."""
        return (self.upper - self.lower) / 2

    def margins(self, states: States) -> Array:
        """(N, k) margins of N states, each divided by its limit: 1 far inside, 0 at a limit, negative outside, NaN out of reach.

        The singularities are not among them: `clearances` is slower and needs fewer states.
        """
        model, mode = self.model, self.mode
        parts = [1 - np.abs(states.x - self.centre) / self.half]
        if self.joints and limited_joints(model.mechanism):
            parts.append(limit_margin(model.mechanism, model.quietly("joints", states.x, mode=mode)["joints"])[:, None])
        if np.isfinite(self.speed).any():
            parts.append(1 - np.abs(model.joint_rates(states.x, states.xd, mode=mode)) / self.speed)
        if np.isfinite(self.acceleration).any():
            parts.append(1 - np.abs(model.joint_accelerations(*states, mode=mode)) / self.acceleration)
        if np.isfinite(self.effort).any():
            parts.append(1 - np.abs(model.inverse_dynamics(*states, mode=mode)) / self.effort)
        return np.hstack(parts)

    def clearances(self, x: Array) -> Array:
        """(N,) margin from singularities, as in `margins`."""
        found = distances(self.model, x, mode=self.mode)
        return np.asarray(np.where(found.reached, found.nearest, np.nan) / self.clearance - 1)


def motion_limits(
    model: Model, mode: Any, *, workspace: Any, joints: Any, speed: Any, acceleration: Any, effort: Any, clearance: Any
) -> MotionLimits:
    """Check the limits of a call; by default the workspace of the robot file, and a third of the distance at its centre."""
    lower, upper = _workspace(model, workspace)
    names, centre = model.actuated_names, (lower + upper) / 2
    pace, push, load = (_bound(*one, names) for one in (("speed", speed), ("acceleration", acceleration), ("effort", effort)))
    here = distances(model, centre, mode=mode)
    if not here.reached[0]:
        raise InputError(
            f"workspace: the robot does not reach its centre x = {np.round(centre, 6).tolist()}; give another workspace"
        )
    own = float(here.nearest[0])
    asked = CLEAR * own if clearance is None else number("clearance", clearance, 0.0, expected="a distance of at least 0")
    if 0 < asked < SMALLEST:
        raise InputError(f"clearance: {asked:g} is too small to compute with; use 0, or {SMALLEST:g} or more")
    if asked >= own and asked:
        raise InputError(
            f"clearance: {asked:g} is not below the distance {own:.3g} at the centre of the workspace; give a smaller one"
        )
    kept = asked if np.isfinite(own) else 0.0
    return MotionLimits(model, kept_mode(model, mode), lower, upper, flag("joints", joints), pace, push, load, kept)


def _workspace(model: Model, workspace: Any) -> tuple[Array, Array]:
    lower, upper = (np.array(one, dtype=float) for one in (model.survey.lower, model.survey.upper))
    names = list(model.labels["x"])
    if workspace is not None and not isinstance(workspace, Mapping):
        raise InputError(f'workspace: a dictionary such as {{"px": (-0.1, 0.1)}} is expected, not {shown(workspace)}')
    for name, pair in (workspace or {}).items():
        if name not in names:
            raise InputError(f"workspace: {shown(name)} is not a coordinate of x; use {listed(names)}")
        values = real_array(f"workspace[{name!r}]", pair)
        if values.shape != (2,) or not values[0] < values[1]:
            raise InputError(f"workspace[{name!r}]: a lower bound and a higher upper bound are expected, not {shown(pair)}")
        lower[names.index(name)], upper[names.index(name)] = values
    return lower, upper


def _bound(name: str, value: Any, actuators: Any) -> Array:
    count = len(actuators)
    if value is None:
        return np.full(count, np.inf)
    values = real_array(name, value)
    if values.shape not in ((), (count,)) or not (values >= SMALLEST).all():
        raise InputError(f"{name}: one positive number, or {count} (one for each actuator), is expected, not {shown(value)}")
    return np.broadcast_to(values, (count,)).astype(float)
