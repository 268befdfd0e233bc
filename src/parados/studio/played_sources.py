"""Make motions to play from trajectories, planned motions, simulations, tables and logs."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import shown
from parados.errors import InputError, ParadosError
from parados.identify.log import Log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.model.joint_limits import beyond_limits
from parados.model.model import Model
from parados.plan.crossing_motion import CrossingMotion
from parados.plan.optimal_motion import OptimalMotion
from parados.report.motion_evaluation import motion_results
from parados.simulate.simulated_run import Run
from parados.studio.played_motion import PlayedMotion
from parados.text.numbers import counted
from parados.trajectory.base import Trajectory
from parados.trajectory.motion_table import MotionTable

__all__ = ["played_motion"]

Array = NDArray[np.float64]

FEWEST, MOST = 501, 4001
"""Smallest and largest number of instants at which a motion is sampled."""

RATE = 120.0
"""Instants for each second, between these numbers [Hz]."""

BESIDE = np.array([-1e-3, -1e-6, 1e-6, 1e-3])
"""Times from a singular instant at which a naive motion is sampled as well, where its efforts grow without bound [s]."""


def played_motion(model: Model, motion: Any, *, mode: ArrayLike | None = None, title: str = "") -> PlayedMotion:
    """Return a motion of a robot with everything that the studio shows of it.

    motion : a trajectory, a `MotionTable`, a `Run`, a motion of `parados.plan`, a log or its `LogMotion`
    mode : working mode; by default that of the motion, or of the file
    """
    made = _played(motion, model, mode)
    if not made.reached.any():
        raise InputError(f"motion: no row of it is within reach; {_why(model, made.x[0], made.used[0])}")
    out = np.flatnonzero(~made.reached)
    remarks = list(made.remarks)
    if len(out):
        first = f"the first at {made.t[out[0]]:.4g} s: {_why(model, made.x[out[0]], made.used[made.modes[out[0]]])}"
        remarks.append(f"{counted(len(out), 'row')} of {len(made)} are out of reach, {first}.")
    elif not np.isfinite(made.efforts).all():
        k = int(np.flatnonzero(~np.isfinite(made.efforts).all(axis=1))[0])
        remarks.append(f"The efforts are not finite at {made.t[k]:.4g} s: the pose is singular there.")
    return replace(made, title=title or made.title, remarks=tuple(remarks))


def _why(model: Model, x: Array, mode: Any) -> str:
    try:
        model.link_frames(x, mode=mode)
    except ParadosError as error:
        return str(error)
    return "it has no result"


@singledispatch
def _played(motion: Any, model: Model, mode: ArrayLike | None) -> PlayedMotion:
    kinds = "a trajectory, a table of a motion, a run of a simulation, a motion of parados.plan or a log"
    raise InputError(f"motion: {kinds} is expected, not {shown(motion)}")


@_played.register
def _of_table(motion: MotionTable, model: Model, mode: ArrayLike | None, jerk: Array | None = None) -> PlayedMotion:
    own = model.working_mode(mode)
    if motion.x.shape[1:] != (len(model.labels["x"]),):
        raise InputError(f"motion: it has {motion.x.shape[1]} coordinates, but {model.spec.name} has {len(model.labels['x'])}")
    results = motion_results(model, motion, mode=own, jerk=jerk)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # rows out of reach are NaN, and told
        links, joints = model.link_frames(motion.x, mode=own, motion=True), model.joints(motion.x, mode=own, motion=True)
        platform = None
        if not model.mechanism.platform.is_absent:
            platform = model.platform_frame(motion.x, mode=own, motion=True)
        beyond = model.beyond_limits(motion.x, mode=own, motion=True)
    energies = {"kinetic": results.kinetic, "potential": results.potential}
    rows = np.zeros(len(motion), dtype=np.intp)
    return PlayedMotion(
        model, "motion", motion.t, motion.x, (own,), rows, links, platform, joints, beyond, results.tau, energies, given=motion
    )


@_played.register
def _of_trajectory(motion: Trajectory, model: Model, mode: ArrayLike | None, also: Array | None = None) -> PlayedMotion:
    count = int(np.clip(RATE * motion.duration, FEWEST, MOST))
    t = np.linspace(*motion.times, count)
    t = t if also is None else np.union1d(t, also)
    if (motion.n, motion.n_rates) != (len(model.labels["x"]), len(model.labels["xd"])):
        raise InputError(f"motion: it has {motion.n} coordinates, but {model.spec.name} has {len(model.labels['x'])}")
    return replace(_of_table(motion.table(t), model, mode, motion.derivative(t, 3)), given=motion)


@_played.register
def _of_fastest(motion: OptimalMotion, model: Model, mode: ArrayLike | None) -> PlayedMotion:
    made = _of_trajectory(motion.trajectory, motion.model, motion.mode if mode is None else mode)
    efforts = replace(motion, mode=made.used[0]).efforts(made.t)  # at rest with the dry friction of the motion, within the limits
    return replace(made, title="fast motion along a path", efforts=efforts, remarks=(motion.how,), given=motion)


@_played.register
def _of_crossing(motion: CrossingMotion, model: Model, mode: ArrayLike | None) -> PlayedMotion:
    """Take the frames in the coordinates of the plan, in which the motion is regular; x is that of the robot."""
    singular = np.array([passage.time for passage in motion.passages])
    near = np.add.outer(np.array(motion.naive_crossings), BESIDE).ravel().clip(*motion.naive.times)
    naive, made = (
        _of_trajectory(one, motion.model, motion.mode, np.concatenate([singular, near]))
        for one in (motion.naive, motion.trajectory)
    )
    naive = replace(naive, title="naive motion", x=_in_coordinates_of(motion, naive), given=motion.naive)
    made = replace(made, title="crossing motion", remarks=tuple(motion.summary().splitlines()), given=motion, ghost=naive)
    if motion.original is None:
        return made
    made = replace(made, model=motion.original, x=motion(made.t).x, ghost=replace(naive, model=motion.original))
    if motion.modes is None:
        return made
    after = (made.t > (singular[0] if len(singular) else np.inf)).astype(np.intp)
    return replace(made, used=motion.modes, modes=after)


def _in_coordinates_of(motion: CrossingMotion, naive: PlayedMotion) -> Array:
    """(N, n_x) x of the naive motion in the coordinates of the robot that was given to `cross`."""
    if motion.original is None:
        return naive.x
    return replace(motion, trajectory=motion.naive).platform(naive.t).x


@_played.register
def _of_run(motion: Run, model: Model, mode: ArrayLike | None) -> PlayedMotion:
    """Take the joints of the run, which may have changed their working mode."""
    own = motion.model
    beyond = np.abs(beyond_limits(own.mechanism, motion.joints, True, own.joint_bounds))
    links = own.tree.frames(motion.joints, platform_frame=motion.frames)
    energy = motion.energy
    potential = energy.elastic + energy.gravitational
    energies = {"kinetic": energy.kinetic, "potential": potential, "work": energy.work, "lost": energy.dissipated}
    told = tuple(f"{event}" for event in motion.events)
    rows = np.zeros(len(motion.t), dtype=np.intp)
    return PlayedMotion(
        own, "simulation", motion.t, motion.x, (own.working_mode(mode),), rows, links, motion.frames, motion.joints, beyond,
        motion.efforts, energies, remarks=told, given=motion,
    )  # fmt: skip


@_played.register
def _of_log_motion(motion: LogMotion, model: Model, mode: ArrayLike | None) -> PlayedMotion:
    table = MotionTable(motion.time, motion.x, motion.xd, motion.xdd)
    made = _of_table(table, model, motion.mode if mode is None else mode)
    return replace(made, title="log", measured=motion.tau, remarks=motion.remarks, given=motion)


@_played.register
def _of_log(motion: Log, model: Model, mode: ArrayLike | None) -> PlayedMotion:
    made = _of_log_motion(log_motion(model, motion, mode=mode), model, mode)
    return replace(made, title=motion.name, given=made.given)
