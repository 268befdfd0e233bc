"""Evaluate actuator positions, efforts and energies along a motion."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, report_progress
from parados.errors import InputError, ParadosError
from parados.model.joint_turns import JointTurns
from parados.spatial.turns import continuous
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["MotionResults", "evaluate_motion", "motion_results"]

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


def evaluate_motion(
    model: Model, motion: MotionTable, progress: Progress | None = None, *, mode: ArrayLike | None = None
) -> MotionResults:
    """Evaluate a motion in blocks.

    mode : working mode;  progress : function progress(done, total), called with the numbers of rows done and in total

    Raises InputError for the first row that cannot be evaluated.
    """
    check_progress(progress)
    parts, joints = [], JointTurns(model, mode)
    closed_form = model.survey.geometry.is_closed_form  # a numeric geometry continues from row to row
    blocks, turns = (BLOCKS, joints.of_motion(motion.x)) if closed_form else (1, np.zeros((len(motion), 0)))
    for rows in np.array_split(np.arange(len(motion)), min(blocks, len(motion))):
        own = joints.made(turns[rows])
        parts.append(_block(own, motion.x[rows], motion.xd[rows], motion.xdd[rows], int(rows[0]), mode))
        report_progress(progress, int(rows[-1]) + 1, len(motion))
    names = [field.name for field in fields(MotionResults)]
    results = MotionResults(*[np.concatenate([getattr(part, name) for part in parts]) for name in names])
    turning = model.mechanism.turning[list(model.mechanism.actuated)]
    return replace(results, q=continuous(results.q, turning))


def motion_results(
    model: Model, motion: MotionTable, *, mode: ArrayLike | None = None, jerk: ArrayLike | None = None
) -> MotionResults:
    """Evaluate a motion; rows without a result are NaN, such as poses out of reach and efforts that are not finite.

    mode : working mode;  jerk : (N, n) third derivatives, on which the efforts at a singularity depend
    """
    x, xd, xdd = motion.states
    along: dict[str, Any] = {"mode": mode, "motion": True}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        energy = model.energy(x, xd, **along)
        return MotionResults(
            q=model.inverse_kinematics(x, **along),
            qd=model.joint_rates(x, xd, **along),
            qdd=model.joint_accelerations(x, xd, xdd, **along),
            tau=model.inverse_dynamics(x, xd, xdd, jerk=jerk, **along),
            position=model.platform_frame(x, **along)[:, :3, 3] if model.spec.has_platform else np.zeros((len(x), 0)),
            kinetic=energy.kinetic,
            potential=energy.potential,
        )


def _block(model: Model, x: Array, xd: Array, xdd: Array, first: int, mode: ArrayLike | None) -> MotionResults:
    """Evaluate some rows; raise an error for the first one without a result."""
    results = motion_results(model, MotionTable(np.arange(float(len(x))), x, xd, xdd), mode=mode)
    failed = np.flatnonzero(~np.isfinite(results.tau).all(axis=1))
    if len(failed):
        k = int(failed[0])
        try:
            model.of_rows([k]).inverse_dynamics(x[k], xd[k], xdd[k], mode=mode)
        except ParadosError as error:
            raise InputError(f"row {first + k + 1} of the motion: {error}") from error
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", RuntimeWarning)
            model.inverse_dynamics(x, xd, xdd, mode=mode, motion=True)
        raise InputError(f"row {first + k + 1} of the motion: {caught[0].message}")
    return results
