"""Offsets of encoders: measured positions differ from the true ones by constants that the efforts show.

q = q_measured - offset. The offsets change the poses along the log, and with them all columns of the regressor: they are found by
variable projection, with the base parameters solved inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from parados.arguments import instance, positive
from parados.arguments.single_values import listed
from parados.errors import InputError
from parados.identify.fit_result import Fit
from parados.identify.log_start import poses_along
from parados.identify.motion_of_log import LogMotion, platform_motion, turns_of
from parados.identify.regression_rows import Regression
from parados.identify.rests_of_log import usable_rows
from parados.identify.variable_projection import ProjectedFit, variable_projection
from parados.text.result_display import Display, Shown, Table

__all__ = ["EncoderOffsets", "encoder_offsets"]

Array = NDArray[np.float64]

ROWS = 800
"""Largest number of samples that are evaluated for each set of offsets."""

SIZE = 0.01
"""Typical size of an offset [rad, m]."""

RISK = 0.001
"""Probability to find offsets in a log of a robot that has none."""

PASSES = 10
"""Largest number of searches; each leaves out rows near a change of direction, given the offsets of the search before."""


@dataclass(frozen=True, eq=False)
class EncoderOffsets(Shown):
    """Offsets of the encoders.

    Attributes
    ----------
    joints : names of the actuated joints
    offsets : (n_a,) measured minus true positions [rad, m];  covariance : (n_a, n_a) of the offsets
    values : (n_b,) base parameters with these offsets
    improvement : part by which the offsets reduce the weighted sum of squared residuals of all rows, also those near changes of
        direction that the search leaves out
    """

    joints: tuple[str, ...]
    offsets: Array
    covariance: Array = field(repr=False)
    values: Array = field(repr=False)
    improvement: float = 0.0

    @property
    def standard_deviations(self) -> Array:
        """(n_a,) standard deviations of the offsets [rad, m]."""
        return np.sqrt(np.diag(self.covariance))

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
    n_a = len(own.actuators)
    found, settled = _searched(own, bound)
    covariance = found.covariance[:n_a, :n_a]
    open_ = ~(np.sqrt(np.diag(covariance)) < bound / 2) | (np.abs(found.nonlinear) > 0.99 * bound) | (not settled)
    if open_.any():
        lost = [name for name, is_open in zip(own.actuators, open_, strict=True) if is_open]
        raise InputError(f"log: the efforts do not determine the encoder offsets of {listed(lost)}; calibrate the geometry first")
    if found.nonlinear @ np.linalg.solve(covariance, found.nonlinear) < chi2.ppf(1 - RISK, n_a):
        raise InputError("log: the efforts show no offsets of the encoders; offsets of zero explain them as well")
    every = [_Part.of(own, motion) for motion in own.motions]
    improvement = 1 - _residual(own, every, found.nonlinear) / _residual(own, every, np.zeros(n_a))
    return EncoderOffsets(own.actuators, found.nonlinear, covariance, found.linear, improvement)


def _searched(fit: Fit, bound: float) -> tuple[ProjectedFit, bool]:
    """Search the offsets until the rows that a search leaves out are those near the changes of direction of its result.

    Otherwise dry friction jumps between two trial offsets, and the jump counts as information about them.

    Returns the last search, and True if the searches settled.
    """
    parts = [_Part.of(fit, motion) for motion in fit.motions]
    ends, start = np.full(len(fit.actuators), bound), np.zeros(len(fit.actuators))
    for _ in range(PASSES):
        parts = [part.steady(fit, start) for part in parts]
        found = variable_projection(partial(_weighted_rows, fit, parts), start, -ends, ends, np.full(len(start), SIZE))
        moved, start = np.abs(found.nonlinear - start).sum(), found.nonlinear
        if moved < SIZE / 2:
            return found, True
    return found, False


def _weighted_rows(fit: Fit, parts: Sequence[_Part], offsets: Array) -> tuple[Array, Array]:
    """Return the rows of all motions, each divided by the noise of its actuator."""
    found = [part.rows(fit, offsets) for part in parts]
    W, tau = (np.concatenate([one[k] for one in found]) for k in range(2))
    return (W / fit.noise[:, None]).reshape(-1, W.shape[2]), (tau / fit.noise).ravel()


def _residual(fit: Fit, parts: Sequence[_Part], offsets: Array) -> float:
    """Sum of squared residuals with the best base parameters for given offsets."""
    W, tau = _weighted_rows(fit, parts, offsets)
    r = tau - W @ np.linalg.lstsq(W, tau, rcond=None)[0]
    return float(r @ r)


@dataclass(frozen=True, eq=False)
class _Part:
    """Some rows of a motion."""

    motion: LogMotion
    chosen: NDArray[np.intp]

    @staticmethod
    def of(fit: Fit, motion: LogMotion) -> _Part:
        valid = np.flatnonzero(usable_rows(fit.base.model, motion, fit.base.columns))
        return _Part(motion, valid[:: max(1, len(valid) // ROWS)])

    def rows(self, fit: Fit, offsets: Array) -> tuple[Array, Array]:
        """Return W and tau of the motion whose measured positions have these offsets; InputError if it leaves the workspace."""
        m, k, model = self.motion, self.chosen, fit.base.model
        x = poses_along(model, m.q[k] - offsets, m.x[k][0], m.mode)
        if x is None:
            raise InputError(
                "log: with other offsets of the encoders its motion meets a singularity or the end of the workspace; use a log "
                "of a motion that stays away from both"
            )
        xd, xdd = platform_motion(model, x, m.qd[k], m.qdd[k], m.mode)
        W, known = Regression(fit.base, ()).evaluate(x, xd, xdd, m.mode, turns_of(model, m)[k])
        return W, m.tau[k] - known

    def steady(self, fit: Fit, offsets: Array) -> _Part:
        """Return the rows in which no joint changes its direction if the offsets change a little: dry friction jumps there."""
        dry = [k for k, name in enumerate(fit.names) if name.split("_")[0] in ("fs", "fb", "fn")]
        W = self.rows(fit, offsets)[0][:, :, dry]
        keep = np.ones(len(W), dtype=bool)
        for change in SIZE * np.vstack((np.eye(len(offsets)), -np.eye(len(offsets)))):
            other = self.rows(fit, offsets + change)[0][:, :, dry]
            keep &= (np.einsum("njk,njk->nk", W, other) >= 0).all(axis=1)
        return _Part(self.motion, self.chosen[keep])
