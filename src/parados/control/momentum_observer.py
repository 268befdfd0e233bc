"""Observer of the external force by the generalised momentum, and computed torque that rejects the observed force.

The momentum p = M xd of the robot obeys, with the force F_a = J_inv^T tau of the actuators and the bias c,

    dp/dt = F_a + F + M' xd - c,

so that r = K (p - p_0 - int (F_a + M' xd - c + r) dt) obeys dr/dt = K (F - r): r follows the force F of the environment with the
time constant 1/K, without a measured acceleration. Here F is dual to xd.

References
----------
A. De Luca, R. Mattone, Sensorless robot collision detection and hybrid force/motion control, ICRA 2005, 999-1004.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag
from parados.control.computed_torque import ComputedTorque
from parados.control.force_distribution import Preload
from parados.control.gain_arguments import gain
from parados.errors import InputError
from parados.spatial.vectors import SX

if TYPE_CHECKING:
    from parados.control.law_signals import Signals
    from parados.model.model import Model
    from parados.trajectory.base import Trajectory

__all__ = ["ObservedComputedTorque", "momentum_terms"]

Array = NDArray[np.float64]


def momentum_terms(s: Signals, friction: bool) -> tuple[SX, SX]:
    """(n, 1) momentum p = M xd, and M' xd - c at the measured state, c with or without the friction of the joints."""
    M, c = s.value("mass_matrix", s.here), s.value("bias", s.here, xd=s.xd, friction=friction)
    p = M @ s.xd
    return p, ca.jtimes(p, s.x, s.xd) - c


class ObservedComputedTorque(ComputedTorque):
    """Computed torque with an observer of the external force; the law also rejects the observed force, if wanted.

    The discrete state holds the integral of the observer, and 0 before the first update, then 1. Without `reject` the estimate is
    only recorded, as the output `force` (n,), dual to xd [N, N m]. The observer takes the efforts of the law for those that act:
    it also sees what saturation, a delay or the drive take away.

    kp, kd : gains of the computed torque [1/s^2, 1/s];  observer : gain K, one number or one for each coordinate [1/s]
    reject : True to compensate the observed force
    friction : True if law and observer know the friction of the joints; with False it is part of the observed force
    Other parameters: see `Law`.
    """

    title = "computed torque with force observer"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        kp: ArrayLike,
        kd: ArrayLike,
        observer: ArrayLike,
        *,
        reject: bool = True,
        friction: bool = True,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, kp, kd, friction=flag("friction", friction), mode=mode, preload=preload)
        if model.mechanism.platform.is_quaternion or not model.survey.geometry.is_closed_form:
            raise InputError(
                "model: the observer differentiates the mass matrix by x; use Euler angles and a closed-form geometry"
            )
        self.gains["observer"] = gain("observer", observer, self.n)
        self.reject = flag("reject", reject)

    def start(self) -> Array:
        """(n + 1,) zeros."""
        return np.zeros(self.n + 1)

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        K = gains["observer"]
        p, drift = momentum_terms(s, self.friction is True)
        integral = ca.if_else(s.state[self.n], s.state[: self.n], p)  # at the first update the integral is p_0, so that r = 0
        r = K * (p - integral)
        usual, _, _ = super()._write(s, gains)
        J = s.value("jacobian", s.here)
        tau = usual - J.T @ r if self.reject else usual
        F_a = s.value("inverse_jacobian", s.here).T @ tau
        following = integral + s.dt * (F_a + drift + r)
        return tau, ca.vertcat(following, SX(1)), {"force": r}
