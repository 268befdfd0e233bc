"""Warn if the forward geometry came to another assembly mode than that of home, or to a pose that is not determined.

The determinant of the inverse Jacobian keeps its sign within an aspect. If its sign at a result differs from that at home, the
robot meets a Type 2 singularity on every way from home to the result. At a self-motion the inverse Jacobian has lost its rank.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.model.touched_singularities import TOUCHED, touched_singularities
from parados.text.numbers import counted

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["warn_other_assembly", "warn_touched_singularity"]

Array = NDArray[np.float64]

UNDETERMINED = 1e-7
"""Smallest singular value of the inverse Jacobian over the largest one, below which a pose counts as singular."""


def warn_other_assembly(model: Model, x: Array, good: NDArray[np.bool_], mode: ArrayLike | None) -> None:
    """Issue one warning if poses (N, n_x) are singular, and one if they lie behind a Type 2 singularity, seen from home.

    good : (N,) True for poses that were found
    """
    rows = np.flatnonzero(good)
    if not len(rows) or len(model.labels["q"]) != model.mechanism.n_dof or not model.mechanism.loops:
        return
    J = model.of_rows(rows).quietly("twist_jacobian", x[rows], mode=mode)["J"]
    home = model.of_rows([0]).quietly("twist_jacobian", model.survey.home[None], mode=mode)["J"][0]
    known = np.isfinite(J).all(axis=(1, 2))
    rows, J = rows[known], J[known]
    if not len(rows):
        return
    singular = _is_singular(J)
    if singular.any():
        _tell(model, x, rows[singular], "are singular", _undetermined(model, x, rows[singular], mode))
    if not np.isfinite(home).all() or _is_singular(home[None])[0]:
        return
    other = ~singular & (np.sign(np.linalg.det(J)) != np.sign(np.linalg.det(home)))
    if other.any():
        _tell(
            model, x, rows[other], "belong to another assembly mode than home",
            "the determinant of the inverse Jacobian has the other sign there, so a Type 2 singularity lies between; "
            "assembly_modes(q) lists all poses",
        )  # fmt: skip


def warn_touched_singularity(model: Model, x: Array, sense: Array, mode: ArrayLike | None) -> None:
    """Issue a warning if a motion (N, n_x) turns back at a Type 2 singularity (`touched_singularities`).

    sense : (N,) sense of each row (`c_forward_rows`)
    """
    steps = touched_singularities(model, x, mode, sense)
    if len(steps):
        others = f" (and {counted(len(steps) - 1, 'more time')})" if len(steps) > 1 else ""
        where = f"between rows {steps[0]} and {steps[0] + 1}{others}"
        warnings.warn(f"forward_kinematics: {where}, the motion {TOUCHED}", RuntimeWarning, stacklevel=5)


def _is_singular(J: Array) -> NDArray[np.bool_]:
    sizes = np.linalg.svd(J, compute_uv=False)
    return np.asarray(sizes[:, -1] < UNDETERMINED * sizes[:, 0])


def _undetermined(model: Model, x: Array, rows: NDArray[np.intp], mode: ArrayLike | None) -> str:
    """Tell what a singular result means; for one state, whether the platform can move while the actuated joints are held."""
    solver = None if len(x) > 1 or model.has_rows else model.single_robot().pose_solver
    if solver is not None and solver.solve(model.inverse_kinematics(x[rows[0]], mode=mode)).is_curve:
        return "the platform can move while the actuated joints are held (self-motion), so this pose is one of many"
    return "assembly modes meet there, and the pose is accurate to the square root of round-off only"


def _tell(model: Model, x: Array, rows: NDArray[np.intp], verb: str, meaning: str) -> None:
    pose = np.round(x[rows[0]], 6).tolist()
    singular = verb.replace("are ", "is ").replace("belong ", "belongs ")
    several = f"{len(rows)} of {len(x)} poses {verb}, the first is row {rows[0]}"
    who = f"the pose x = {pose} {singular}" if len(x) == 1 else several
    warnings.warn(f"forward_kinematics: {who}: {meaning}", RuntimeWarning, stacklevel=6)
