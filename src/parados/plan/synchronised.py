"""Synchronised motion from pose to pose: all actuators start and stop together, within their limits.

The actuators move on a straight line in their own space, so one speed law s(t) from 0 to 1 serves all of them. If only speeds,
accelerations and jerks are limited, each limit of an actuator divided by its way limits s, and the fastest law is exact; with
efforts or power it is that of `time_optimal`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, instance
from parados.errors import InputError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import kept_mode
from parados.plan.actuator_limits import ActuatorLimits, Bounds, checked_limits
from parados.plan.joint_line import JointLine
from parados.plan.optimal_motion import OptimalMotion
from parados.plan.path_checks import check_line, checked_wrench
from parados.plan.request import checked_pose
from parados.plan.time_optimal import time_optimal
from parados.trajectory.along import Along
from parados.trajectory.piecewise import Piecewise
from parados.trajectory.speed_laws import jerk_limited, trapezoidal

__all__ = ["synchronised"]

Array = NDArray[np.float64]

NO_LIMIT = 1e6
"""A limit that is not given is so much larger than what the other limits can reach."""


@live_one
def synchronised(
    model: Model,
    start: ArrayLike,
    end: ArrayLike,
    limits: ActuatorLimits,
    *,
    mode: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    progress: Progress | None = None,
    parameters: Parameters = None,
) -> OptimalMotion:
    """Find the fastest motion from rest at the pose `start` to rest at the pose `end`, (n_x,) each, with synchronised actuators.

    limits : of the actuators; with efforts or power the search is that of `time_optimal`
    mode, wrench, progress : as in `time_optimal`
    """
    instance("model", model, Model, COMPILED)
    bounds, load = checked_limits(limits, model), checked_wrench(wrench)
    if len(model.mechanism.actuated) != model.mechanism.n_dof:
        raise InputError(
            f"model: {model.spec.name} has {len(model.mechanism.actuated)} actuators for {model.mechanism.n_dof} degrees of "
            "freedom, so they cannot all move on straight lines; use time_optimal along a path of the platform"
        )
    mode = kept_mode(model, mode)
    ends = checked_pose(model, "start", start, mode), checked_pose(model, "end", end, mode)
    path = JointLine(model, *ends, mode)
    if not np.abs(path.change).max() > 0:
        raise InputError("end: it is the same pose as start")
    if {"effort", "power"} & set(bounds.given):
        return time_optimal(model, path, limits, mode=mode, wrench=wrench, progress=progress)
    check_line(model, path, mode, bounds.joints)
    law, how = _law(np.abs(path.change), bounds)
    return OptimalMotion(model, mode, load, Along(path, law), bounds, how)


def _law(ways: Array, bounds: Bounds) -> tuple[Piecewise, str]:
    """Return the fastest law from 0 to 1 for actuators with ways (n_a,), and a sentence about it."""
    moving = ways > 0

    def least(limit: Array) -> float:
        return float((limit[moving] / ways[moving]).min())

    v, a, j = least(bounds.speed), least(bounds.acceleration), least(bounds.jerk)
    if not np.isfinite(a):
        raise InputError("limits: the actuators that move have no limit on their acceleration; give one")
    v = min(v, NO_LIMIT * np.sqrt(a))
    if np.isfinite(j):
        return jerk_limited(1.0, v, a, j), "Exact law of seven pieces with constant jerk."
    return trapezoidal(1.0, v, a), "Exact law of three pieces with constant acceleration."
