"""Time-optimal motion along a path within limits of the actuators, with the full dynamics of the robot.

References
----------
J. E. Bobrow, S. Dubowsky, J. S. Gibson, Time-optimal control of robotic manipulators along specified paths, International
Journal of Robotics Research 4(3), 1985.  H. Pham, Q.-C. Pham, IEEE Transactions on Robotics 34(3), 2018.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, instance, report_progress, vector, whole
from parados.errors import InputError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import kept_mode
from parados.plan.actuator_limits import ActuatorLimits, checked_limits
from parados.plan.fastest import ROUNDS, fastest
from parados.plan.jerk_limited_law import jerk_limited_law
from parados.plan.optimal_motion import OptimalMotion
from parados.plan.path_problem import PathProblem
from parados.plan.profile_law import law_of_profile
from parados.trajectory.along import Along
from parados.trajectory.geometric_paths import GeometricPath

__all__ = ["time_optimal"]

Array = NDArray[np.float64]

FEWEST, MOST = 60, 200
"""Smallest and largest number of intervals of the program with a limit on the jerk."""


@live_one
def time_optimal(
    model: Model,
    path: GeometricPath,
    limits: ActuatorLimits,
    *,
    intervals: int = 1000,
    speeds: ArrayLike = (0.0, 0.0),
    mode: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    progress: Progress | None = None,
    parameters: Parameters = None,
) -> OptimalMotion:
    """Find the fastest motion along a path that keeps the limits at every instant.

    Parameters
    ----------
    path : path of the coordinates x: `line`, `arc`, `circle`, `polyline`, `path_through`
    limits : of the actuators: effort, speed, acceleration, power, jerk; and the joint limits of the file
    intervals : number of intervals of the grid; more are added where the path or the friction has a jump
    speeds : (2,) speed along the path at its start and at its end [m/s]
    mode : working mode;  wrench : (6,) constant wrench on the platform [N, N m]
    progress : function progress(done, total) of the rounds; the search usually ends long before the last one

    Raises
    ------
    InputError : the path cannot be followed; the message says where, and by which limit
    """
    instance("model", model, Model, COMPILED)
    check_progress(progress)
    bounds = checked_limits(limits, model)
    count = whole("intervals", intervals, 10, 100_000)
    ends = vector("speeds", speeds, 2, "at the start and at the end")
    if (ends < 0).any():
        raise InputError(f"speeds: speeds along the path of at least 0 are expected, not {ends.tolist()}")
    mode = kept_mode(model, mode)
    problem = PathProblem.of(model, path, count, bounds.joints, mode, wrench)
    grid, points = problem.grid, problem.points
    found = fastest(points, bounds, grid, (ends[0] ** 2, ends[1] ** 2), lambda k: report_progress(progress, k, ROUNDS))
    law = law_of_profile(grid, found.z)
    how = f"Reachability analysis on {len(grid) - 1} intervals, {found.rounds} rounds."
    motion = OptimalMotion(model, mode, points.wrench, Along(path, law), bounds, how)
    if "jerk" not in bounds.given:
        return motion

    def told(k: int) -> None:
        report_progress(progress, min(found.rounds + k, ROUNDS), ROUNDS)

    slower, how = jerk_limited_law(motion, min(max(count, FEWEST), MOST), (ends[0], ends[1]), told)
    return replace(motion, trajectory=Along(path, slower), how=how)
