"""Times of simulated robots: parados under computed torque at 10 kHz, MuJoCo and Exudyn without a law, in the same run.

parados integrates 10 s with 100,000 steps of the Runge-Kutta method and updates the law in each step; its closures are exact. The
other engines integrate the same robot from the same pose, held by the constant efforts of statics, with the same step and without
a law, for a tenth of the steps; their times are multiplied by ten. The platform must stay where it is, which shows that the robot
is the same. MuJoCo makes steps of `mj_step` with its Runge-Kutta method, in one call; its closures are soft, and it balances the
inertias of the Delta, whose file has base parameters. Exudyn solves the closures exactly, with its generalised-alpha method. All
times are processor times of one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import parados
from parados import control
from parados.model.cut_model import CutModel
from parados.model.cut_poses import pose_at
from parados.model.model import Model
from parados.simulate import simulate

__all__ = ["Figure", "controlled"]

Array = NDArray[np.float64]

ROBOTS = ("delta-d3-1200", "gough-stewart-lopes")
STEP, STEPS, PART = 1e-4, 100_000, 10
AT_REST = 1e-2
"""Largest way of a platform that is held by constant efforts, after 1 s [m]; soft closures yield a little."""


class Figure(NamedTuple):
    """Processor time of 10 s [s], its ratio to that of parados, and the largest error of the closures [m] at the end."""

    robot: str
    engine: str
    seconds: float
    ratio: float
    closure: float


def controlled() -> Iterator[Figure]:
    """Yield the figures of each robot and engine; an engine that is not installed gets NaN."""
    for name in ROBOTS:
        model = parados.load(name).compile()
        ours, closure = _parados(model)
        yield Figure(name, "parados, law and robot", ours, 1.0, closure)
        for engine, run in (("MuJoCo, robot alone", _mujoco), ("Exudyn, robot alone", _exudyn)):
            try:
                theirs, closure = run(model)
            except ImportError:
                theirs = closure = float("nan")
            yield Figure(name, engine, theirs, theirs / ours, closure)


def _processor_time(run: Callable[[], object], repeats: int) -> float:
    """Return the shortest processor time of some runs [s]."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def _parados(model: Model) -> tuple[float, float]:
    home = np.array(model.survey.home)
    end = home.copy()
    end[:3] += 0.05
    law = control.ComputedTorque(model, parados.trajectory.point_to_point(home, end, 5.0), 400.0, 40.0)
    sampling = control.Sampling(rate=1 / STEP)
    found: list[Any] = []

    def run() -> None:
        still = np.zeros(len(model.labels["xd"]))
        found.append(simulate(model, home, still, STEP * STEPS, control=law, sampling=sampling, method="rk4", times=101))

    run()
    return _processor_time(run, 3), float(found[-1].closure[-1])


def _start(model: Model) -> tuple[Array, Array, Array]:
    """Return the positions of all joints, the pose of the platform (4, 4) and the holding efforts at home."""
    home, still = np.array(model.survey.home), np.zeros(len(model.labels["xd"]))
    return model.joints(home), model.platform_frame(home), model.inverse_dynamics(home, still, still, friction=False)


def _must_rest(reached: Array, place: Array) -> None:
    """Raise AssertionError if the platform has left its place: the efforts of statics hold the same robot."""
    if np.abs(reached - place).max() > AT_REST:
        raise AssertionError(f"the platform has moved by {np.abs(reached - place).max():.1e} m: this is not the same robot")


def _mujoco(model: Model) -> tuple[float, float]:
    import mujoco
    from helpers.as_mujoco import as_mujoco

    mj: Any = mujoco
    own = as_mujoco(model, sliding=len(model.labels["x"]) == 3, balance=True)
    own.opt.timestep, own.opt.integrator = STEP, mj.mjtIntegrator.mjINT_RK4
    joints, frame, tau = _start(model)
    data, place = mj.MjData(own), frame[:3, 3]
    quaternion = np.zeros(4)
    mj.mju_mat2Quat(quaternion, np.ascontiguousarray(frame[:3, :3]).ravel())
    turning = own.nq - len(joints) > 3
    data.qpos[:] = np.concatenate([joints, place, quaternion if turning else []])
    data.qfrc_applied[list(model.mechanism.actuated)] = tau
    seconds = _processor_time(lambda: mj.mj_step(own, data, nstep=STEPS // PART), 1)
    _must_rest(data.qpos[len(joints) : len(joints) + 3], place)
    return seconds * PART, _mujoco_closure(mj, own, data)


def _mujoco_closure(mj: Any, own: Any, data: Any) -> float:
    mj.mj_forward(own, data)
    return float(np.abs(data.efc_pos[: data.ne]).max())


def _exudyn(model: Model) -> tuple[float, float]:
    import exudyn
    from helpers.as_exudyn import as_exudyn

    exu: Any = exudyn
    _, frame, tau = _start(model)
    z = pose_at(CutModel(model), np.array(model.survey.home), None).z
    turning = len(z) - len(model.joint_names) > 3
    if turning:  # the legs are at home, where the platform may be turned about x, y, z one after the other
        from scipy.spatial.transform import Rotation

        z[-3:] = Rotation.from_matrix(frame[:3, :3]).as_euler("XYZ")
    container, system = as_exudyn(model, z, tau)
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = STEP * STEPS / PART
    settings.timeIntegration.numberOfSteps = STEPS // PART
    settings.timeIntegration.verboseMode = 0
    settings.solutionSettings.writeSolutionToFile = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.parallel.numberOfThreads = 1
    seconds = _processor_time(lambda: system.SolveDynamic(settings), 1)
    reached = system.systemData.GetODE2Coordinates()
    _must_rest(reached[len(model.joint_names) : len(model.joint_names) + 3], frame[:3, 3])
    joints = range(1, len(model.mechanism.closures) + 1)
    gaps = [np.abs(system.GetObjectOutput(k, exu.OutputVariableType.Displacement)).max() for k in joints]
    _ = container
    return seconds * PART, float(max(gaps))
