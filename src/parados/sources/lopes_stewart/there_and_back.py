"""Motion of section 5, from P1 to P2 and back, and its evaluation by formulation and engine."""

from __future__ import annotations

from functools import cache

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.graph.kernel import Kernel
from parados.model.model import Model
from parados.sources.lopes_stewart.model import LopesStewart
from parados.trajectory.base import Trajectory
from parados.trajectory.joining import concatenate, reversed_in_time
from parados.trajectory.motion_table import MotionTable
from parados.trajectory.point_to_point import PointToPoint

__all__ = [
    "CHOICES",
    "P_1",
    "P_2",
    "ROBOT",
    "engine",
    "evaluate",
    "formulation",
    "there_and_back",
    "trajectory",
    "trigonometric_step",
]

Array = NDArray[np.float64]

ROBOT = "gough-stewart-lopes"
P_1 = np.array([0.0, 0.0, 2.0, 0.0, 0.0, 0.0])
P_2 = np.array([-0.1, -0.2, 2.5, *np.radians([15.0, -15.0, 15.0])])
"""Printed poses P1 and P2: x, y, z, psi, theta, phi [m, rad]."""

SECONDS = 1.0
"""Duration of one way [s]."""

CHOICES = [
    f"The duration is not printed: {SECONDS:g} s from P1 to P2 and {SECONDS:g} s back, so that accelerations reach nearly g/2.",
    "Of the trigonometric splines only the third order is printed: 1/2 - 9/16 cos(s) + 1/16 cos(3 s), s from 0 to pi, is "
    "the only one that is odd about its middle and has zero velocity and acceleration at both ends; the platform stops in P2.",
    "The first angle of the hexagons is not printed: as in the catalog, B1, B6 are symmetric about x and P1, P2 meet at 60 deg.",
]


def trigonometric_step(u: Array) -> Array:
    """Return a trigonometric step (3, N) of order three from 0 to 1 over u in [0, 1], and its first two derivatives by u."""
    s = np.pi * u
    return np.stack(
        [
            1 / 2 - 9 / 16 * np.cos(s) + 1 / 16 * np.cos(3 * s),
            np.pi * (9 / 16 * np.sin(s) - 3 / 16 * np.sin(3 * s)),
            np.pi**2 * 9 / 16 * (np.cos(s) - np.cos(3 * s)),
        ]
    )


class TrigonometricLaw(Trajectory):
    """Time law s(t) from 0 to 1 in `SECONDS`, by `trigonometric_step`."""

    highest_derivative = 2

    def __init__(self) -> None:
        super().__init__(1, SECONDS)

    def _derivative(self, t: Array, k: int) -> Array:
        return np.asarray(trigonometric_step(t / SECONDS)[k][:, None] / SECONDS**k)


@cache
def there_and_back(samples: int = 301) -> MotionTable:
    """Return the motion P1, P2, P1, with `samples` instants each way."""
    return trajectory().table(np.linspace(0, 2 * SECONDS, 2 * samples - 1))


def trajectory() -> Trajectory:
    """Return the motion P1, P2, P1 as a function of time."""
    there = PointToPoint(P_1, P_2 - P_1, TrigonometricLaw())
    return concatenate(there, reversed_in_time(there))


@cache
def formulation() -> dict[str, ca.Function]:
    """Return the functions of the paper's model, corrected, with the numbers of Table 2."""
    return LopesStewart().functions()


@cache
def engine() -> Model:
    return load(ROBOT).compile("vm")


def evaluate(f: ca.Function, motion: MotionTable) -> dict[str, Array]:
    """Evaluate a function of x, xd, xdd along a motion; each output is (N, 6)."""
    return {name: values[..., 0] for name, values in Kernel(f, "vm")(len(motion), motion.named).items()}
