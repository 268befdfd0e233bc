"""Control through a singularity: computed torque far from it, feed-forward of the planned efforts near it.

Near a Type 2 singularity the inverse dynamics at the measured pose has no use: a small error of the pose changes its efforts
without bound. A motion of `parados.plan.cross` has bounded efforts tau_r(t), which are known in advance. The law follows them
near the singularity, with a PD law in the actuated joints, which is bounded everywhere, and passes smoothly to the computed
torque beyond a window of time:

    tau = w ID(x, xd, xdd_r + Kd ed + Kp e) + (1 - w) [tau_r + Kpq (q_r - q) + Kdq (qd_r - qd)]

w(t) is 0 within half a window of a singular instant of the reference and 1 beyond the window. The robot crosses by its momentum:
the errors that remain at the singular instant are those which the law had before.

References
----------
G. Pagis, N. Bouton, S. Briot, P. Martinet, Enlarging parallel robot workspace through Type-2 singularity crossing, Control
Engineering Practice 39 (2015), 1-11.
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 9.4.2.
"""

from __future__ import annotations

import casadi as ca
from numpy.typing import ArrayLike

from parados.arguments import instance, positive
from parados.control.gain_arguments import compensation, gain
from parados.control.law import Law
from parados.control.law_reference import Reference
from parados.control.law_signals import Place, Signals, pose_error
from parados.plan.crossing_motion import CrossingMotion
from parados.spatial.vectors import SX

__all__ = ["CrossingLaw"]


class CrossingLaw(Law):
    """Computed torque far from singular instants, planned efforts with a PD law of the joints near them.

    motion : result of `parados.plan.cross`; its model is the controller's. If a leg changes its working mode, this model and its
        reference are in joint coordinates of that leg, and the plant must have the same coordinates
    kp, kd : gains of the computed torque, one number or one for each coordinate [1/s^2, 1/s]
    joint_kp, joint_kd : gains of the PD law, one number or one for each actuator [N m/rad, N/m; N m s/rad, N s/m]
    window : time before and after a singular instant within which the computed torque is not used alone [s]
    friction : how the computed torque overcomes friction: "reference", at the rates of the reference, True, at the measured ones,
        or False, also in the planned efforts
    """

    title = "crossing law"

    def __init__(
        self,
        motion: CrossingMotion,
        kp: ArrayLike,
        kd: ArrayLike,
        joint_kp: ArrayLike,
        joint_kd: ArrayLike,
        *,
        window: float = 0.1,
        friction: bool | str = "reference",
    ) -> None:
        instance("motion", motion, CrossingMotion, "the result of `parados.plan.cross`")
        model = motion.model
        super().__init__(model, motion.trajectory, mode=motion.mode)
        passages = tuple(passage.time - motion.trajectory.start for passage in motion.passages)
        self.friction, near = compensation(friction), positive("window", window)
        self.reference = Reference(model, motion.trajectory, motion.mode, passages, near, friction=self.friction is not False)
        self.gains = {"kp": gain("kp", kp, self.n), "kd": gain("kd", kd, self.n)}
        self.gains |= {"joint_kp": gain("joint_kp", joint_kp, self.n_a), "joint_kd": gain("joint_kd", joint_kd, self.n_a)}

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        xdd = s.xdd_r + gains["kd"] * (s.xd_r - s.xd) + gains["kp"] * pose_error(self.model, s.x_r, s.x)
        torque = s.efforts(self._regular(s), xdd, self.friction)
        planned = s.tau_r + gains["joint_kp"] * (s.q_r - s.q) + gains["joint_kd"] * (s.qd_r - s.qd)
        tau = s.clear_r * torque + (1 - s.clear_r) * planned
        return tau, SX(0, 1), {"clear": s.clear_r}

    def _regular(self, s: Signals) -> Place:
        """The measured configuration; home, which is regular, where the computed torque has no weight."""
        home, used = self.model.survey, s.clear_r > 0
        x = ca.if_else(used, s.x, ca.DM(home.home))
        unknowns = ca.if_else(used, s.unknowns, ca.DM(home.home_unknowns)) if s.unknowns.numel() else s.unknowns
        return Place(x, unknowns, s.q)
