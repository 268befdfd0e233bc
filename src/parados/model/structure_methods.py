"""Structure of a model: its tree by itself, wrenches of the legs, the matrices of the book, kinematic redundancy."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.kinematics.matrices import KinematicMatrices
from parados.kinematics.wrenches import LegWrenches
from parados.model.method_calls import Parameters, live_one
from parados.model.model_part import ModelPart
from parados.model.pose_matrices import matrices_at, wrenches_at
from parados.model.redundancy import redundant_accelerations, redundant_rates
from parados.model.tree_models import TreeModels

__all__ = ["StructureMethods"]

Array = NDArray[np.float64]


class StructureMethods(ModelPart):
    """Methods of `Model` about the tree, the legs and redundant motions."""

    @property
    def tree(self) -> TreeModels:
        """Models of the tree and of the free platform, each without the other; the joint positions need not close the loops."""
        return TreeModels(self._model)

    @live_one
    def leg_wrenches(self, x: ArrayLike, *, mode: ArrayLike | None = None, parameters: Parameters = None) -> list[LegWrenches]:
        """Unit actuation and constraint wrenches of every leg, at P in base axes, at one pose x (n_x,)."""
        return wrenches_at(self._evaluator, x, mode)

    @live_one
    def matrices(
        self, x: ArrayLike, xd: ArrayLike | None = None, *, mode: ArrayLike | None = None, parameters: Parameters = None
    ) -> KinematicMatrices:
        """Matrices A, B, A_r, Psi_t, J, J_inv, J_t, J_ta, J_td, D_r, A_d, B_d, J_d, J_r of the book at one pose x (n_x,).

        As in the book, these matrices multiply twists t_p or t_r; `jacobian` and `inverse_jacobian` are those of xd. If xd (n,)
        is given, the result also has the terms of the second order b_p, a_t, a_q, d_c and e.
        """
        return matrices_at(self._evaluator, x, mode, xd)

    @live_one
    def resolve_redundancy(
        self,
        x: ArrayLike,
        xd_platform: ArrayLike,
        *,
        null: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) rates xd of a kinematically redundant robot from the rates of its platform only, at one pose x (n_x,), (7.66).

        The actuator rates have the least norm. InputError is raised if the platform cannot move in the given way.

        xd_platform : rates of the platform's coordinates; if a link carries the platform, its twist (6,) at P in base axes
        null : (n_a,) vector xi of actuator rates; its part that does not move the platform is added to the solution
        """
        return redundant_rates(self._model, x, xd_platform, null, mode)

    @live_one
    def resolve_redundant_acceleration(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd_platform: ArrayLike,
        *,
        null: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) accelerations xdd of a kinematically redundant robot from the accelerations of its platform only, (7.168).

        The state x (n_x,), xd (n,) is one state. The actuator accelerations have the least norm.

        xdd_platform : second derivatives of the platform's coordinates; if a link carries the platform, its acceleration (6,) as
            in `platform_acceleration`
        null : (n_a,) vector of actuator accelerations; its part that does not accelerate the platform is added to the solution
        """
        return redundant_accelerations(self._model, x, xd, xdd_platform, null, mode)
