"""Find why a state has no result: which leg does not reach, or which matrix has lost rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError, ParadosError, SingularConfigurationError, UnreachableError
from parados.geometry.inverse import Samples
from parados.kinematics.leg_twists import LegScrews, leg_screws
from parados.kinematics.mobility import closure_jacobian_expression
from parados.kinematics.wrenches import LegWrenches, leg_wrenches
from parados.topology.tree import spring_vectors

if TYPE_CHECKING:
    from parados.model.evaluation import Evaluator

__all__ = ["diagnose"]

Array = NDArray[np.float64]

LOST = 1e-6
"""Ratio of the smallest singular value to the usual largest one below which a matrix is reported to have lost rank."""

MEETING = 1e-12
"""Two points meet if their distance is below this times the size of the robot."""

_TYPES = {
    "J_td": "LPJTS: the passive joints of a leg move by themselves",
    "J_q": "with the joints that are in x, a leg is stretched or folded: the others do not follow from x",
    "B": "Type 1 or serial: a leg loses a motion",
    "A_r": "Type 2 or parallel: the platform moves with the actuators locked",
    "D": "a singularity of the chosen angles, not of the robot",
}


def diagnose(evaluator: Evaluator, x: Array, mode: ArrayLike | None) -> ParadosError:
    """Build the error for one state without a finite, trustworthy result."""
    shown = np.round(x, 6).tolist()
    geometry = evaluator.graphs.survey.geometry
    if not geometry.is_closed_form:
        unknowns = evaluator.unknowns(x, mode)[0]
        if not np.isfinite(unknowns).all():
            chosen = f" in mode {list(evaluator.mode(mode))}" if geometry.free_choices else ""
            return UnreachableError(f"no closed configuration was found at x = {shown}{chosen} on the way from home")
        return _singular(evaluator, np.concatenate([evaluator.given(x)[0], unknowns]), shown)
    signs = evaluator.signs(mode)
    given = evaluator.given(x)[0]
    reach = ca.Function("reach", [geometry.given, geometry.signs], [geometry.discriminants()])(given, signs).full().ravel()
    chosen = f" in mode {list(evaluator.mode(mode))}" if geometry.signs.numel() else ""
    for name, value in zip(geometry.settled, reach[len(geometry.choices) :], strict=True):
        if value < 0:
            return UnreachableError(f"the legs cannot reach x = {shown}{chosen}: {name} has no real value")
    for choice, value in zip(geometry.choices, reach[: len(geometry.choices)], strict=True):
        if not value >= 0:
            leg, joint = geometry.mechanism.leg_names[choice.leg], geometry.mechanism.joints[choice.joint].name
            return UnreachableError(f"{leg} cannot reach x = {shown}{chosen}: joint {joint} has no real position")
    return _singular(evaluator, np.concatenate([given, signs]), shown)


def _singular(evaluator: Evaluator, inputs: Array, shown: list[float]) -> ParadosError:
    """Build the error that names the matrix of the book that has lost rank; if none has, an argument is too large."""
    for name, size in _smallest_singular_values(evaluator, inputs):
        if size < LOST:
            reason = f"the smallest singular value of {name} is {size:.1e} times its usual largest one ({_TYPES[name]})"
            return SingularConfigurationError(f"x = {shown} is singular: {reason}")
    for name in _folded_springs(evaluator, inputs):
        return SingularConfigurationError(f"the two points of the spring {name} meet at x = {shown}: its force has no direction")
    return InputError(f"the result at x = {shown} is not finite although the pose is regular: an argument is too large")


def _folded_springs(evaluator: Evaluator, inputs: Array) -> Iterator[str]:
    """Yield the names of springs whose two end points coincide."""
    geometry = evaluator.graphs.survey.geometry
    vectors = Samples(inputs[None]).values(geometry, spring_vectors(geometry.tree))[0]
    for spring, vector in zip(geometry.mechanism.springs, vectors.T, strict=True):
        if np.linalg.norm(vector) < MEETING * geometry.mechanism.size:
            yield spring.name


def _smallest_singular_values(evaluator: Evaluator, inputs: Array) -> Iterator[tuple[str, float]]:
    """Compute the smallest singular values of J_td, B, A_r and D, each over the largest one at a sampled configuration.

    If x contains joints, so that they are given, J_q are the columns of the closures of all other joints.
    """
    geometry, mechanism = evaluator.graphs.survey.geometry, evaluator.graphs.mechanism
    usual = evaluator.graphs.survey.samples.inputs[0]
    both = Samples(np.vstack([inputs, usual]))
    rows = both.values(geometry, closure_jacobian_expression(geometry))
    if not np.isfinite(rows[0]).all():
        yield "J_td", 0.0  # the closed form divides by zero: a leg is folded onto the axis of its joint
        return
    passive = rows[:, :, list(mechanism.passive)]  # all closure rows: they have the rank of J_td
    yield "J_td", _ratio(passive[0], passive[1])
    if mechanism.joints_in_x:
        solved = rows[:, :, [k for k in range(len(mechanism.joints)) if k not in mechanism.joints_in_x]]
        yield "J_q", _ratio(solved[0], solved[1])
    if mechanism.platform.is_absent:
        return
    screws = leg_screws(geometry, both)
    here, there = (leg_wrenches(mechanism, [LegScrews(s.closure, s.joints[k], s.free[k]) for s in screws]) for k in (0, 1))
    if _resisted(here) < _resisted(there):  # loops below a carried platform: it moves although the actuators are held
        yield "A_r", 0.0
    B_here, B_there = (np.vstack([leg.work for leg in legs]) for legs in (here, there))
    yield "B", _ratio(B_here, B_there) if B_here.shape == B_there.shape else 0.0
    k = evaluator.graphs.kinematics
    Psi_t = both.values(geometry, ca.jacobian(k.whole_platform_motion(), k.nu))
    A_here, A_there = (
        np.vstack([leg.actuation for leg in legs]) @ np.where(np.isfinite(Psi), Psi, 0.0)
        for legs, Psi in zip((here, there), Psi_t, strict=True)
    )
    yield "A_r", _ratio(A_here, A_there)
    if not mechanism.platform.is_quaternion:
        D = both.values(geometry, ca.densify(geometry.angle_rates))
        yield "D", _ratio(D[0], D[1])


def _resisted(legs: Sequence[LegWrenches]) -> int:
    """Return the number of wrenches on the platform that the legs resist while the actuators are held."""
    return sum(len(leg.actuation) + len(leg.constraint) for leg in legs)


def _ratio(matrix: Array, usual: Array) -> float:
    """Return the smallest singular value over the usual largest one; 1 for an empty matrix."""
    if min(matrix.shape) == 0:
        return 1.0
    largest = np.linalg.svd(usual, compute_uv=False)[0]
    return float(np.linalg.svd(matrix, compute_uv=False)[-1] / largest) if largest > 0 else 0.0
