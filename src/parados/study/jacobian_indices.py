"""Indices of the Jacobian: dexterity, velocity and force ellipsoids, transmission, and errors of the encoders.

With the twist t = J_p xd of the platform at P and xd = J qd, the matrix of an index is T = S J_p J A, where S divides velocities
by the characteristic length L, and A multiplies the rates of sliding actuators by L, so that T has no unit. J_v are the first
three rows of J_p J.

References
----------
Gosselin & Angeles, A global performance index for the kinematic optimization of robotic manipulators, Journal of Mechanical
Design 113 (1991); Merlet, Jacobian, manipulability, condition number and accuracy of parallel robots, same journal 128 (2006)
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import positive, real_array
from parados.errors import InputError
from parados.study.design_states import DesignStates
from parados.study.index_table import index, slopes_of
from parados.study.platform_rank import platform_rank

__all__ = ["dexterity", "encoder_error", "least_force", "least_velocity", "mean_dexterity", "worst_transmission"]

Array = NDArray[np.float64]

MOST_SIGNS = 12
"""Largest number of actuators whose errors are combined with all signs."""


def _scales(at: DesignStates, length: float) -> tuple[Array, Array]:
    """Diagonals of S (6,) and A (n_a,)."""
    sliding = [at.unit(k) == "m" for k in range(len(at.family.actuated_names))]
    return np.array([1 / length] * 3 + [1.0] * 3), np.where(sliding, length, 1.0)


def _twist_jacobian(at: DesignStates) -> Array:
    """(D, N, 6, n_a) Jacobian J_p J with t = J_p J qd."""
    J_p = at.model.quietly("platform_jacobian", at.rows["x"], mode=at.mode)["jacobian"]  # may not depend on x: then never NaN
    return J_p.reshape(*at.reached.shape, 6, -1) @ at.of("jacobian", "x")


def _decomposed(at: DesignStates, matrices: Array) -> tuple[Array, Array, Array]:
    """Singular vectors and values of matrices (D, N, m, k); those of rows without a result are NaN."""
    known = np.asarray(np.isfinite(matrices).all(axis=(-2, -1)))
    u, s, vt = np.linalg.svd(np.where(known[..., None, None], matrices, 0.0), full_matrices=False)
    return u, np.where(known[..., None], s, np.nan), vt


def _freedoms(at: DesignStates) -> int:
    """Return the degrees of freedom of the platform; a kinematically redundant robot has more of its own."""
    rank = platform_rank(at)
    if not rank:
        raise InputError(f"{at.family.spec.name}: its platform does not move, so that it has no dexterity")
    return rank


def _dexterities(at: DesignStates, length: Any) -> Array:
    """(D, N) smallest singular value of T, of as many as the platform has degrees of freedom, divided by the largest."""
    S, A = _scales(at, at.length(length))
    T = S[:, None] * _twist_jacobian(at) * A
    known = np.asarray(np.isfinite(T).all(axis=(-2, -1)))
    filled: Array = np.where(known[..., None, None], T, 0.0)
    sizes = np.linalg.svd(filled, compute_uv=False)
    n = _freedoms(at)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(known, sizes[..., n - 1] / sizes[..., 0], np.nan)


@index("-", over="poses", take="smallest")
def dexterity(at: DesignStates, length: Any = None) -> Array:
    """Smallest dexterity, the inverse of the condition number: 1 is isotropic, 0 singular."""
    return _dexterities(at, length)


@slopes_of("dexterity")
def _(at: DesignStates, length: Any = None) -> Array:
    """d(s_n / s_1) with ds_i = u_i^T dT v_i."""
    S, A = _scales(at, at.length(length))
    J_p, J = at.of("platform_jacobian", "x"), at.of("jacobian", "x")
    u, s, vt = _decomposed(at, S[:, None] * (J_p @ J) * A)
    dJ_p, dJ = at.slopes("platform_jacobian", "x"), at.slopes("jacobian", "x")
    dT = np.einsum("dnijp,dnjk->dnikp", dJ_p, J) + np.einsum("dnij,dnjkp->dnikp", J_p, dJ)
    dT *= S[:, None, None] * A[:, None]
    last = _freedoms(at) - 1
    first, least = (np.einsum("dni,dnikp,dnk->dnp", u[..., i], dT, vt[:, :, i]) for i in (0, last))
    ratio = (s[..., last] / s[..., 0])[..., None]
    return np.asarray((least - ratio * first) / s[..., 0, None])


@index("-", over="poses", take="sum")
def mean_dexterity(at: DesignStates, length: Any = None) -> Array:
    """Mean dexterity over the poses (global conditioning index)."""
    return _dexterities(at, length) * at.states.shares


def _velocities(at: DesignStates) -> tuple[Array, int]:
    """(D, N, 3, n_a) Jacobian J_v of P, and the number of independent directions in which P moves.

    Parasitic motions do not count: a 3-PRS with the coordinates pz, a1, a2 moves P along z.
    """
    at.actuators()
    declared = sum(name.startswith("p") for name in at.family.spec.platform.own_coordinates)
    rank = min(platform_rank(at, slice(0, 3)), declared or 3)
    if not rank:
        raise InputError(f"{at.family.spec.name}: its actuators do not move the point P; use an index of the orientation")
    return _twist_jacobian(at)[..., :3, :], rank


@index("{reach}", over="poses", take="smallest")
def least_velocity(at: DesignStates) -> Array:
    """Smallest axis of the velocity ellipsoid: speed of P in its slowest direction, for actuator rates of norm 1."""
    J_v, rank = _velocities(at)
    return _decomposed(at, J_v)[1][..., rank - 1]


@index("1/({reach})", over="poses", take="smallest")
def least_force(at: DesignStates) -> Array:
    """Smallest axis of the force ellipsoid: force at P in the weakest direction, for actuator efforts of norm 1."""
    return np.asarray(1 / _decomposed(at, _velocities(at)[0])[1][..., 0])


@index("{reach}", over="poses")
def worst_transmission(at: DesignStates) -> Array:
    """Largest effort of an actuator that holds a unit force at P in the worst direction."""
    columns = np.linalg.norm(_velocities(at)[0], axis=-2)
    return np.asarray(columns.reshape(len(at), -1))


@index("m", over="poses")
def encoder_error(at: DesignStates, resolution: Any) -> Array:
    """Largest error of the position of P if every encoder is wrong by its resolution, with the worst signs (first order)."""
    count = len(at.family.actuated_names)
    steps = real_array("resolution", resolution)
    if steps.ndim == 0:
        at.actuators()
        steps = np.full(count, positive("resolution", resolution, "rad, m"))
    if steps.shape != (count,) or (steps < 0).any():
        raise InputError(f"resolution: one positive number [rad, m] or one for each of the {count} actuators is expected")
    if count > MOST_SIGNS:
        raise InputError(f"encoder_error: a robot with at most {MOST_SIGNS} actuators is expected, not {count}")
    signs = np.array(list(product([1.0], *[[1.0, -1.0]] * (count - 1))))  # a global sign does not change the size
    return np.asarray(np.linalg.norm(_twist_jacobian(at)[..., :3, :] @ (signs * steps).T, axis=-2).max(axis=-1))
