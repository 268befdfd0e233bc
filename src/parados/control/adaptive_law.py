"""Adaptive control of Slotine and Li on the regressor of the platform.

With the reference velocity v = xd_r + Lambda e and the sliding error s = v - xd,

    F = Y(x, xd, v, vd) p + Kd s,    dp/dt = Gamma Y^T s,    tau = J^T F,

where Y p = M vd + C v + g + friction(xd). With V = (s^T M s + (p - p*)^T Gamma^-1 (p - p*)) / 2 one has dV/dt = -s^T Kd s, if
C is such that M' - 2 C is skew-symmetric. The Christoffel form of C is a symmetric product of two velocities, so that it follows
from the quadratic terms h(u) = C(x, u) u of the inverse dynamics alone:

    C(x, xd) v = (h(xd + v) - h(xd) - h(v)) / 2,    h(u) = (Y(x, u, 0) + Y(x, -u, 0)) / 2 - Y(x, 0, 0).

Friction is the odd part (Y(x, xd, 0) - Y(x, -xd, 0)) / 2, taken at the measured velocity.

References
----------
J.-J. E. Slotine, W. Li, On the adaptive control of robot manipulators, Int. J. Robotics Research 6 (1987), 49-59.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, name_list, read_only, real_array, vector
from parados.arguments.single_values import listed, word
from parados.control.force_distribution import Preload
from parados.control.gain_arguments import gain
from parados.control.law import Law
from parados.control.law_signals import Signals
from parados.errors import InputError, UnknownNameError
from parados.model.model import Model
from parados.spatial.vectors import SX
from parados.trajectory.base import Trajectory

__all__ = ["SlotineLi", "sliding_regressor"]

Array = NDArray[np.float64]


def sliding_regressor(s: Signals, v: SX, vd: SX, friction: bool = True) -> SX:
    """(n, n_p) matrix Y with Y p = M vd + C(x, xd) v + g + friction(xd), C in Christoffel form; friction may be left out."""

    def Y(u: SX) -> SX:
        return s.value("platform_force_regressor", s.here, xd=u, xdd=SX(u.numel(), 1), friction=friction)

    def h(u: SX) -> SX:
        return (Y(u) + Y(-u)) / 2 - still

    still = Y(SX(v.numel(), 1))
    along = s.value("platform_force_regressor", s.here, xd=SX(v.numel(), 1), xdd=vd, friction=friction)  # M vd + g
    quadratic = (h(s.xd + v) - h(s.xd) - h(v)) / 2
    return along + quadratic + (Y(s.xd) - Y(-s.xd)) / 2


class SlotineLi(Law):
    """F = Y p + Kd s, dp/dt = Gamma Y^T s: the law learns dynamic parameters while it follows the reference.

    The estimates p of the adapted parameters are the discrete state: p <- p + Gamma Y^T s period. Others keep the values of the
    model. Estimates need not become the true values, only their effect along the reference does.

    lam : Lambda, one number or one for each coordinate [1/s];  kd : one number or one for each coordinate
    gamma : rates of adaptation, one number or one for each adapted parameter
    adapted : names out of `model.parameter_names`;  initial : their values at the start, by default those of the model
    friction : True if the law contains the friction of the joints
    Other parameters: see `Law`.
    """

    title = "adaptive law of Slotine and Li"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        lam: ArrayLike,
        kd: ArrayLike,
        gamma: ArrayLike,
        *,
        adapted: Sequence[str],
        initial: ArrayLike | None = None,
        friction: bool = True,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        if model.mechanism.platform.is_quaternion:
            raise InputError(
                "model: this law needs coordinates whose rates are their derivatives; use Euler angles, not a quaternion"
            )
        names, self.friction = list(model.parameter_names), flag("friction", friction)
        given = name_list("adapted", adapted)
        self.adapted = tuple(word("adapted", name, names, UnknownNameError, "a dynamic parameter") for name in given)
        if not self.adapted or len(set(self.adapted)) < len(self.adapted):
            raise InputError(f"adapted: one or more different names are expected, not {listed(self.adapted) or 'none'}")
        self.columns = [names.index(name) for name in self.adapted]
        count = len(self.columns)
        own = np.asarray(model.parameters, dtype=float)
        self.initial = read_only(own[self.columns] if initial is None else vector("initial", initial, count))
        known = own.copy()
        known[self.columns] = 0.0
        rates = real_array("gamma", gamma)
        self.gains = {"lam": gain("lam", lam, self.n), "kd": gain("kd", kd, self.n), "gamma": gain("gamma", rates, count)}
        self.gains["known"] = known

    def start(self) -> Array:
        """Return the estimates of the adapted parameters at the start."""
        return np.array(self.initial)

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        e, ed = s.x_r - s.x, s.xd_r - s.xd
        v, vd = s.xd_r + gains["lam"] * e, s.xdd_r + gains["lam"] * ed
        sliding = v - s.xd
        Y = sliding_regressor(s, v, vd, self.friction)
        own = Y[:, self.columns]
        F = Y @ gains["known"] + own @ s.state + gains["kd"] * sliding
        estimates = s.state + gains["gamma"] * (own.T @ sliding) * s.dt
        return s.value("jacobian", s.here).T @ F, estimates, {"estimates": s.state}
