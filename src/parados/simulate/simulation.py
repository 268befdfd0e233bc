"""Simulate a robot in time: `simulate`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, instance, positive, vector, whole
from parados.control.law import Law
from parados.control.sampled_loop import Sampling
from parados.control.user_c_law import CLaw
from parados.errors import ParadosError, SimulationError
from parados.model.cut_model import CutModel, CutPose
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.simulate.elastic_handover import elastic_run
from parados.simulate.fixed_steps import FIXED_METHODS
from parados.simulate.rigid_result import rigid_result
from parados.simulate.rigid_run import RigidRun
from parados.simulate.rigid_start import check_inertia, check_limits, starting_pose, starting_rates
from parados.simulate.rigid_system import RigidSystem
from parados.simulate.run_arguments import (
    MOST_STATES,
    TOLERANCE,
    check_flexible,
    check_friction,
    is_flexible,
    jump_times,
    kept_times,
    stops_of,
    tolerances_of,
)
from parados.simulate.run_record import RunRecord
from parados.simulate.simulated_run import Run
from parados.simulate.stepped_arguments import check_law, check_unused, fixed_steps_of, plain_law, stepped_inputs
from parados.simulate.stepped_simulation import simulate_stepped
from parados.simulate.user_laws import ControlLaw, SimulatedState, drive_of, wrench_of

__all__ = ["simulate"]

Array = NDArray[np.float64]

STATES = 501
"""Number of states that are kept by default."""

FEWEST_ELASTIC_STEPS = 1000
"""The step of a flexible robot is this part of the duration, if none is given."""


def simulate(
    model: Model,
    x: ArrayLike,
    xd: ArrayLike,
    duration: float,
    *,
    efforts: ArrayLike | Callable[[float, SimulatedState], ArrayLike] | None = None,
    control: ControlLaw | Law | CLaw | None = None,
    period: float | None = None,
    cut_off: float | Mapping[str, float] | None = None,
    wrench: ArrayLike | Callable[[float, SimulatedState], ArrayLike] | None = None,
    friction: bool | str = True,
    limits: str = "end",
    restitution: float | None = None,
    mode: ArrayLike | None = None,
    joints: ArrayLike | None = None,
    parameters: Mapping[str, Any] | None = None,
    times: int | ArrayLike = STATES,
    breaks: ArrayLike = (),
    method: str = "DOP853",
    tolerance: float = TOLERANCE,
    largest_step: float | None = None,
    step: float | None = None,
    sampling: Sampling | None = None,
    coordinates: str = "auto",
    flexible: bool | None = None,
    progress: Progress | None = None,
) -> Run:
    """Simulate the motion of a robot from a state x, xd.

    A robot with elastic parts moves as a flexible robot, which is undeformed at the start (`ElasticSimulation` has more options
    for it). Its laws know the actuators q, qd, and the pose x, xd of the rigid robot with these actuators, as a controller with
    encoders does. The arguments period, wrench, limits, joints, breaks, method and tolerance are for rigid robots.

    Parameters
    ----------
    x, xd : (n_x,) and (n,) coordinates and rates at t = 0
    duration : [s]
    efforts : (n_a,) constant efforts of the actuators, or a function of t and `SimulatedState` that returns them [N m, N]; by
        default no actuator pushes
    control : a law of `parados.control`, whose model has the same coordinates and actuators in the same order; or a function of
        t, q, qd, x, xd that returns the efforts (n_a,)
    period : time between two samples of a digital controller, which holds its efforts in between [s]; None: continuous
    cut_off : time at which all motors are switched off, or a time for each named actuator [s]
    wrench : (6,) force and moment on the platform at P, base axes, or a function of t and state that returns them [N, N m]
    friction : True: all friction of the file, with exact sticking where it jumps; "viscous": without dry friction; False: none
    limits : "end": the run ends where a joint reaches a limit of the file; "stop": limits are mechanical stops; "ignore"
    restitution : part of its speed, 0 to 1, with which a joint leaves its stop; 0 by default, with limits="stop" only
    mode : working mode at the start; by default that of the file. A law for another mode needs it
    joints : (n_t,) positions of all joints at the start, in place of a working mode: give one of the two [rad, m]
    parameters : values of live parameters
    times : number of states to keep, evenly spaced, or increasing times from 0 to the duration [s]. Fixed steps take a number,
        and keep every k-th step and the last one, so that there may be up to twice as many states
    breaks : times from 0 to the duration at which the functions of the user may jump; the integration begins anew there [s]
    method : "DOP853", or "Radau" for stiff laws (SciPy), both with error control; or "rk4" or "collocation", with fixed steps in
        compiled C. These run laws of `parados.control` fast, and take constant efforts and wrenches only
    tolerance : error of each step, relative, and absolute for each radian or size of the robot; not with fixed steps
    largest_step : [s]; by default the duration / 50; the step of a flexible robot, by default the duration / 1000
    step : size of the fixed steps [s], at most 100 million in a run; by default the period of the law, or 1e-3 s
    sampling : how a digital controller runs the law: rate, delay, encoders, saturation, drives; with fixed steps only
    coordinates : "platform", "joints" or "auto", with fixed steps only: see `FixedSteps`
    flexible : False: elastic parts are rigid; by default they are elastic
    progress : function progress(done, total), in thousandths of the duration

    Raises SimulationError with the time at which a run cannot be continued; its attribute `run` has what was computed so far. A
    keyboard interrupt ends the run early.
    """
    instance("model", model, Model, COMPILED)
    robot = model if parameters is None else model.with_parameters(parameters)
    T, fixed = positive("duration", duration), isinstance(method, str) and method in FIXED_METHODS
    law = None if fixed else plain_law(control, efforts, period, step, sampling, coordinates)
    drive = drive_of(None if fixed else efforts, law, cut_off, robot.actuated_names)
    start = check_state("x", x, robot.labels)
    rates = vector("xd", xd, robot.mechanism.n_dof, "one rate for each coordinate")
    check_progress(progress)
    check_friction(friction)
    check_law(robot, control, mode, joints)
    if is_flexible(robot, flexible):
        check_flexible((period, wrench, restitution, joints), limits, method, tolerance, breaks)
        step = T / FEWEST_ELASTIC_STEPS if largest_step is None else positive("largest_step", largest_step)
        states = whole("times", times, 3, MOST_STATES, "a number of states")
        return elastic_run(robot, start, rates, T, min(step, T), drive, states, friction, mode, progress)
    if fixed:
        stops = stops_of(robot, limits, restitution)
        given_breaks = not (isinstance(breaks, tuple) and not breaks)
        absent = {"limits='stop'": limits == "stop", "restitution": restitution is not None, "joints": joints is not None}
        absent |= {"breaks": given_breaks, "largest_step": largest_step is not None, "cut_off": cut_off is not None}
        absent["tolerance"] = not np.array_equal(tolerance, TOLERANCE)
        check_unused(friction, **absent)
        steps = fixed_steps_of(method, step, sampling, period, coordinates, times, T)
        inputs = stepped_inputs(robot, efforts, control, period, sampling, wrench)
        same: dict[str, Any] = {"bounds": stops.bounds, "friction": bool(friction), "mode": mode}
        return simulate_stepped(robot, start, rates, T, steps, inputs, **same, progress=progress)
    cut, settings = CutModel(robot), tolerances_of(method, tolerance, largest_step, T, robot)
    stops = stops_of(robot, limits, restitution)
    push = wrench_of(wrench, not cut.mechanism.platform.is_absent)
    record, jumps = RunRecord(kept_times(times, T)), jump_times(breaks, period, drive.cut_off, robot.actuated_names, T)
    pose = starting_pose(cut, start, mode, joints, stops.bounds)
    check_limits(cut, pose, stops.bounds)
    check_inertia(cut, pose)
    system = RigidSystem(cut, drive, push, friction, start, sampled=period is not None)
    run = RigidRun(system, stops, settings, record, T, jumps, progress)
    return _completed(run, pose, starting_rates(cut, pose, start, rates), start)


def _completed(run: RigidRun, pose: CutPose, zd: Array, start: Array) -> Run:
    """Integrate a run and return its result; errors get what was computed so far."""
    record, system = run.record, run.system

    def so_far() -> Run | None:
        return rigid_result(system.cut, record, start, run.finished, run.settings.method) if record.kept else None

    try:
        run.go(pose, zd)
    except ParadosError as error:
        told = str(error) if isinstance(error, SimulationError) else f"at t = {system.clock:.6g} s {error}"
        failure = SimulationError(f"simulation: {told}")
        failure.run = so_far()
        raise failure from error
    except KeyboardInterrupt:
        if not record.kept:
            raise
    except Exception as error:  # of a function of the user
        error.add_note(f"simulation: at t = {system.clock:.6g} s; the attribute run has what was computed so far")
        vars(error)["run"] = so_far()
        raise
    result = so_far()
    assert result is not None
    return result
