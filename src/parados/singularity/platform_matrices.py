"""Matrices of the platform: constraints of all legs, motions that the constraints allow, and actuation of these motions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.singularity.leg_wrenches import ResistedWrenches
from parados.singularity.point_outputs import point_motions, point_rows

__all__ = ["PlatformMatrices", "platform_matrices", "stacked"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PlatformMatrices:
    """Dimensionless matrices of the platform at N poses.

    Attributes
    ----------
    wrenches : (N, n_w, w) unit actuation wrenches of all legs, as rows over the platform's motion; w is 6, or more if the
        platform is articulated (`carried_joints`)
    work : for each leg (N, b), the power of its b actuation wrenches at unit rates of its actuators
    A_r : (N, n_w, n) products of these wrenches with the motions Psi; unit rows over the outputs if there are point outputs. A
        wrench counts with its authority
    Psi : (N, w, n) motions that the constraints allow
    constraints : (N, c, w) constraint wrenches of all legs, at least one row
    constraint : (N,) the smallest singular value of the constraints; infinite if there are none
    """

    wrenches: Array
    work: list[Array]
    A_r: Array
    Psi: Array
    constraints: Array
    constraint: Array


def stacked(legs: list[ResistedWrenches], inside: Array) -> Array:
    """Return (N, c, w) constraint wrenches of all legs, and constraints `inside` the platform (N, ., w); at least one row."""
    C = np.concatenate([*[leg.constraint for leg in legs], inside], axis=1)
    return C if C.shape[1] else np.zeros((len(C), 1, inside.shape[2]))


def platform_matrices(
    legs: list[ResistedWrenches], inside: Array, driven: Array, lost: int, outputs: tuple[int, ...] | None
) -> PlatformMatrices:
    """Build the matrices of the platform from the wrenches of all legs.

    inside, driven : (N, ., w) constraints between bodies of the platform, and rows of actuators on the platform
    lost : number of motions that the constraints forbid
    outputs : places of the point's velocity in a twist if the robot positions a point only, otherwise None
    """
    constraints, work = stacked(legs, inside), [leg.work for leg in legs]
    wrenches = np.concatenate([*[leg.actuation for leg in legs], driven], axis=1)
    count, _, width = wrenches.shape
    authority = np.concatenate([*[leg.authority for leg in legs], np.ones(driven.shape[:2])], axis=1)[:, :, None]
    if lost == 0:
        Psi = np.broadcast_to(np.eye(width), (count, width, width))
        return PlatformMatrices(wrenches, work, authority * wrenches, Psi, constraints, np.full(count, np.inf))
    _, sizes, rows = np.linalg.svd(constraints, full_matrices=True)
    held, distance = rows[:, :lost], sizes[:, lost - 1]
    if outputs is None or lost + len(outputs) != width:
        Psi = rows[:, lost:].transpose(0, 2, 1)
        return PlatformMatrices(wrenches, work, authority * (wrenches @ Psi), Psi, constraints, distance)
    A_r, done = point_rows(held, wrenches, np.concatenate(work, axis=1), outputs)
    ends = np.cumsum([own.shape[1] for own in work])[:-1]
    full = np.zeros(wrenches.shape)
    full[:, :, list(outputs)] = A_r
    Psi = point_motions(held, outputs)
    return PlatformMatrices(full, np.split(done, ends, axis=1), authority * A_r, Psi, constraints, distance)
