"""Why a state cannot be served: which leg does not reach, or which matrix has lost rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import ParadosError, SingularConfigurationError, UnreachableError

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator

__all__ = ["diagnose"]

Array = NDArray[np.float64]

LOST = 1e-7
"""Part of the largest singular value below which the smallest one is named as lost."""

_TYPES = {
    "W": "Type 1 or serial: the closures do not determine the rates of a leg",
    "J_inv": "Type 2 or parallel: the platform moves with the actuators locked",
    "D": "a singularity of the chosen angles, not of the robot",
}


def diagnose(evaluator: Evaluator, x: Array, mode: ArrayLike | None) -> ParadosError:
    """The error of one state that gave no finite, trustworthy result."""
    shown = np.round(x, 6).tolist()
    geometry = evaluator.survey.geometry
    if not geometry.is_closed_form:
        unknowns = evaluator.unknowns(x[None])[0]
        if not np.isfinite(unknowns).all():
            return UnreachableError(f"no closed configuration was found at x = {shown} on the way from home")
        return SingularConfigurationError(_singular(evaluator, np.concatenate([x, unknowns]), shown))
    signs = evaluator.signs(mode)
    reach = ca.Function("reach", [geometry.x, geometry.signs], [geometry.discriminants()])(x, signs).full().ravel()
    for step, value in zip(geometry.steps, reach, strict=True):
        if not value >= 0:
            leg = geometry.mechanism.leg_names[step.leg]
            chosen = f" in mode {list(evaluator.mode(mode) or ())}" if geometry.signs.numel() else ""
            return UnreachableError(f"{leg} cannot reach x = {shown}{chosen}: joint {step.joint} has no real position")
    return SingularConfigurationError(_singular(evaluator, np.concatenate([x, signs]), shown))


def _singular(evaluator: Evaluator, inputs: Array, shown: list[float]) -> str:
    """Which matrix has lost rank: W over all joint rates, J_inv over those of the actuators, or that of the angles."""
    k, geometry = evaluator.graphs.kinematics, evaluator.survey.geometry
    symbols = ca.vertcat(geometry.x, geometry.signs, geometry.unknowns)
    W = np.array(ca.Function("W", [symbols], [ca.densify(k.W)])(inputs))
    if not np.isfinite(W).all():
        return f"the closed form of the inverse geometry is undefined at x = {shown}: a leg is folded onto the axis of its joint"
    rates = ca.jacobian(k.rates[list(evaluator.mechanism.actuated)], k.nu)
    J_inv = np.array(ca.Function("J_inv", [symbols], [ca.densify(rates)])(inputs))
    for name, matrix in (("W", W), ("J_inv", np.where(np.isfinite(J_inv), J_inv, 0.0))):
        values = np.linalg.svd(matrix, compute_uv=False)
        size = values[-1] / values[0] if values[0] > 0 else 0.0
        if size < LOST:
            return f"x = {shown} is singular: the smallest singular value of {name} is {size:.1e} of its largest ({_TYPES[name]})"
    return f"x = {shown} is {_TYPES['D']}"
