"""Equations of motion of a rigid robot on its closures.

    B^T M B ydd = B^T (Q - M a),    Q = efforts - h - friction                                   (1)

in the coordinates y of a `TangentChart`, whose B and a give zd = B yd and zdd = B ydd + a. The closure forces do no work on B, so
they do not enter. A few sums are integrated with the motion: the work of the actuators and of the wrench, and the lost energy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.model.cut_model import CutModel, CutPose
from parados.simulate.tangent_chart import TangentChart
from parados.simulate.user_laws import Drive, SimulatedState

__all__ = ["SUMS", "Forces", "Moment", "RigidSystem"]

Array = NDArray[np.float64]

SUMS = 3
"""Number of energies that are integrated with the motion: work of the actuators, work of the wrench, lost energy [J]."""


class Forces(NamedTuple):
    """M (n_z, n_z), Q (n_z,), G (m, n_z), gamma (m,), efforts (n_a,), and the powers of actuators, wrench and losses (3,) [W]."""

    M: Array
    Q: Array
    G: Array
    gamma: Array
    efforts: Array
    powers: Array


class Moment(NamedTuple):
    """A state in time: the closed configuration, its rates and accelerations zd, zdd (n_z,), and the forces."""

    t: float
    pose: CutPose
    zd: Array
    zdd: Array
    forces: Forces


@dataclass(eq=False)
class RigidSystem:
    """A rigid robot with its efforts, its wrench and its friction.

    Attributes
    ----------
    sampled : True if the efforts change only when `sample` is called
    window : time of the next jump of the efforts [s]; until then they are those before the jump
    clock : time of the last evaluation [s]
    friction : True for all friction of the file, "viscous" for fv and f0 only, False for none
    before : (n_x,) x of the last state in time; the x that user functions get continues it without jumps of angles
    """

    cut: CutModel
    drive: Drive
    wrench: Callable[[float, SimulatedState], Array]
    friction: bool | str
    before: Array
    sampled: bool = False
    window: float = np.inf
    clock: float = 0.0
    held: Array = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        joints = self.cut.mechanism.joints
        self.actuated = list(self.cut.mechanism.actuated)
        dry = self.friction is True
        #: indices of the joints whose dry friction jumps with the sign of their rate
        self.jumping = np.array([k for k, joint in enumerate(joints) if dry and joint.friction.jumps], dtype=int)
        #: (n_t,) bounds of the force of dry friction on a joint at rest [N m, N]
        self.low, self.high = (self._at_rest(sign) for sign in (1.0, -1.0))

    def _at_rest(self, sign: float) -> Array:
        if not len(self.jumping):
            return np.zeros(self.cut.n_t)
        at, still = CutPose(np.zeros(self.cut.n_z), np.eye(3).ravel()), np.zeros(self.cut.n_z)
        return -self.cut.motion(at, still, np.full(self.cut.n_t, sign), np.zeros(6))["dry"]

    def sample(self, t: float, pose: CutPose, zd: Array) -> None:
        """Compute the efforts that a sampled law holds until the next sample."""
        self.clock = float(t)
        if self.sampled:
            self.held = self.drive(t, SimulatedState(self.cut, pose, zd, self.before))

    def arrived(self, at: Moment) -> None:
        """Take a state as the last one in time: x continues from there."""
        self.before = SimulatedState(self.cut, at.pose, at.zd, self.before).x

    def forces(self, t: float, pose: CutPose, zd: Array, direction: Array) -> Forces:
        """Evaluate the forces of a state; `direction` (n_t,) are the signs of dry friction, 0 for joints at rest."""
        n_t, state = self.cut.n_t, SimulatedState(self.cut, pose, zd, self.before)
        self.clock = float(t)
        inside = min(self.clock, float(np.nextafter(self.window, 0.0)))
        tau = self.held if self.sampled else self.drive(inside, state)
        out = self.cut.motion(pose, zd, direction, self.wrench(inside, state))
        Q = -out["h"]
        rubbing = np.zeros(n_t) if self.friction is False else out["viscous"] + (out["dry"] if self.friction is True else 0.0)
        Q[:n_t] -= rubbing
        Q[self.actuated] += tau
        lost = float(out["damped"][0] + rubbing @ zd[:n_t])
        powers = np.array([tau @ zd[self.actuated], float(out["pushed"][0]), lost])
        return Forces(out["M"], Q, out["G"], out["gamma"], tau, powers)

    def moment(self, t: float, chart: TangentChart, pose: CutPose, G: Array, yd: Array, direction: Array) -> tuple[Moment, Array]:
        """Return the state with the rates yd (d,) at a configuration of the chart, and ydd (d,)."""
        inverse = chart.inverse(G)
        zd = inverse[:, len(inverse) - chart.size :] @ yd
        zd[chart.held] = 0.0
        f = self.forces(t, pose, zd, direction)
        B, a = chart.parts(inverse, f.gamma)
        ydd: Array = np.asarray(np.linalg.solve(B.T @ f.M @ B, B.T @ (f.Q - f.M @ a)), dtype=float)  # (1)
        return Moment(t, pose, zd, B @ ydd + a, f), ydd
