"""Distribution of a generalised force over redundant actuators.

The actuators of a robot with n_a > n actuators produce the force F = J_inv^T tau in many ways. All of them are

    tau = J^T F + P eta,    P = I - J_inv J,    J = (J_inv^T J_inv)^-1 J_inv^T,

where J^T F has the least norm and P eta does not move the robot, Briot & Khalil (8.145)-(8.148). A preload uses P eta: it keeps
each actuator pushing in one direction, so that backlash never opens.

References
----------
A. Mueller, Internal preload control of redundantly actuated parallel manipulators, IEEE Trans. Robotics 21 (2005), 668-677.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import instance, positive, vector
from parados.errors import InputError
from parados.model.model import COMPILED, Model
from parados.model.state_arguments import check_state
from parados.spatial.vectors import SX

if TYPE_CHECKING:
    from parados.control.law_signals import Signals

__all__ = ["Preload", "distribute"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Preload:
    """Preload against backlash: actuator i pushes in the direction `pattern[i]` with at least the effort `least`.

    With the signs s of the pattern, the efforts tau_0 that the motion needs become tau = tau_0 + alpha P s with the smallest
    alpha >= 0 for which s_i tau_i >= least. It exists where all s_i (P s)_i are positive; elsewhere there is no result.

    pattern : (n_a,) 1 or -1 for each actuator;  least : [N m, N]
    """

    pattern: ArrayLike
    least: float

    def __post_init__(self) -> None:
        signs = vector("preload: pattern", self.pattern)
        if not np.isin(signs, (-1.0, 1.0)).all():
            raise InputError("preload: pattern: 1 or -1 is expected for each actuator")
        object.__setattr__(self, "pattern", tuple(signs.tolist()))
        object.__setattr__(self, "least", positive("preload: least", self.least, "N m or N"))

    def checked(self, model: Model) -> Preload:
        """Check that the preload fits a robot; returns it."""
        n_a, n = len(model.labels["q"]), len(model.labels["xd"])
        if n_a == n:
            raise InputError(f"preload: {model.spec.name} is not redundantly actuated; leave it out")
        vector("preload: pattern", self.pattern, n_a)
        return self

    def added(self, s: Signals, tau: SX) -> SX:
        """Return efforts (n_a, 1) with the preload, as an expression."""
        signs = ca.DM(np.array(self.pattern))
        J, J_inv = s.value("jacobian", s.here), s.value("inverse_jacobian", s.here)
        inner = signs - J_inv @ (J @ signs)  # P s
        alpha = SX(0)
        for k in range(signs.numel()):
            share = signs[k] * inner[k]
            alpha = ca.fmax(alpha, ca.if_else(share > 0, (self.least - signs[k] * tau[k]) / share, np.inf))
        return tau + alpha * inner


def distribute(
    model: Model, x: ArrayLike, force: ArrayLike, *, near: ArrayLike | None = None, mode: ArrayLike | None = None
) -> Array:
    """(n_a,) efforts that produce a generalised force (n,) dual to xd, nearest to given efforts.

    They solve min |tau - near| with J_inv^T tau = F: tau = near + J^T (F - J_inv^T near).

    near : (n_a,) wanted efforts; zero by default, which gives the efforts of least norm [N m, N]
    """
    instance("model", model, Model, COMPILED)
    pose = check_state("x", x, model.labels)
    F = vector("force", force, len(model.labels["xd"]))
    wanted = np.zeros(len(model.labels["q"])) if near is None else vector("near", near, len(model.labels["q"]))
    J, J_inv = model.jacobian(pose, mode=mode), model.inverse_jacobian(pose, mode=mode)
    return np.asarray(wanted + J.T @ (F - J_inv.T @ wanted))
