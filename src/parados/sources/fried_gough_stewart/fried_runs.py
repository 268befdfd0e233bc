"""Simulation of section 8, with the inertia of the rods as in Table 1 and with a constant inertia."""

from __future__ import annotations

from functools import cache

import numpy as np

from parados.api import load
from parados.sources.fried_gough_stewart.model import FriedGoughStewart, FriedParameters
from parados.sources.fried_simulation import Array, Helix, Run, angles_first
from parados.trajectory.motion_table import MotionTable

__all__ = ["GEOMETRY", "HELIX", "PARAMETERS", "along", "runs"]

HELIX = Helix(degrees=(15, 10, 5), start=0.95, radius=0.10, rise=0.10, duration=2.0)
"""Path of the platform; its orientation is printed in section 8."""

PARAMETERS = {"gough-stewart-fried": FriedParameters(), "gough-stewart-fried-constant": FriedParameters.constant()}
"""Robot of the catalog -> its parameters: Table 1 as printed, and a physically possible variant."""

GEOMETRY = (
    "The attachment points and the centres of mass of the links are not printed: base points on a circle of 600 mm, platform "
    "points on one of 320 mm, centres of mass 150 mm above A_i and 100 mm below B_i, as in the catalog."
)


@cache
def runs() -> dict[str, Run]:
    """Compute the motion of both robots along the path."""
    motion = HELIX.motion()
    return {name: _run(name, parameters, motion) for name, parameters in PARAMETERS.items()}


def _run(name: str, parameters: FriedParameters, motion: MotionTable) -> Run:
    f = FriedGoughStewart(parameters).functions()
    X, Xd, Xdd = angles_first(motion)
    q = np.array(f["inverse_kinematics"](X)).T
    Qd, Qdd = f["velocities"](X, Xd)[1], f["accelerations"](X, Xd, Xdd)[1]
    qd, qdd = (np.array(value).reshape(3, len(q), 6)[0] for value in (Qd, Qdd))
    return Run(load(name).compile("vm"), motion, q, qd, qdd, along(FriedGoughStewart(parameters), motion))


def along(robot: FriedGoughStewart, motion: MotionTable) -> Array:
    """Return the actuator forces Gamma_1 .. Gamma_6 (N, 6) of a model [N]."""
    return np.array(robot.functions()["inverse_dynamics"](*angles_first(motion))).T
