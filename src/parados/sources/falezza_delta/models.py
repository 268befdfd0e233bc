"""Torques of the complete and the simplified model for stacks of states, by the formulas of the paper and by the engine."""

from __future__ import annotations

from functools import cache

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.graph.kernel import Kernel
from parados.model.model import Model
from parados.sources.falezza_delta.model import FalezzaDelta
from parados.trajectory.motion_table import MotionTable

__all__ = ["COMPLETE", "ROBOTS", "SIMPLIFIED", "by_engine", "by_formulation", "engine", "functions", "joint_motion"]

Array = NDArray[np.float64]

COMPLETE, SIMPLIFIED = "M_f", "M_s"
ROBOTS = {COMPLETE: "delta-d3-1200", SIMPLIFIED: "delta-d3-1200-simplified"}
KNEES_OUTSIDE = np.array([-1.0, -1.0, -1.0])
NO_FORCE = np.zeros(3)


@cache
def functions() -> dict[str, ca.Function]:
    """Return the functions of the formulation, with the numbers of Table 1."""
    return FalezzaDelta().functions()


@cache
def engine(name: str) -> Model:
    """Return the model of the engine for M_f or M_s."""
    return load(ROBOTS[name]).compile("vm")


def joint_motion(motion: MotionTable) -> dict[str, Array]:
    """Compute theta, thetad, thetadd (N, 3) [rad, s] by the formulation; return all inputs of `simplified` and `complete`."""
    found = Kernel(functions()["joint_motion"], "vm")(len(motion.t), {**motion.named, "mode": KNEES_OUTSIDE})
    return {**motion.named, "h_ext": NO_FORCE, **{name: np.ascontiguousarray(angles[..., 0]) for name, angles in found.items()}}


def by_formulation(motion: MotionTable) -> dict[str, Array]:
    """Compute torques (N, 3) [N m] of both models by (4), (5) and (29), (30), corrected; theta is an input, as if measured."""
    states, count = joint_motion(motion), len(motion.t)
    graphs = {COMPLETE: functions()["complete"], SIMPLIFIED: functions()["simplified"]}
    return {name: Kernel(graph, "vm")(count, states)["tau"][..., 0] for name, graph in graphs.items()}


def by_engine(motion: MotionTable) -> dict[str, Array]:
    """Compute the torques (N, 3) [N m] of both models by the general engine."""
    return {name: engine(name).inverse_dynamics(*motion.states) for name in ROBOTS}
