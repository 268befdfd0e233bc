"""Offsets of encoders: measured positions differ from the true ones by constants that the efforts show.

q = q_measured - offset. The offsets change the poses along the log, and with them all columns of the regressor: they are found by
variable projection, with the base parameters solved inside.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.arguments import instance, positive
from parados.arguments.words import listed
from parados.errors import InputError
from parados.identify.fit_result import Fit
from parados.identify.motion_of_log import LogMotion
from parados.identify.regression_rows import Regression
from parados.identify.variable_projection import variable_projection
from parados.text.result_display import Display, Shown, Table

__all__ = ["EncoderOffsets", "encoder_offsets"]

Array = NDArray[np.float64]

ROWS = 1500
"""Largest number of samples that are evaluated for each set of offsets."""


@dataclass(frozen=True, eq=False)
class EncoderOffsets(Shown):
    """Offsets of the encoders.

    Attributes
    ----------
    joints : names of the actuated joints
    offsets, standard_deviations : (n_a,) measured minus true positions [rad, m]
    values : (n_b,) base parameters with these offsets
    improvement : part by which the offsets reduce the weighted sum of squared residuals
    """

    joints: tuple[str, ...]
    offsets: Array
    standard_deviations: Array
    values: Array = field(repr=False)
    improvement: float = 0.0

    def _display(self) -> Display:
        rows = [
            [name, f"{value:.5g}", f"{sd:.2g}"]
            for name, value, sd in zip(self.joints, self.offsets, self.standard_deviations, strict=True)
        ]
        facts = {"squared residuals": f"{100 * self.improvement:.3g} % less"}
        return Display("Offsets of the encoders [rad, m]", facts, [Table(("joint", "offset", "deviation"), rows)])


def encoder_offsets(fit: Fit, *, largest: float = 0.2) -> EncoderOffsets:
    """Identify the offsets of the encoders of the actuated joints together with the base parameters, on the logs of a fit.

    largest : bound of the offsets [rad, m]

    Raises InputError if the logs do not determine them.
    """
    own = instance("fit", fit, Fit, "a fit (parados.identify.identify)")
    bound = positive("largest", largest, "rad, m")
    if own.base.side != "efforts":
        raise InputError(f"encoder_offsets: {own.base.model.spec.name} has redundant actuators; calibrate its geometry instead")
    parts = [_Part.of(motion) for motion in own.motions]
    regression, n_a = Regression(own.base, ()), len(own.actuators)

    def rows(offsets: Array) -> tuple[Array, Array]:
        found = [part.rows(regression, offsets) for part in parts]
        W, tau = (np.concatenate([one[k] for one in found]) for k in range(2))
        return (W / own.noise[:, None]).reshape(-1, W.shape[2]), (tau / own.noise).ravel()

    W, tau = rows(np.zeros(n_a))
    before = tau - W @ np.linalg.lstsq(W, tau, rcond=None)[0]
    ends = np.full(n_a, bound)
    found = variable_projection(rows, np.zeros(n_a), -ends, ends, np.full(n_a, 0.01))
    deviations = np.sqrt(np.diag(found.covariance))[:n_a]
    open_ = [name for name, sd in zip(own.actuators, deviations, strict=True) if not sd < bound / 2]
    if open_ or (np.abs(found.nonlinear) > 0.99 * bound).any():
        lost = open_ or [name for name, one in zip(own.actuators, found.nonlinear, strict=True) if abs(one) > 0.99 * bound]
        raise InputError(f"log: the efforts do not determine the encoder offsets of {listed(lost)}; calibrate the geometry first")
    return EncoderOffsets(own.actuators, found.nonlinear, deviations, found.linear, 1 - found.squares / float(before @ before))


@dataclass(frozen=True, eq=False)
class _Part:
    """Some rows of a motion."""

    motion: LogMotion
    chosen: NDArray[np.intp]

    @staticmethod
    def of(motion: LogMotion) -> _Part:
        valid = np.flatnonzero(motion.valid)
        return _Part(motion, valid[:: max(1, len(valid) // ROWS)])

    def rows(self, regression: Regression, offsets: Array) -> tuple[Array, Array]:
        """Return W and tau of the motion whose measured positions have these offsets."""
        m, k, model = self.motion, self.chosen, regression.base.model
        x = model.forward_kinematics(m.q[k] - offsets, guess=m.x[k][0], motion=True)
        J = model.jacobian(x, mode=m.mode, motion=True)
        xd = np.einsum("nij,nj->ni", J, m.qd[k])
        turned = model.joint_accelerations(x, xd, np.zeros_like(xd), mode=m.mode, motion=True)
        W, known = regression.evaluate(x, xd, np.einsum("nij,nj->ni", J, m.qdd[k] - turned), m.mode)
        return W, m.tau[k] - known
