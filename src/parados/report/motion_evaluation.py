"""Evaluate actuator positions, efforts and energies along a motion."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import Progress, check_progress, report_progress
from parados.errors import InputError, ParadosError
from parados.spatial.turns import continuous
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["MotionResults", "evaluate_motion"]

Array = NDArray[np.float64]

BLOCKS = 20
"""Number of blocks in which a motion is evaluated, so that progress can be shown."""


@dataclass(frozen=True)
class MotionResults:
    """Results for the rows of a motion: q, qd, qdd, tau (N, n_a), origin of the platform (N, 3) [m], energies (N,) [J].

    Without a platform the positions have the shape (N, 0).
    """

    q: Array
    qd: Array
    qdd: Array
    tau: Array
    position: Array
    kinetic: Array
    potential: Array

    @property
    def power(self) -> Array:
        """(N, n_a) power of each actuator [W]."""
        return self.tau * self.qd


def evaluate_motion(model: Model, motion: MotionTable, progress: Progress | None = None) -> MotionResults:
    """Evaluate a motion in blocks.

    progress : function progress(done, total), called with the numbers of rows done and in total

    Raises InputError for the first row that cannot be evaluated.
    """
    check_progress(progress)
    parts = []
    blocks = BLOCKS if model.survey.geometry.is_closed_form else 1  # a numeric geometry continues from row to row
    for rows in np.array_split(np.arange(len(motion)), min(blocks, len(motion))):
        parts.append(_block(model, motion.x[rows], motion.xd[rows], motion.xdd[rows], int(rows[0])))
        report_progress(progress, int(rows[-1]) + 1, len(motion))
    names = [field.name for field in fields(MotionResults)]
    results = MotionResults(*[np.concatenate([getattr(part, name) for part in parts]) for name in names])
    turning = [model.mechanism.joints[k].is_periodic for k in model.mechanism.actuated]
    return replace(results, q=continuous(results.q, turning))


def _block(model: Model, x: Array, xd: Array, xdd: Array, first: int) -> MotionResults:
    import warnings

    with warnings.catch_warnings(record=True) as caught:  # rows that are NaN are rejected below, with their number
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", RuntimeWarning)
        tau = model.inverse_dynamics(x, xd, xdd, motion=True)
        platform = model.spec.has_platform
        energy = model.energy(x, xd, motion=True)
        results = MotionResults(
            q=model.inverse_kinematics(x, motion=True),
            qd=model.joint_rates(x, xd, motion=True),
            qdd=model.joint_accelerations(x, xd, xdd, motion=True),
            tau=tau,
            position=model.platform_frame(x, motion=True)[:, :3, 3] if platform else np.zeros((len(x), 0)),
            kinetic=energy.kinetic,
            potential=energy.potential,
        )
    failed = np.flatnonzero(~np.isfinite(tau).all(axis=1))
    if len(failed):
        k = int(failed[0])
        try:
            model.inverse_dynamics(x[k], xd[k], xdd[k])
        except ParadosError as error:
            raise InputError(f"row {first + k + 1} of the motion: {error}") from error
        raise InputError(f"row {first + k + 1} of the motion: {caught[0].message}")
    return results
