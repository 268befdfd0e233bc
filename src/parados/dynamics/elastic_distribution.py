"""Distribution of the loads of an overconstrained robot over its elastic parts (theorem of least complementary energy, Menabrea).

Statics of rigid bodies determines the multipliers lambda of the closures up to the null space of the balance, lambda = lambda_0 +
N alpha (`joint_loads`). The elastic coordinates q_e of beams, superelements and passive joints with a stiffness make alpha
unique: the cut loops must close after the parts have deformed. If the rigid motion is given and deflections are small, the
generalised forces that the elastic parts carry are

    s = K q_e = -(f_e + sum_c J_ec^T Y_c lambda_c)

f_e are the forces that inertia, gravity and external loads require at q_e with all closures cut, and J_ec is the twist of
closure c for unit rates of q_e. The closures move by sum_e J_ec K^-1 s, which does no work on any self-stress N alpha:

    N^T Y^T J_e K^-1 s = 0,    i.e. s^T K^-1 s / 2 has its minimum over alpha

A self-stress that loads no elastic part stays undetermined. The actuators have given efforts, so their stiffness has no effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.dynamics.joint_loads import Balance, Carried, solved

__all__ = ["ElasticPaths", "elastic_joint_loads"]

Array = NDArray[np.float64]

UNLOADED = 1e-9
"""A self-stress loads no elastic part if the square root of its energy is below this times that of the softest wrenches."""


@dataclass(frozen=True)
class ElasticPaths:
    """Elastic parts of a robot at one state.

    loads : (n_e,) f_e, generalised forces at the elastic coordinates with all closures cut [N, N m]
    gains : (n_e, k) J_e^T Y, the change of these forces for unit multipliers of the closures
    roots : (n_e, n_e) upper triangular matrix R with R^T R = K, the stiffness of the elastic coordinates
    springs : for each passive joint with a stiffness, its column (n_t + 6,) of the balance for a unit effort, and the stiffness
    """

    loads: Array
    gains: Array
    roots: Array
    springs: Sequence[tuple[Array, float]] = ()


def elastic_joint_loads(balance: Balance, paths: ElasticPaths) -> Carried:
    """Solve the balance of the whole robot for the wrenches of least complementary energy."""
    extended = _with_springs(balance, paths)
    multipliers, N = solved(extended.G, extended.wanted)
    stress, flexibility = _energy_roots(paths, multipliers)
    U, sizes, Vt = np.linalg.svd(flexibility @ N)
    rank = int((sizes > UNLOADED * np.linalg.norm(flexibility)).sum())
    alpha = -Vt[:rank].T @ ((U[:, :rank].T @ stress) / sizes[:rank])
    return extended.carried(multipliers + N @ alpha, N @ Vt[rank:].T)


def _with_springs(balance: Balance, paths: ElasticPaths) -> Balance:
    """Add the efforts of passive joints with a stiffness to the multipliers; no closure transmits them."""
    if not paths.springs:
        return balance
    columns = np.column_stack([column for column, _ in paths.springs])
    none = np.zeros((*balance.gains.shape[:2], columns.shape[1]))
    gains = np.concatenate([balance.gains, none], axis=2)
    return Balance(np.hstack([balance.G, columns]), balance.wanted, gains, balance.totals)


def _energy_roots(paths: ElasticPaths, multipliers: Array) -> tuple[Array, Array]:
    """Return a (m,) and B (m, k): a change of the multipliers by d gives the complementary energy |a + B d|^2 / 2."""
    from scipy.linalg import solve_triangular

    n_s, k = len(paths.springs), len(multipliers)
    B_e = np.hstack([paths.gains, np.zeros((len(paths.loads), k - paths.gains.shape[1]))])
    B_s = np.hstack([np.zeros((n_s, k - n_s)), np.diag([stiffness**-0.5 for _, stiffness in paths.springs])])
    both = np.column_stack([B_e @ multipliers + paths.loads, B_e])
    in_bodies = solve_triangular(paths.roots, both, trans="T") if len(both) else both
    found = np.vstack([in_bodies, np.column_stack([B_s @ multipliers, B_s])])
    return found[:, 0], found[:, 1:]
