"""Follow a planned motion through singularities: planned efforts and a PD law of the joints.

At a Type 2 singularity no efforts control the platform along its singular direction, and the inverse dynamics at the measured
pose has no result. Along a motion that satisfies the criterion of `plan.cross`, the efforts of the model have a finite limit
there; they lead the robot through, and the joints, whose positions stay regular, are held near the plan:

    tau = tau_r(t) + Kp (q_r - q) + Kd (qd_r - qd)

References
----------
G. Pagis, N. Bouton, S. Briot, P. Martinet, Enlarging parallel robot workspace through Type-2 singularity crossing, Control
Engineering Practice 39 (2015), 1-11. Briot & Khalil, section 9.4.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, instance
from parados.control.gain_arguments import gain
from parados.control.law import Law
from parados.control.law_reference import Reference
from parados.control.law_signals import Signals
from parados.plan.crossing_motion import CrossingMotion, efforts_along
from parados.spatial.vectors import SX

__all__ = ["CrossingLaw"]

Array = NDArray[np.float64]


class _Planned(Reference):
    """The reference of a planned motion, with its efforts tau_r; at rest outside its duration."""

    def __init__(self, motion: CrossingMotion, friction: bool) -> None:
        super().__init__(motion.model, motion.trajectory, motion.mode)
        self.motion, self.friction = motion, friction

    def table(self, times: Array, names: Sequence[str], near: Array | None = None) -> dict[str, Array]:
        """Return parts of the reference by name, see `Reference`; tau_r are the planned efforts [N m, N]."""
        found = super().table(times, [name for name in names if name != "tau_r"], near)
        trajectory = self.motion.trajectory
        inside = np.clip(trajectory.start + times, *trajectory.times)
        found["tau_r"] = efforts_along(self.motion.model, trajectory, inside, self.motion.mode, friction=self.friction)
        return {name: found[name] for name in names}


class CrossingLaw(Law):
    """tau = tau_r(t) + Kp (q_r - q) + Kd (qd_r - qd) along a motion of `plan.cross`.

    The model of the law is that of the motion: if a leg changes its working mode, it is in joint coordinates of that leg.

    motion : the planned motion
    kp, kd : one number, or one for each actuator [N m/rad, N/m; N m s/rad, N s/m]
    friction : True if the planned efforts contain the friction of the joints
    """

    title = "crossing law"

    def __init__(self, motion: CrossingMotion, kp: ArrayLike, kd: ArrayLike, *, friction: bool = True) -> None:
        instance("motion", motion, CrossingMotion, "a motion of plan.cross")
        super().__init__(motion.model, motion.trajectory, mode=motion.mode)
        self.reference = _Planned(motion, flag("friction", friction))
        self.gains = {"kp": gain("kp", kp, self.n_a), "kd": gain("kd", kd, self.n_a)}

    def _write(self, s: Signals, gains: dict[str, SX]) -> tuple[SX, SX, dict[str, SX]]:
        return s.tau_r + gains["kp"] * (s.q_r - s.q) + gains["kd"] * (s.qd_r - s.qd), SX(0, 1), {}
