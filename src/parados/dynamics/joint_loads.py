"""Wrenches that joints and closures transmit at one state (Briot & Khalil 8.2.1, 8.4; appendix B).

Cut all closures. For the given motion, the tree then needs the joint efforts tau_t, and the free platform needs the wrench w_p.
The actuator efforts tau and the wrenches of the closures supply both. Let w_c be the wrench that body a of closure c applies to
body b, at P in base axes. The twist of a relative to b is t_a - t_b = J_c qd - r_c t_p. Here r_c = 1 if a belongs to the tree on
the base and b is the platform or a link that the platform carries, else r_c = 0. The balance is

    [tau_t]   [tau]         [-J_c^T ]         [K^T]
    [ w_p ] = [ 0 ] + sum_c [ r_c 1 ] w_c  +  [ 0 ] mu,      w_c = Y_c lambda_c

where the columns of Y_c are the wrenches that do no work on the free motions of the closure, and mu are the efforts of ideal
couplings K q = constant, which act along the joint axes. The wrench that a joint transmits is the Newton-Euler sum over its
link and all later links, minus the wrenches that the closures apply to these links. If the robot is overconstrained, lambda is
known only up to the null space N of the system, so each wrench is known only up to a subspace.
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
    """Wrenches and efforts that the motion of the tree and of the free platform requires at one state [N, N m].

    totals : (n_t, 6) wrench that each joint would transmit to its link without closures, at the link's origin, base axes
    efforts : (n_t,) tau_t - tau, the joint efforts that the closures and couplings must supply
    platform : (6,) wrench w_p at P, base axes
    """

    totals: Array
    efforts: Array
    platform: Array


@dataclass(frozen=True)
class Carried:
    """Wrenches that the n_t joints and then the n_c closures transmit, each at its own point, in base axes [N, N m].

    balanced : (n, 6) one solution of the balance, n = n_t + n_c; if there are many, the one with multipliers of least norm
    unknown : (n, 6, u) changes of the wrenches that keep the balance; u is the number of undetermined multipliers
    imbalance : residual of the balance over the largest required effort or wrench; round-off, unless the closures are singular
    """

    balanced: Array
    unknown: Array
    imbalance: float

    def projectors(self) -> Array:
        """(n, 6, 6) orthogonal projector of each wrench (in N and N m) on the components that the balance determines."""
        directions, sizes, _ = np.linalg.svd(self.unknown, full_matrices=False)
        lost = directions * (sizes > UNKNOWN * sizes.max(initial=0.0))[:, None, :]
        return np.asarray(np.eye(6) - lost @ lost.swapaxes(1, 2))


def _moved(wrenches: Array, arms: Array) -> Array:
    """(n, 6, k) wrenches at B, from the same wrenches (n, 6, k) at A; `arms` (n, 3) are the vectors from B to A [m]."""
    f, m = wrenches[:, :3], wrenches[:, 3:]
    return np.concatenate([f, m + np.cross(arms[:, :, None], f, axis=1)], axis=1)


def joint_loads(
    mechanism: Mechanism, demand: Demand, legs: Sequence[LegScrews], couplings: Array, points: Array, P: Array
) -> Carried:
    """Solve the balance of the whole robot for the wrenches that its joints and closures transmit.

    legs : unit twists of every closure at P;  couplings : (k, n_t) matrix K
    points : (n_t + n_c, 3) points at which the wrenches are returned: origins of the links, then points of the closures [m]
    P : (3,) origin of the platform's frame [m]; points and P in base axes
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
    """(6, 6 - f) Y_c: wrenches at P that do no work on the free motions; orthonormal if moments are divided by `length`."""
    S = np.repeat([1.0, length], 3)[:, None]
    free = leg.free * S
    return np.asarray(S * (null_space(free.T, rcond=RANK) if free.size else np.eye(6)))


def _effort_scale(mechanism: Mechanism, length: float) -> Array:
    """(n_t + 6,) factors of the rows of the balance: 1 for forces, 1 / `length` for moments."""
    joints = [1.0 if joint.unit == "m" else 1 / length for joint in mechanism.joints]
    return np.array([*joints, 1, 1, 1, *[1 / length] * 3])


def _supplied(mechanism: Mechanism, leg: LegScrews, Y: Array) -> Array:
    """(n_t + 6, k) efforts at the joints and wrench at P that the wrenches Y of a closure supply."""
    crossing = 0.0 if mechanism.is_inner(leg.closure) else 1.0
    return np.vstack([-leg.joints.T @ Y, crossing * Y])


def _solved(G: Array, wanted: Array) -> tuple[Array, Array]:
    """Return the solution of least norm of G lambda = wanted, and a basis of the null space of G as columns."""
    U, sizes, Vt = np.linalg.svd(G)
    rank = int((sizes > RANK * sizes[0]).sum()) if sizes.size else 0
    solution = Vt[:rank].T @ ((U[:, :rank].T @ wanted) / sizes[:rank])
    return solution, Vt[rank:].T


def _shares(mechanism: Mechanism) -> Array:
    """(n_t + n_c, n_c) factors of the wrenches w_c in the wrenches of the joints and of the closures.

    A joint has the factor +1 if it is on the path from the root of the tree to body a, and -1 on the path to body b (0 on both).
    The wrench of a closure is the one that the first body in the robot file applies to the second.
    """
    n_t, n_c = len(mechanism.joints), len(mechanism.closures)
    shares = np.zeros((n_t + n_c, n_c))
    for c, closure in enumerate(mechanism.closures):
        shares[mechanism.path(closure.a), c] += 1
        shares[mechanism.path(closure.b), c] -= 1
        shares[n_t + c, c] = -1 if closure.exchanged else 1
    return shares
