"""Counts of appendix A, from the unit twists of the legs at a closed configuration.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, sections A.2 and A.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.api import Robot
from parados.kinematics.leg_twists import leg_screws
from parados.kinematics.mobility import RANK, closure_jacobian, loop_matrix
from parados.topology.mechanism import PLATFORM

__all__ = ["MOTIONS", "Count", "count", "motions"]

Array = NDArray[np.float64]

MOTIONS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")


@dataclass(frozen=True)
class Count:
    """Counts of appendix A for one robot.

    Attributes
    ----------
    joints : number of joints L
    constraints : number c of independent constraints, (A.3)
    moroskine, gogu : N_dof by (A.5) and (A.14)
    spaces : a basis (6, dim) of each E(x_j), the space of the platform twists that leg j alone allows
    common : (6, n_dof) a basis of their intersection E(x_p), the twists that all legs allow
    inner : for each loop inside a leg, the number c_j of independent constraints by which it closes
    """

    joints: int
    constraints: int
    moroskine: int
    gogu: int
    spaces: list[Array]
    common: Array
    inner: list[int]

    def loops(self, through: int = 0) -> list[int]:
        """Return the number c_j of independent constraints by which each loop j closes.

        The loops are those that the leg `through` forms with each other leg, then the loops inside the legs.
        """
        own, others = self.spaces[through], [space for j, space in enumerate(self.spaces) if j != through]
        return [rank(np.hstack([own, space])) for space in others] + self.inner

    def simple(self, through: int = 0) -> int:
        """Return N_dof by (A.2): L minus the sum of all c_j."""
        return self.joints - sum(self.loops(through))


def rank(matrix: Array) -> int:
    return int(np.linalg.matrix_rank(matrix, tol=RANK * np.linalg.norm(matrix, 2))) if matrix.size else 0


def _column_space(matrix: Array) -> Array:
    U = np.linalg.svd(matrix)[0]
    return np.asarray(U[:, : rank(matrix)])


def _intersection(spaces: list[Array]) -> Array:
    """Return a basis (6, k) of the intersection: the vectors normal to the normals of all spaces."""
    normals = np.hstack([null_space(basis.T) for basis in spaces])
    return np.asarray(null_space(normals.T, rcond=RANK)) if normals.size else np.eye(6)


def count(robot: Robot) -> Count:
    """Count at the first sampled closed configuration; the formulas of the book hold for general configurations."""
    geometry, samples, mechanism = robot.survey.geometry, robot.survey.samples, robot.mechanism
    legs = leg_screws(geometry, samples)
    n_t = len(mechanism.joints)
    inner = [type(leg)(leg.closure, leg.joints[0], leg.free[0]) for leg in legs if leg.closure.b != PLATFORM]
    outer = [leg for leg in legs if leg.closure.b == PLATFORM]
    allowed = null_space(loop_matrix(inner, mechanism), rcond=RANK)[:n_t] if inner else np.eye(n_t)
    spaces = [_column_space(np.hstack([leg.joints[0] @ allowed, leg.free[0]])) for leg in outer]
    joints = n_t + sum(leg.free.shape[-1] for leg in legs)
    lost = [rank(np.hstack([leg.joints, leg.free])) for leg in inner]
    found = robot.mobility()
    closures = max(rank(J) for J in closure_jacobian(robot.survey))
    constraints = closures - 6 + sum(leg.free.shape[-1] for leg in legs)
    return Count(joints, constraints, found.dof, found.gogu, spaces, _intersection(spaces), lost)


def motions(space: Array) -> list[str]:
    """Return those of the base motions Tx, ..., Rz that a space (6, k) contains."""
    rest = np.linalg.norm(np.eye(6) - space @ space.T, axis=0)
    return [motion for motion, missing in zip(MOTIONS, rest, strict=True) if missing < 1e-9]
