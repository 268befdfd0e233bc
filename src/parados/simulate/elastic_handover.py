"""Simulate a flexible robot from the arguments of `simulate`, and show its result as a `Run`."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress
from parados.errors import InputError
from parados.model.cut_poses import accelerations_of, angle_rates, coordinates_in_time, rate_rows
from parados.simulate.drives import ActuatorEfforts
from parados.simulate.elastic_result import ElasticResult
from parados.simulate.elastic_simulation import ElasticSimulation
from parados.simulate.simulated_run import Run
from parados.simulate.user_laws import Drive
from parados.spatial.rotations import angles, rate_matrix, rotation

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["ActuatorState", "elastic_run"]

Array = NDArray[np.float64]


class ActuatorState:
    """The state that functions of the user get for a flexible robot: what a controller with encoders at the motors knows.

    Attributes
    ----------
    q, qd : (n_a,) positions and rates of the actuators [rad, m]
    x, xd : (n_x,) and (n,) coordinates and rates of the rigid robot with these actuators; the flexible platform is beside them
    """

    def __init__(self, model: Model, q: Array, qd: Array, near: Array) -> None:
        self.q, self.qd, self._model, self._near = q, qd, model, near

    @cached_property
    def x(self) -> Array:
        return self._model.forward_kinematics(self.q, guess=self._near)

    @cached_property
    def xd(self) -> Array:
        J_inv = self._model.inverse_jacobian(self.x)
        return np.asarray(np.linalg.lstsq(J_inv, self.qd, rcond=None)[0])

    def __getattr__(self, name: str) -> Array:
        known = "functions of the user know t, state.q, state.qd, state.x and state.xd of a flexible robot"
        raise InputError(f"efforts: state.{name} is for rigid robots; {known}")


def elastic_run(
    model: Model,
    x: Array,
    xd: Array,
    duration: float,
    step: float,
    drive: Drive,
    states: int,
    friction: bool | str,
    mode: ArrayLike | None,
    progress: Progress | None,
) -> Run:
    """Simulate a flexible robot from an undeformed state x, xd with steps of at most `step` [s]; keep `states` states."""
    simulation = ElasticSimulation.at(model, x, mode=mode, friction=friction, backend=model.backend)
    still = simulation.structure
    if states % 2 == 0:
        raise InputError(f"times: an odd number of states is expected for a flexible robot, not {states}")
    rates = np.zeros(len(still.mechanism.joints))
    rates[list(still.place_of)] = model.joint_rates(x, xd, mode=mode, joints="all")
    if not model.mechanism.platform.is_absent:
        twist, R = model.platform_twist(x, xd, mode=mode), model.platform_frame(x, mode=mode)[:3, :3]
        turning = np.linalg.solve(rate_matrix("XYZ", angles("XYZ", R)), twist[3:])
        six = np.concatenate([twist[:3], turning])
        rates[list(still.platform)] = six[[0, 1, 5]] if len(still.platform) == 3 else six
    moving = replace(simulation, rates=rates)

    near = [np.asarray(x)]

    def law(t: float, q: Array, qd: Array) -> Array:
        state = ActuatorState(model, q, qd, near[0])
        tau = drive(t, state)
        near[0] = state.__dict__.get("x", near[0])  # the last pose that was asked for
        return tau

    every = ceil(duration / (states - 1) / step * (1 - 1e-12))
    efforts: ActuatorEfforts = law
    result = moving.driven(efforts, duration, duration / ((states - 1) * every), every=every, progress=progress)
    return _as_run(model, result, x)


def _as_run(model: Model, result: ElasticResult, first: Array) -> Run:
    """Return the result of a flexible robot as a run; x is the pose of its platform."""
    structure, mechanism = result.structure, model.mechanism
    joints, rates, accelerations = (part[:, list(structure.place_of)] for part in (result.z, result.zd, result.zdd))
    k, n = len(result.t), mechanism.n_dof
    frames, twists, dots = _platform(result)
    x = coordinates_in_time(mechanism, joints, frames, first)
    xd, xdd = np.zeros((k, n)), np.zeros((k, n))
    by_twist = np.hstack([np.zeros((6, joints.shape[1])), np.eye(6)])  # rates of the joints, then the twist
    for i in range(k):
        xd[i] = rate_rows(mechanism, x[i], frames[i], by_twist) @ np.concatenate([rates[i], twists[i]])
        xdd[i] = accelerations_of(mechanism, x[i], frames[i], twists[i], dots[i], accelerations[i])
    return Run(
        model=model,
        t=result.t,
        x=x,
        xd=xd,
        xdd=xdd,
        joints=joints,
        joint_rates=rates,
        joint_accelerations=accelerations,
        frames=None if mechanism.platform.is_absent else frames,
        efforts=result.efforts,
        energy=result.energy,
        closure=result.drift,
        complete=result.complete,
        method=f"collocation, steps of {result.step:.4g} s; flexible",
        elastic=result,
    )


def _platform(result: ElasticResult) -> tuple[Array, Array, Array]:
    """Frames (k, 4, 4) of the platform, its twists (k, 6) and their derivatives."""
    place = list(result.structure.platform)
    spread = np.array([0, 1, 5] if len(place) == 3 else range(6))
    six, rates, dots = (np.zeros((len(result.t), 6)) for _ in range(3))
    for target, part in ((six, result.z), (rates, result.zd), (dots, result.zdd)):
        target[:, spread] = part[:, place]
    frames = np.tile(np.eye(4), (len(six), 1, 1))
    frames[:, :3, 3] = six[:, :3]
    for i, a in enumerate(six[:, 3:]):
        D, drift = angle_rates("XYZ", a, rates[i, 3:])
        frames[i, :3, :3] = rotation("XYZ", a)
        dots[i, 3:] = D @ dots[i, 3:] + drift
        rates[i, 3:] = D @ rates[i, 3:]
    return frames, rates, dots
