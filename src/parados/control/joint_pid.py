"""PD and PID laws of the actuated joints with compensation of gravity.

    tau = Kp e + Kd ed + Ki int e dt + g(x),    e = q_r - q

g(x) are the efforts that hold the robot at rest, springs included. Without an integral the robot stops where Kp e equals the part
of the load that g does not contain.

References
----------
R. Kelly, PD control with desired gravity compensation of robotic manipulators, Int. J. Robotics Research 16 (1997), 660-672.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.control.force_distribution import Preload
from parados.control.gain_arguments import gain
from parados.control.law import Law
from parados.control.law_signals import Signals
from parados.model.model import Model
from parados.spatial.vectors import SX
from parados.trajectory.base import Trajectory

__all__ = ["PDGravity", "PIDGravity"]

Array = NDArray[np.float64]


def _gravity(s: Signals) -> SX:
    """(n_a, 1) efforts that hold the measured pose at rest."""
    return s.value("inverse_dynamics", s.here, friction=False)


class PDGravity(Law):
    """tau = Kp (q_r - q) + Kd (qd_r - qd) + g(x).

    kp, kd : one number, or one for each actuator [N m/rad, N/m; N m s/rad, N s/m]
    Other parameters: see `Law`.
    """

    title = "PD law with gravity compensation"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        kp: ArrayLike,
        kd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        self.gains = {"kp": gain("kp", kp, self.n_a), "kd": gain("kd", kd, self.n_a)}

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        tau = gains["kp"] * (s.q_r - s.q) + gains["kd"] * (s.qd_r - s.qd) + _gravity(s)
        return tau, SX(0, 1), {}


class PIDGravity(Law):
    """tau = Kp e + Kd ed + I + g(x), dI/dt = Ki e, with |I| <= limit.

    The effort I of the integral is the discrete state: I <- I + Ki e period, cut off at the limit.

    kp, kd, ki : one number, or one for each actuator
    limit : largest effort of the integral, one number or one for each actuator; unlimited by default [N m, N]
    Other parameters: see `Law`.
    """

    title = "PID law with gravity compensation"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        kp: ArrayLike,
        kd: ArrayLike,
        ki: ArrayLike,
        *,
        limit: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        n_a = self.n_a
        self.gains = {"kp": gain("kp", kp, n_a), "kd": gain("kd", kd, n_a), "ki": gain("ki", ki, n_a)}
        self.gains["limit"] = np.full(n_a, np.finfo(float).max) if limit is None else gain("limit", limit, n_a)

    def start(self) -> Array:
        """(n_a,) the effort of the integral, zero at the start."""
        return np.zeros(self.n_a)

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        e = s.q_r - s.q
        grown = s.state + gains["ki"] * e * s.dt
        kept = -ca.fmax(-ca.fmax(grown, -gains["limit"]), -gains["limit"])
        tau = gains["kp"] * e + gains["kd"] * (s.qd_r - s.qd) + kept + _gravity(s)
        return tau, kept, {"integral": kept}
