"""Mass matrix and bias force over the actuator rates qd, from those over xd.

With xd = J qd and xdd = J (qdd - a_q), where a_q are the accelerations of the actuators at xdd = 0, the equations of motion
M xdd + c = J^-T tau become M_q qdd + c_q = tau with

    M_q = J^T M J,    c_q = J^T (c - M J a_q)
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import word
from parados.errors import InputError
from parados.model.compiled_robot import CompiledRobot
from parados.model.state_arguments import Stack

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["actuator_bias", "actuator_mass_matrix", "check_space"]

Array = NDArray[np.float64]


def check_space(model: CompiledRobot, space: str) -> None:
    """Raise InputError if `space` is no space, or is "actuators" and qd does not have as many entries as xd."""
    word("space", space, ("platform", "actuators"))
    n_a, n = len(model.mechanism.actuated), model.mechanism.n_dof
    if space == "actuators" and n_a != n:
        raise InputError(
            "space: 'actuators' needs as many actuators as degrees of freedom; this robot has "
            f"{n_a} actuators and {n} degrees of freedom: use 'platform'"
        )


def actuator_mass_matrix(model: Model, stack: Stack, M: Array, mode: ArrayLike | None, motion: bool) -> Array:
    """(N, n, n) inertia matrices over qd from those over xd, M (N, n, n)."""
    J = _jacobians(model, stack, M, mode, motion)
    return np.asarray(J.transpose(0, 2, 1) @ M @ J)


def actuator_bias(model: Model, stack: Stack, c: Array, mode: ArrayLike | None, motion: bool) -> Array:
    """(N, n) bias forces over qd from those over xd, c (N, n); the stack has x and xd."""
    J, poses = _jacobians(model, stack, c, mode, motion), _poses(stack)
    with warnings.catch_warnings():  # the rows that fail are already reported
        warnings.simplefilter("ignore", RuntimeWarning)
        M = model.mass_matrix(poses, mode=mode, motion=motion)
        rest = np.zeros(model.mechanism.n_dof)
        a_q = model.joint_accelerations(poses, stack.arrays["xd"], rest, mode=mode, motion=motion)
    return np.asarray(np.einsum("nji,nj->ni", J, c - np.einsum("nij,njk,nk->ni", M, J, a_q)))


def _poses(stack: Stack) -> Array:
    """(N, n_x) one pose for each row of a stack; a single pose is repeated."""
    x = stack.arrays["x"]
    return np.broadcast_to(x, (stack.count, x.shape[-1]))


def _jacobians(model: Model, stack: Stack, served: Array, mode: ArrayLike | None, motion: bool) -> Array:
    """(N, n, n) Jacobians of xd = J qd; raises or warns if a row of `served` has a result but no Jacobian (Type 2)."""
    poses = _poses(stack)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        J = model.jacobian(poses, mode=mode, motion=motion)
    singular = ~np.isfinite(J).all(axis=(1, 2)) & np.isfinite(served).all(axis=tuple(range(1, served.ndim)))
    model._evaluator.refuse(stack, np.flatnonzero(singular), mode)
    return J
