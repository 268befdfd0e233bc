"""Simulation of section 9 for both mechanisms that the paper describes."""

from __future__ import annotations

from functools import cache

import numpy as np

from parados.api import load
from parados.sources.fried_c5.model import Plates, functions
from parados.sources.fried_simulation import Array, Helix, Run, angles_first
from parados.trajectory.motion_table import MotionTable

__all__ = ["GEOMETRY", "HELIX", "ROBOTS", "runs"]

HELIX = Helix(degrees=(10, 15, 20), start=-0.03, radius=0.05, rise=0.06, duration=1.0)
"""Path of the platform; its orientation is printed in section 9."""

ROBOTS: dict[str, Plates] = {"c5": "platform", "c5-plates-on-rods": "rods"}
"""Robot of the catalog -> position of its plates: on the platform as in (16), or on the rods as in (17)-(22)."""

GEOMETRY = (
    "The distance of the rods is not printed: L = 250 mm, as in the catalog; gravity acts along -z. Where body 2 has its centre "
    "of mass is not printed either: at b_i, the point of the platform where its ball is at X = 0."
)


@cache
def runs() -> dict[str, Run]:
    """Compute the motion of both robots along the path."""
    motion = HELIX.motion()
    return {name: _run(name, plates, motion) for name, plates in ROBOTS.items()}


def _run(name: str, plates: Plates, motion: MotionTable) -> Run:
    f = functions(plates)
    X, X_dot, X_ddot = angles_first(motion)
    Q_dot, Q_ddot, _ = f["joint_motion"](X, X_dot, X_ddot)
    Gamma = f["inverse_dynamics"](X, X_dot, X_ddot)
    q, qd, qdd, tau = (_legs(value) for value in (f["inverse_kinematics"](X), Q_dot, Q_ddot, Gamma))
    return Run(load(name).compile("vm"), motion, q, qd, qdd, tau)


def _legs(stacked: object) -> Array:
    """Reorder segments 6..1 of the paper (6, N) to legs 1..6 (N, 6)."""
    return np.array(stacked)[::-1].T
