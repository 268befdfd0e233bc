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

__all__ = ["Balance", "Carried", "Demand", "joint_loads", "robot_balance", "wrench_bases"]

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


@dataclass(frozen=True)
class Balance:
    """Balance of the whole robot at one state: the equation G lambda = wanted, and the wrenches that belong to lambda.

    The multipliers lambda are those of the closures, then those of the couplings. Rows of moments are divided by a length.

    G, wanted : (n_t + 6, k) and (n_t + 6,)
    gains : (n, 6, k) wrench of each joint and closure for a unit multiplier, at its point, base axes
    totals : (n, 6) wrenches for multipliers that are zero
    """

    G: Array
    wanted: Array
    gains: Array
    totals: Array

    def carried(self, multipliers: Array, N: Array) -> Carried:
        """Return the wrenches for given multipliers (k,), which may change by N (k, u) times any vector."""
        size = max(float(np.abs(self.wanted).max()), float(np.abs(self.totals).max()), 1e-300)
        off = float(np.abs(self.G @ multipliers - self.wanted).max()) / size
        return Carried(self.totals + self.gains @ multipliers, self.gains @ N, off)


def robot_balance(
    mechanism: Mechanism, demand: Demand, legs: Sequence[LegScrews], couplings: Array, points: Array, P: Array
) -> Balance:
    """Write the balance of the whole robot.

    legs : unit twists of every closure at P;  couplings : (k, n_t) matrix K
    points : (n_t + n_c, 3) points at which the wrenches are returned: origins of the links, then points of the closures [m]
    P : (3,) origin of the platform's frame [m]; points and P in base axes
    """
    bases = wrench_bases(mechanism, legs)
    scale = effort_scale(mechanism)
    columns = [_supplied(mechanism, leg, Y) for leg, Y in zip(legs, bases, strict=True)]
    tied = np.vstack([couplings.T, np.zeros((6, len(couplings)))])
    shares = _shares(mechanism)
    by_closure = [share[:, None, None] * Y for share, Y in zip(shares.T, bases, strict=True)]
    idle = np.zeros((len(points), 6, len(couplings)))  # couplings act along the joints: no closure transmits their efforts
    totals = np.zeros((len(points), 6))
    totals[: len(mechanism.joints)] = demand.totals
    return Balance(
        G=np.hstack([*columns, tied]) * scale[:, None],
        wanted=np.concatenate([demand.efforts, demand.platform]) * scale,
        gains=_moved(np.concatenate([*by_closure, idle], axis=2), P - points),
        totals=totals,
    )


def joint_loads(balance: Balance) -> Carried:
    """Solve the balance of the whole robot by statics alone; of many solutions, take the multipliers of least norm."""
    return balance.carried(*solved(balance.G, balance.wanted))


def wrench_bases(mechanism: Mechanism, legs: Sequence[LegScrews]) -> list[Array]:
    """Return Y_c (6, k_c) of every closure: the wrenches at P that it can transmit."""
    return [_wrench_basis(leg, mechanism.size) for leg in legs]


def _wrench_basis(leg: LegScrews, length: float) -> Array:
    """(6, 6 - f) Y_c: wrenches at P that do no work on the free motions; orthonormal if moments are divided by `length`."""
    S = np.repeat([1.0, length], 3)[:, None]
    free = leg.free * S
    return np.asarray(S * (null_space(free.T, rcond=RANK) if free.size else np.eye(6)))


def effort_scale(mechanism: Mechanism) -> Array:
    """(n_t + 6,) factors of the rows of the balance: 1 for forces, 1 / length for moments, which makes them comparable."""
    length = mechanism.size
    joints = [1.0 if joint.unit == "m" else 1 / length for joint in mechanism.joints]
    return np.array([*joints, 1, 1, 1, *[1 / length] * 3])


def _supplied(mechanism: Mechanism, leg: LegScrews, Y: Array) -> Array:
    """(n_t + 6, k) efforts at the joints and wrench at P that the wrenches Y of a closure supply."""
    crossing = 0.0 if mechanism.is_inner(leg.closure) else 1.0
    return np.vstack([-leg.joints.T @ Y, crossing * Y])


def solved(G: Array, wanted: Array) -> tuple[Array, Array]:
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
