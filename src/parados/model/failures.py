"""Why a state cannot be served: which leg does not reach, or which matrix has lost rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import ParadosError, SingularConfigurationError, UnreachableError

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Failure", "diagnose"]

Array = NDArray[np.float64]

_TYPES = {
    "J_td": "Type 1 or serial, a leg loses a motion",
    "A_r": "Type 2 or parallel, the platform gains a motion",
    "D": "a singularity of the chosen angles, not of the robot",
}


@dataclass(frozen=True)
class Failure:
    error: ParadosError


def diagnose(model: Model, x: Array, mode: ArrayLike | None) -> Failure:
    """The error of one state that gave no finite, trustworthy result."""
    shown = np.round(x, 6).tolist()
    geometry = model.survey.geometry
    if not geometry.is_closed_form:
        stack_x = x[None]
        unknowns = model._solver.track(stack_x, model.survey.home, model.survey.home_unknowns)
        if not np.isfinite(unknowns).all():
            return Failure(UnreachableError(f"no closed configuration was found at x = {shown} on the way from home"))
        inputs = np.concatenate([x, unknowns[0]])
    else:
        signs = model._signs(mode)
        inputs = np.concatenate([x, signs])
        if geometry.steps:
            f = ca.Function("reach", [geometry.x, geometry.signs], [ca.vertcat(*[s.discriminant for s in geometry.steps])])
            reach = f(x, signs).full().ravel()
            failing = [step for step, value in zip(geometry.steps, reach, strict=True) if not value >= 0]
            if failing:
                leg = model.mechanism.leg_names[failing[0].leg]
                chosen = f" in mode {list(model.check_mode(mode) or ())}" if geometry.signs.numel() else ""
                return Failure(
                    UnreachableError(f"{leg} cannot reach x = {shown}{chosen}: joint {failing[0].joint} has no real position")
                )
    return Failure(SingularConfigurationError(_singular(model, inputs, shown)))


def _singular(model: Model, inputs: Array, shown: list[float]) -> str:
    k, geometry = model.graphs.kinematics, model.survey.geometry
    symbols = ca.vertcat(geometry.x, geometry.signs, geometry.unknowns)
    W = np.array(ca.Function("W", [symbols], [ca.densify(k.W)])(inputs))
    if not np.isfinite(W).all():
        return f"the closed form of the inverse geometry is undefined at x = {shown}: a leg is folded onto the axis of its joint"
    smallest_W = np.linalg.svd(W, compute_uv=False)[-1] / np.abs(W).max()
    rates = ca.jacobian(k.rates[list(model.mechanism.actuated)], k.nu)
    J = np.array(ca.Function("J", [symbols], [ca.densify(rates)])(inputs))
    J = np.where(np.isfinite(J), J, 0.0)
    values = np.linalg.svd(J, compute_uv=False)
    smallest_J = values[-1] / values[0] if values[0] > 0 else 0.0
    if smallest_W < 1e-7:
        name, size = "J_td", smallest_W
    elif smallest_J < 1e-7:
        name, size = "A_r", smallest_J
    else:
        name, size = "D", 0.0
    return f"x = {shown} is singular: the smallest singular value of {name} is {size:.1e} of its largest ({_TYPES[name]})"
