"""States of a run with fixed steps in the coordinates z of the cut robot, from which its result is built."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import SimulationError
from parados.model.cut_model import CutModel
from parados.model.cut_poses import STILL
from parados.model.joint_turns import JointTurns
from parados.simulate.compiled_run import CompiledRun
from parados.simulate.cut_plant import CutPlant
from parados.simulate.loop_library import Plant
from parados.simulate.platform_plant import PlatformPlant
from parados.simulate.rigid_result import StateRows
from parados.simulate.rigid_start import starting_pose
from parados.spatial.turns import nearest_turn

__all__ = ["states_of"]

Array = NDArray[np.float64]


def states_of(plant: Plant, run: CompiledRun) -> StateRows:
    """Return the kept states of a run."""
    rows = run.rows
    sums = np.hstack([rows[name] for name in ("work", "outside", "dissipated")])
    if isinstance(plant, CutPlant):
        z, zd, reference, _ = np.split(rows["plant"], np.cumsum([plant.n_z, plant.n_z, 9]), axis=1)
        return StateRows(run.t, z, zd, rows["second"], np.ascontiguousarray(reference), rows["efforts"], sums)
    assert isinstance(plant, PlatformPlant)
    return StateRows(run.t, *_moving(plant, rows["x"], rows["xd"], rows["second"]), rows["efforts"], sums)


def _moving(plant: PlatformPlant, x: Array, xd: Array, xdd: Array) -> tuple[Array, Array, Array, Array]:
    """Return z, zd, zdd and the reference turns (k, 9) of states x, xd, xdd, in the order of time."""
    model = plant.model
    same: dict[str, Any] = {"mode": plant.mode, "motion": True}
    cut, count = CutModel(model), len(x)
    if JointTurns(model, plant.mode).of_motion(x).any():
        told = "a joint makes a whole turn on which a spring or a coupling depends"
        raise SimulationError(f'coordinates: {told}, and "platform" does not count turns; use "joints"')
    joints = model.joints(x, **same)
    begin = starting_pose(cut, x[0], plant.mode, None, model.joint_bounds).z[: cut.n_t]
    joints = joints + np.where(model.mechanism.periodic, nearest_turn(joints[0], begin) - joints[0], 0.0)
    rates = model.joint_rates(x, xd, joints="all", **same)
    accelerations = model.joint_accelerations(x, xd, xdd, joints="all", **same)
    turns = np.tile(STILL, (count, 1))
    if not cut.moving:
        return joints, rates, accelerations, turns
    if cut.turns_freely:
        frames, places = model.platform_frame(x, **same), [k for k in cut.moving if k < 3]
        turns = np.ascontiguousarray(frames[:, :3, :3]).reshape(count, 9)
        own = np.hstack([frames[:, places, 3], np.zeros((count, 3))])
        columns = [*places, 3, 4, 5]
        first, second = model.platform_twist(x, xd, **same), model.platform_acceleration(x, xd, xdd, **same)
    else:
        columns = list(cut.moving)
        own = model.pose(x, **same)[:, columns]
        first, second = model.pose_rates(x, xd, **same), model.pose_accelerations(x, xd, xdd, **same)
    return (
        np.hstack([joints, own]),
        np.hstack([rates, first[:, columns]]),
        np.hstack([accelerations, second[:, columns]]),
        turns,
    )
