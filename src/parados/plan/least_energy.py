"""Motion along a path in a given time with the least energy, within limits of the actuators."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, flag, instance, number, positive, whole
from parados.errors import InputError
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.model.state_arguments import kept_mode
from parados.plan.actuator_limits import ActuatorLimits, optional_limits
from parados.plan.demands import actuator_bound
from parados.plan.energy_program import EnergyProgram
from parados.plan.energy_rounds import EnergyRounds
from parados.plan.optimal_motion import OptimalMotion
from parados.plan.path_checks import check_coordinates
from parados.plan.path_problem import PathProblem
from parados.plan.profile_law import law_of_profile
from parados.trajectory.along import Along
from parados.trajectory.geometric_paths import GeometricPath

__all__ = ["least_energy"]

Array = NDArray[np.float64]


@live_one
def least_energy(
    model: Model,
    path: GeometricPath,
    duration: float,
    limits: ActuatorLimits | None = None,
    *,
    losses: ArrayLike = 1.0,
    recover: float | None = None,
    periodic: bool = False,
    intervals: int = 400,
    mode: ArrayLike | None = None,
    wrench: ArrayLike | None = None,
    progress: Progress | None = None,
    parameters: Parameters = None,
) -> OptimalMotion:
    """Find the motion along a path in a given time for which the actuators need the least energy.

    Parameters
    ----------
    duration : of the motion [s];  limits : of the actuators, except the jerk; None for none
    losses : heat of a squared effort, one number or (n_a,) [W/(N m)^2 or W/N^2]
    recover : part of the braking power that is recovered, 0 to 1; then the energy is the heat and the mechanical work [J]. None
        counts the heat alone
    periodic : True for a closed path that is followed again and again without a stop; otherwise it starts and ends at rest
    intervals, mode, wrench, progress : as in `time_optimal`
    """
    instance("model", model, Model, COMPILED)
    check_progress(progress)
    bounds = optional_limits(limits, model)
    heat = actuator_bound("losses", losses, len(model.actuated_names))
    share = None if recover is None else number("recover", recover, 0.0, 1.0, "a part from 0 to 1")
    seconds, count = positive("duration", duration), whole("intervals", intervals, 10, 5000)
    if flag("periodic", periodic):
        _check_closed(check_coordinates(model, path))
    mode = kept_mode(model, mode)
    problem = PathProblem.of(model, path, count, bounds.joints, mode, wrench)
    grid, points = problem.grid, problem.points
    middles = points.only([6])
    program = EnergyProgram(grid, middles.inertia[:, 0], middles.rates[:, 0], heat, share, seconds, periodic)
    search = EnergyRounds(program, points, bounds)
    z, rounds = search.run(progress)
    motion = OptimalMotion(model, mode, points.wrench, Along(path, law_of_profile(grid, z)), bounds, "", "energy")
    part = search.energy(z) / search.plain_energy()
    how = (
        f"IPOPT ({program.status}) on {len(grid) - 1} intervals, {rounds} rounds: {search.energy(z):.6g} J, "
        f"{part:.4f} of the energy of {'an even speed' if periodic else 'the quintic law'} in the same time."
    )
    return replace(motion, how=how)


def _check_closed(path: GeometricPath) -> None:
    ends = np.array([0.0, path.length])
    for k, what in enumerate(("point", "direction")):
        first, last = path.derivative(ends, k)
        if np.abs(first - last).max() > 1e-9 * max(1.0, float(np.abs(first).max())):
            raise InputError(f"periodic: the path does not end with the same {what} as it starts; give a closed path")
