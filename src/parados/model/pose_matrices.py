"""The book's matrices and the legs' wrenches at one pose, from evaluated kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.kinematics.matrices import KinematicMatrices, kinematic_matrices, passive_rows
from parados.kinematics.screws import LegScrews
from parados.kinematics.wrenches import LegWrenches, leg_wrenches
from parados.model.evaluation import Evaluator

__all__ = ["matrices_at", "wrenches_at"]


def _one(evaluator: Evaluator, name: str, x: ArrayLike, mode: ArrayLike | None) -> dict[str, NDArray[np.float64]]:
    stack, out = evaluator.evaluate(name, {"x": x}, mode)
    if stack.stacked:
        raise InputError(f"x: one pose ({len(evaluator.labels['x'])},) is expected here, not a stack")
    return {key: value[0] for key, value in out.items()}


def wrenches_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LegWrenches]:
    """Actuation and constraint wrenches of every leg."""
    mechanism = evaluator.mechanism
    screws = _one(evaluator, "screws", x, mode)["screws"]
    n_t = len(mechanism.joints)
    start, legs = 0, []
    for closure in mechanism.closures:
        width = n_t + len(closure.free)
        block = screws[:, start : start + width]
        legs.append(LegScrews(closure, block[:, :n_t], block[:, n_t:]))
        start += width
    return leg_wrenches(mechanism, legs)


def matrices_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> KinematicMatrices:
    """A, B, A_r, Psi_t, J, J_inv, J_t, J_ta and J_td; the rows for the passive joints are those chosen at home."""
    here = _one(evaluator, "closure_jacobian", x, mode)
    home = _one(evaluator, "closure_jacobian", evaluator.survey.home, mode)
    chosen = passive_rows(home["rows"], evaluator.mechanism)
    psi = here["psi"].reshape(6, -1)
    return kinematic_matrices(evaluator.mechanism, here["rows"], psi, wrenches_at(evaluator, x, mode), chosen)
