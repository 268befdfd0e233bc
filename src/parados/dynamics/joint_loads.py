"""Wrenches that the joints and closures of one configuration carry (Briot & Khalil 8.2.1, 8.4; appendix B).

Cut all closures. The tree and the free platform then need the efforts tau_t and the wrench w_p. The actuators tau and the
wrenches of the closures supply them. With w_c what body a of closure c applies to body b, at P in base axes, and the
relative twist t_a - t_b = J_c qd - r_c t_p (r_c = 1 if b is on the side of the platform and a on that of the base, else 0):

    [tau_t]   [tau]         [-J_c^T ]         [K^T]
    [ w_p ] = [ 0 ] + sum_c [ r_c 1 ] w_c  +  [ 0 ] mu,      w_c = Y_c lambda_c

where the columns of Y_c are the wrenches that do no work on the free motions of the closure, and mu are the efforts of ideal
couplings K q = constant, which act along the joints themselves. The wrench through a joint is
the Newton-Euler total of the links behind it, minus what the closures apply to these links. If the robot is overconstrained,
lambda is known up to the null space N of the system, so each wrench is known up to a subspace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from parados.kinematics.leg_twists import LegScrews
from parados.kinematics.mobility import RANK
from parados.topology.mechanism import Mechanism

__all__ = ["Carried", "Demand", "joint_loads"]

Array = NDArray[np.float64]

UNKNOWN = 1e-8
"""Directions of a wrench that the null space changes by less than this, over the largest change, are determined."""


@dataclass(frozen=True)
class Demand:
    """What the tree and the free platform need at one state.

    totals : (n_t, 6) wrench that each joint would carry without closures, at the link's origin, base axes
    efforts : (n_t,) tau_t less tau: what the closures must supply along the joints
    platform : (6,) w_p at P, base axes
    """

    totals: Array
    efforts: Array
    platform: Array


@dataclass(frozen=True)
class Carried:
    """Wrenches through all joints, then all closures; each at its own point, in base axes.

    balanced : (n, 6) wrenches in balance with all bodies; where statics leaves a choice, the multipliers have the least norm
    unknown : (n, 6, u) changes of the wrenches that keep the balance, one column for each undetermined direction
    imbalance : part of what tree and platform need that the closures cannot supply; round-off, unless they are singular
    """

    balanced: Array
    unknown: Array
    imbalance: float

    def projectors(self) -> Array:
        """(n, 6, 6) orthogonal projectors on what is determined of each wrench [components in N and N m]."""
        directions, sizes, _ = np.linalg.svd(self.unknown, full_matrices=False)
        lost = directions * (sizes > UNKNOWN * sizes.max(initial=0.0))[:, None, :]
        return np.asarray(np.eye(6) - lost @ lost.swapaxes(1, 2))


def _moved(wrenches: Array, arms: Array) -> Array:
    """Wrenches (n, 6, k) at a point A, each moved to its own point B; `arms` (n, 3) go from B to A."""
    f, m = wrenches[:, :3], wrenches[:, 3:]
    return np.concatenate([f, m + np.cross(arms[:, :, None], f, axis=1)], axis=1)


def joint_loads(
    mechanism: Mechanism, demand: Demand, legs: Sequence[LegScrews], couplings: Array, points: Array, P: Array
) -> Carried:
    """Solve the balance of the whole robot.

    legs : unit twists of every closure at P;  couplings : (k, n_t) matrix K
    points : (n_t + n_c, 3) where the wrenches are told: origins of the links, then points of the closures
    """
    length = mechanism.size  # makes forces and moments comparable
    bases = [_wrench_basis(leg, length) for leg in legs]
    scale = _effort_scale(mechanism, length)
    columns = [_supplied(mechanism, leg, Y) for leg, Y in zip(legs, bases, strict=True)]
    tied = np.vstack([couplings.T, np.zeros((6, len(couplings)))])
    G = np.hstack([*columns, tied]) * scale[:, None]
    wanted = np.concatenate([demand.efforts, demand.platform]) * scale
    multipliers, N = _solved(G, wanted)
    n_t = len(mechanism.joints)
    shares = _shares(mechanism)
    cuts = np.cumsum([Y.shape[1] for Y in bases])
    w_c = [Y @ part for Y, part in zip(bases, np.split(multipliers, cuts)[:-1], strict=True)]
    free = [Y @ part for Y, part in zip(bases, np.split(N, cuts)[:-1], strict=True)]
    found = np.concatenate([np.array(w_c)[:, :, None], np.array(free)], axis=2)  # w_c, then its possible changes
    found = _moved(np.tensordot(shares, found, 1), P - points)
    found[:n_t, :, 0] += demand.totals
    size = max(float(np.abs(wanted).max()), float(np.abs(demand.totals).max()), 1e-300)
    return Carried(found[:, :, 0], found[:, :, 1:], float(np.abs(G @ multipliers - wanted).max()) / size)


def _wrench_basis(leg: LegScrews, length: float) -> Array:
    """(6, 6 - f) Y_c: wrenches at P that do no work on the free motions; orthonormal if moments are over `length`."""
    S = np.repeat([1.0, length], 3)[:, None]
    free = leg.free * S
    return np.asarray(S * (null_space(free.T, rcond=RANK) if free.size else np.eye(6)))


def _effort_scale(mechanism: Mechanism, length: float) -> Array:
    """(n_t + 6,) factors that turn moments into forces."""
    joints = [1.0 if joint.unit == "m" else 1 / length for joint in mechanism.joints]
    return np.array([*joints, 1, 1, 1, *[1 / length] * 3])


def _supplied(mechanism: Mechanism, leg: LegScrews, Y: Array) -> Array:
    """(n_t + 6, k) efforts at the joints and wrench at P that the wrenches Y of a closure supply."""
    crossing = 0.0 if mechanism.is_inner(leg.closure) else 1.0
    return np.vstack([-leg.joints.T @ Y, crossing * Y])


def _solved(G: Array, wanted: Array) -> tuple[Array, Array]:
    """Solution of least norm of G lambda = wanted, and the null space of G as columns."""
    U, sizes, Vt = np.linalg.svd(G)
    rank = int((sizes > RANK * sizes[0]).sum()) if sizes.size else 0
    solution = Vt[:rank].T @ ((U[:, :rank].T @ wanted) / sizes[:rank])
    return solution, Vt[rank:].T


def _shares(mechanism: Mechanism) -> Array:
    """(n_t + n_c, n_c) factor of each w_c in the wrench of each joint (a body behind it is a or b) and of each closure.

    A closure tells what its first body of the file applies to the second.
    """
    n_t, n_c = len(mechanism.joints), len(mechanism.closures)
    shares = np.zeros((n_t + n_c, n_c))
    for c, closure in enumerate(mechanism.closures):
        shares[mechanism.path(closure.a), c] += 1
        shares[mechanism.path(closure.b), c] -= 1
        shares[n_t + c, c] = -1 if closure.exchanged else 1
    return shares
