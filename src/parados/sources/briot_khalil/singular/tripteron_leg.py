"""The Tripteron of section 9.5.5, where only leg 1 has a mass, and motions given by the height y of its elbow A_13.

In the book, A_13 moves on a circle about A_12, and the platform A_14 on a circle about A_21, as in the braked five-bar mechanism
of Fig. 9.13. In the coordinates q_12, q_13 and z of `Robot.in_coordinates` the motion is smooth, even if A_12, A_13 and A_14 are
on one line, where x, y do not determine the passive rates.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 9.5.5, (9.109)-(9.117), Figs. 9.13, 9.14.
"""

from __future__ import annotations

from functools import cache

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.api import Robot
from parados.model.model import Model
from parados.robot.reading import parse_robot
from parados.trajectory.base import Trajectory
from parados.trajectory.polynomials import Polynomials

__all__ = [
    "A_12",
    "A_21",
    "D_13",
    "D_14",
    "HALF",
    "M_13",
    "RADIUS",
    "Y_S",
    "ElbowMotion",
    "Z",
    "elbow",
    "leg_model",
    "tripteron",
]

Array = NDArray[np.float64]

D_13, D_14, M_13 = 0.1888, 0.1878, 0.40
HALF = 0.125175
"""Half of the distance that A_13 travels along y by (9.112) [m]; both ends have x = 0."""

A_12 = np.array([-np.sqrt(D_13**2 - HALF**2), 0.213])
"""Position of A_12 [m]; its distance to both ends of the path of A_13 is D_13."""

A_21 = np.array([0.14, 0.0])
Y_S = 0.2021
"""Height y of A_13 in the singularity, (9.115) [m]."""

Z = 0.2
"""Height of the platform, constant [m]."""


def _radius() -> float:
    """Return |A_21 A_14| if A_12, A_13, A_14 are on one line at Y_S [m]."""
    sine = (Y_S - A_12[1]) / D_13
    return float(np.linalg.norm(A_12 + (D_13 + D_14) * np.array([np.sqrt(1 - sine**2), sine]) - A_21))


RADIUS = _radius()

FILE = f"""
name: tripteron-leg-1
title: Tripteron of section 9.5.5, only leg 1 with a mass
parameters: {{a: 0.5, x12: {float(A_12[0])!r}, y12: {float(A_12[1])!r}}}
platform: {{coordinates: [px, py, pz]}}
legs:
  - repeat:
      axes: [[0, 0, 0], [pi/2, pi/2, 0], [0, -pi/2, -pi/2]]
      A: [[x12, y12], [0, a], [a, 0]]
      r1: [0, -a, a]
      d3: [{D_13}, 0.38, 0.38]
      d4: [{D_14}, 0.36, 0.36]
      m3: [{M_13}, 0, 0]
    name: leg{{i}}
    base: {{gamma: "axes[0]", alpha: "axes[1]", theta: "axes[2]"}}
    joints:
      - {{name: "q{{i}}1", kind: P, active: true, r: r1,
         gamma: "atan2(A[1], A[0])", d: "hypot(A[0], A[1])", theta: "-atan2(A[1], A[0])"}}
      - {{name: "q{{i}}2", kind: R}}
      - {{name: "q{{i}}3", kind: R, d: d3, link: {{m: m3}}}}
      - {{name: "q{{i}}4", kind: R, d: d4}}
    closure: {{joint: fixed, platform: {{gamma: "axes[0]", alpha: "axes[1]", theta: "axes[2]"}}}}
mode: [1, 1, 1]
home: [0.15, 0.2, {Z}]
workspace: {{px: [0.1, 0.2], py: [0.15, 0.25], pz: [0.1, 0.3]}}
"""


@cache
def tripteron() -> Robot:
    return Robot(parse_robot(FILE, "tripteron-leg-1.yaml")).checked()


@cache
def leg_model() -> Model:
    """Build the model of the same robot in the coordinates z, q_12 and q_13."""
    return tripteron().in_coordinates(["pz", "q12", "q13"]).compile("vm")


def elbow(t: Array, y: Polynomials, opposite: float = -1.0) -> Array:
    """Return the positions (N, 2) of A_13 at some times by (9.111) [m]; printed: `opposite` = +1."""
    height = y.derivative(t, 0)[:, 0]
    across = np.sqrt(D_13**2 + opposite * (height - A_12[1]) ** 2)
    return np.column_stack([A_12[0] + across, height])


class ElbowMotion(Trajectory):
    """Motion (z, q_12, q_13) for a given y(t) of A_13, with A_14 on its circle about A_21; derivatives by CasADi."""

    def __init__(self, y: Polynomials) -> None:
        super().__init__(3, y.duration)
        self.y = y
        t = ca.SX.sym("t")
        powers = ((t - y.about) / y.duration) ** np.arange(y.degree + 1)
        q = ca.vertcat(Z, *_leg_joints(ca.dot(ca.DM(y.coefficients[0]), powers)))
        orders = [q]
        for _ in range(self.highest_derivative):
            orders.append(ca.jacobian(orders[-1], t))
        self._functions = [ca.Function(f"order_{k}", [t], [ca.densify(e)]) for k, e in enumerate(orders)]

    def _derivative(self, t: Array, k: int) -> Array:
        return np.array(self._functions[k](t[None])).T


def _leg_joints(y: ca.SX) -> tuple[ca.SX, ca.SX]:
    """Return q_12, q_13 [rad] for a height y of A_13; A_14 is the intersection of circles about A_13 and A_21, away from A_12."""
    q_12 = ca.asin((y - A_12[1]) / D_13)
    along = ca.vertcat(ca.cos(q_12), ca.sin(q_12))
    A_13 = ca.DM(A_12) + D_13 * along
    w = ca.DM(A_21) - A_13
    D = ca.norm_2(w)
    near = (D_14**2 - RADIUS**2 + D**2) / (2 * D)
    height = ca.sqrt(D_14**2 - near**2)
    link = (near * w + height * ca.vertcat(-w[1], w[0])) / D
    across = along[0] * link[1] - along[1] * link[0]
    return q_12, ca.atan2(across, ca.dot(along, link))
