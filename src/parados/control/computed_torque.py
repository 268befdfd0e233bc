"""Computed torque in platform and in joint space, and feed-forward of the model with a PD law.

The computed torque puts wanted accelerations into the inverse dynamics at the measured state. On an exact model the error then
obeys a linear equation, whatever the configuration (Briot & Khalil, section 9.4.2; Paccot, Andreff & Martinet 2009):

    tau = ID(x, xd, xdd_r + Kd ed + Kp e)    =>    edd + Kd ed + Kp e = 0

In joint space, e = q_r - q, and the accelerations of the joints give xdd = J (qdd - (J_inv)' xd).

References
----------
F. Paccot, N. Andreff, P. Martinet, A review on the dynamic control of parallel kinematic machines: theory and experiments,
Int. J. Robotics Research 28 (2009), 395-416.
"""

from __future__ import annotations

from numpy.typing import ArrayLike

from parados.arguments import flag, word
from parados.control.force_distribution import Preload
from parados.control.gain_arguments import compensation, gain
from parados.control.law import Law
from parados.control.law_signals import Signals, pose_error
from parados.model.model import Model
from parados.spatial.vectors import SX
from parados.trajectory.base import Trajectory

__all__ = ["ComputedTorque", "FeedForwardPD"]


class ComputedTorque(Law):
    """tau = ID(x, xd, xdd_r + Kd ed + Kp e): the error obeys edd + Kd ed + Kp e = 0 on an exact model.

    kp, kd : one number, or one for each coordinate (for each actuator in joint space) [1/s^2, 1/s]
    space : "platform" or "joints", where the error is measured
    friction : True if the law overcomes the friction of the joints at the measured rates; "reference": at those of the reference,
        so that a joint at rest gets the effort that starts it; False: not at all
    Other parameters: see `Law`.
    """

    title = "computed torque"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        kp: ArrayLike,
        kd: ArrayLike,
        *,
        space: str = "platform",
        friction: bool | str = True,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        self.space, self.friction = word("space", space, ("platform", "joints")), compensation(friction)
        count = self.n if space == "platform" else self.n_a
        self.gains = {"kp": gain("kp", kp, count), "kd": gain("kd", kd, count)}

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        if self.space == "platform":
            e, ed = pose_error(self.model, s.x_r, s.x), s.xd_r - s.xd
            xdd = s.xdd_r + gains["kd"] * ed + gains["kp"] * e
        else:
            e = s.q_r - s.q
            qdd = s.qdd_r + gains["kd"] * (s.qd_r - s.qd) + gains["kp"] * e
            drift = s.value("joint_accelerations", s.here, xd=s.xd)  # (J_inv)' xd
            xdd = s.value("jacobian", s.here) @ (qdd - drift)
        return s.efforts(s.here, xdd, self.friction), SX(0, 1), {}


class FeedForwardPD(Law):
    """tau = ID(x_r, xd_r, xdd_r) + Kp (q_r - q) + Kd (qd_r - qd): the model works along the reference alone.

    Unlike the computed torque, the model needs no measured pose, so that its efforts can be computed in advance.

    kp, kd : one number, or one for each actuator [N m/rad, N/m; N m s/rad, N s/m]
    friction : True if the efforts of the model contain the friction of the joints along the reference
    Other parameters: see `Law`.
    """

    title = "feed-forward with PD law"

    def __init__(
        self,
        model: Model,
        reference: Trajectory | ArrayLike,
        kp: ArrayLike,
        kd: ArrayLike,
        *,
        friction: bool = True,
        mode: ArrayLike | None = None,
        preload: Preload | None = None,
    ) -> None:
        super().__init__(model, reference, mode=mode, preload=preload)
        self.friction = flag("friction", friction)
        self.gains = {"kp": gain("kp", kp, self.n_a), "kd": gain("kd", kd, self.n_a)}

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        model = s.value("inverse_dynamics", s.wanted, xd=s.xd_r, xdd=s.xdd_r, friction=self.friction)
        return model + gains["kp"] * (s.q_r - s.q) + gains["kd"] * (s.qd_r - s.qd), SX(0, 1), {}
