"""Compute the matrices of the book and the wrenches of the legs at one pose, from evaluated kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError
from parados.kinematics.leg_twists import LegScrews
from parados.kinematics.matrices import KinematicMatrices, kinematic_matrices, passive_rows
from parados.kinematics.wrench_basis import LastLink, Reference
from parados.kinematics.wrenches import LegWrenches, leg_wrenches
from parados.model.evaluation import Evaluator
from parados.topology.leg_groups import leg_groups
from parados.topology.mechanism import BASE

__all__ = ["matrices_at", "wrenches_at"]


def _one(evaluator: Evaluator, name: str, x: ArrayLike, mode: ArrayLike | None) -> dict[str, NDArray[np.float64]]:
    """Evaluate a quantity at one pose."""
    stack, out = evaluator.evaluate(name, {"x": x}, mode)
    if stack.stacked:
        raise InputError(f"x: one pose ({len(evaluator.labels['x'])},) is expected here, not a stack")
    return {key: value[0] for key, value in out.items()}


def _screws(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LegScrews]:
    """Return the unit twists of every closure: those of all joints and of its free motions."""
    mechanism = evaluator.robot.mechanism
    screws = _one(evaluator, "screws", x, mode)["screws"]
    n_t = len(mechanism.joints)
    start, legs = 0, []
    for closure in mechanism.closures:
        width = n_t + len(closure.free)
        block = screws[:, start : start + width]
        legs.append(LegScrews(closure, block[:, :n_t], block[:, n_t:]))
        start += width
    return legs


def _last_links(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LastLink]:
    """Return the last link of every leg, in the order of `leg_wrenches`."""
    frames = _one(evaluator, "link_frames", x, mode)["frames"]
    P = _one(evaluator, "pose", x, mode)["frame"][:3, 3]
    ends = [group.outer[0].a for group in leg_groups(evaluator.robot.mechanism) if group.outer]
    links = [np.eye(4) if k == BASE else frames[k] for k in ends]
    return [LastLink(frame[:3, :3], frame[:3, 3] - P) for frame in links]


def wrenches_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> list[LegWrenches]:
    """Compute the actuation and constraint wrenches of every leg."""
    mechanism, home = evaluator.robot.mechanism, evaluator.robot.survey.home
    here = _screws(evaluator, x, mode)
    if not mechanism.redundant:
        return leg_wrenches(mechanism, here)
    rows = [leg.actuation for leg in leg_wrenches(mechanism, _screws(evaluator, home, mode))]
    links = zip(_last_links(evaluator, home, mode), _last_links(evaluator, x, mode), strict=True)
    # actuators on the platform come after the legs and need no reference
    references = {k: Reference(own, *pair) for k, (own, pair) in enumerate(zip(rows, links, strict=False))}
    return leg_wrenches(mechanism, here, references)


def matrices_at(evaluator: Evaluator, x: ArrayLike, mode: ArrayLike | None) -> KinematicMatrices:
    """Compute A, B, A_r, Psi_t, J, J_inv, J_t, J_ta and J_td; the closure rows for the passive joints are chosen at home."""
    here = _one(evaluator, "closure_jacobian", x, mode)
    home = _one(evaluator, "closure_jacobian", evaluator.robot.survey.home, mode)
    chosen = passive_rows(home["rows"], evaluator.robot.mechanism)
    return kinematic_matrices(evaluator.robot.mechanism, here["rows"], here["psi"], wrenches_at(evaluator, x, mode), chosen)
