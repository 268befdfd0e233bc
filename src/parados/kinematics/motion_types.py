"""Types of motion of the platform, and the simple count of freedoms loop by loop (Briot & Khalil, appendix A)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orth

from parados.kinematics.group_motions import RANK
from parados.kinematics.leg_twists import LegScrews
from parados.topology.mechanism import Mechanism

__all__ = ["kind_of_motion", "simple_count", "types_of_motion"]

Array = NDArray[np.float64]

MOTIONS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")

PURE = 1e-6
"""A base motion belongs to a space of twists if it differs by less than this from its part in the space."""


def _rank(matrix: Array) -> int:
    sizes = np.linalg.svd(matrix, compute_uv=False) if matrix.size else np.zeros(0)
    return int((sizes > RANK * max(float(sizes.max(initial=0.0)), 1e-300)).sum())


def types_of_motion(spaces: Sequence[Array]) -> str:
    """Write the independent motions of the platform, as in "Tx, Ty, Rz" or "Tz, 2 of Tx, Ty, Rx, Ry".

    T is a translation along and R a rotation about a base axis. A motion is listed alone if it is possible by itself in every
    configuration. "2 of ..." means two independent motions that are combinations of the listed ones.

    spaces : for each of some configurations, (6, k) twists that span the motions of the platform at P, base axes
    """
    bases = [orth(space, rcond=RANK) for space in spaces]
    missing = np.max([np.linalg.norm(np.eye(6) - basis @ basis.T, axis=0) for basis in bases], axis=0)
    used = np.max([np.linalg.norm(basis, axis=1) for basis in bases], axis=0) > PURE
    pure = [name for name, off in zip(MOTIONS, missing, strict=True) if off < PURE]
    mixed = [name for name, there in zip(MOTIONS, used, strict=True) if there and name not in pure]
    rest = max(basis.shape[1] for basis in bases) - len(pure)
    return ", ".join([*pure, *([f"{rest} of {', '.join(mixed)}"] if rest else [])]) or "none"


def kind_of_motion(mechanism: Mechanism, space: Array) -> str:
    """Write the numbers of translations and rotations of the platform, as in "3T1R".

    If there are as many declared coordinates of the platform as motions, the coordinates are counted. Otherwise the number of
    rotations is the dimension of the angular velocities, and the other motions count as translations.

    space : (6, k) twists that span the motions of the platform at P, base axes
    """
    declared, basis = mechanism.platform.coordinates, orth(space, rcond=RANK)
    dof = basis.shape[1]  # the columns have unit length, so angular velocities that are round-off have no rank
    turns = np.linalg.svd(basis[3:], compute_uv=False) if dof else np.zeros(0)
    turning = sum(k > 2 for k in declared) if len(declared) == dof else int((turns > PURE).sum())
    parts = [f"{count}{letter}" for count, letter in ((dof - turning, "T"), (turning, "R")) if count]
    return "".join(parts) or "none"


def simple_count(mechanism: Mechanism, screws: Sequence[LegScrews]) -> int:
    """Number of freedoms by (A.2): the number of joints minus the constraints of each loop, as if the loops were independent.

    The mechanism has a tree on the base, and the platform with the links on it. The first closure between the two connects them.
    Every other closure between the two makes a loop with the first one, and a closure within a tree makes a loop by itself. A
    coupling is one constraint. The count can be too small, because a constraint that two loops have in common is counted twice.

    screws : unit twists of all closures at one configuration
    """
    joints = len(mechanism.joints) + sum(one.free.shape[1] for one in screws)
    outer = [one for one in screws if not mechanism.is_inner(one.closure)]
    inner = [one for one in screws if mechanism.is_inner(one.closure)]
    loops = [np.hstack([one.joints, one.free]) for one in inner]
    loops += [np.hstack([one.joints - outer[0].joints, one.free, outer[0].free]) for one in outer[1:]]
    return joints - sum(map(_rank, loops)) - len(mechanism.couplings)
