"""Dynamics of a model: inverse and forward dynamics, mass matrix, bias and regressor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, word
from parados.errors import InputError
from parados.model.actuator_space import actuator_bias, actuator_mass_matrix, check_space
from parados.model.method_calls import Parameters, live, quick
from parados.model.model_part import ModelPart
from parados.model.quantity import Options
from parados.model.singular_efforts import efforts
from parados.model.state_arguments import check_stack, loads

__all__ = ["DynamicMethods", "RegressorParts"]

Array = NDArray[np.float64]


class RegressorParts(NamedTuple):
    """Regressors of the virtual tree, of the free platform and of the robot, over the n_p parameters `Model.parameters`.

    D_a, D_d : (n_a, n_p), (n_d, n_p) efforts of the tree in the actuated and in the passive joints, (8.262), (8.263)
    D_p : (6, n_p) wrench w_p of the free platform at P, base axes, (8.264); zero if a link carries the platform
    D_tot : (n_a, n_p) the efforts tau; D_tot = D_a + J_d^T D_d + J^T D_p, (8.265), without redundant actuators
    """

    D_a: Array
    D_d: Array
    D_p: Array
    D_tot: Array


class DynamicMethods(ModelPart):
    """Methods of `Model` about efforts and accelerations."""

    @quick("inverse_dynamics", "x", "xd", "xdd", careful=True)
    @live
    def inverse_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        overconstraint: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        solution: str = "minimum-norm",
        jerk: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_a,) actuator efforts tau for a motion x, xd, xdd (IDM), (8.71) and (8.145) [N m, N].

        At a Type 2 singularity the efforts are finite only if the motion fulfils the criterion (9.11). Then they are the
        limit along the motion, which depends on the jerk; otherwise SingularConfigurationError is raised.

        wrench : (6,) or (N, 6) [force, moment] of the environment on the platform at P, base axes [N, N m]
        overconstraint : (n_a,) vector eta of (8.148), for redundant actuation
        friction : False to leave out the friction of the joints
        link_wrenches : name of a joint -> (6,) or (N, 6) wrench on its link at the origin of the link's frame, base axes
        solution : efforts of redundant actuators: "minimum-norm", or "book" for the particular solution (8.148)
        jerk : (n,) or (N, n) third derivatives of x [m/s^3, rad/s^3]; zero by default
        """
        word("solution", solution, ("minimum-norm", "book"))
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **loads(self, wrench, link_wrenches)}
        if overconstraint is not None:
            if len(self.labels["q"]) == self.mechanism.n_dof:
                raise InputError("overconstraint: this robot is not redundantly actuated; leave it out")
            values["overconstraint"] = overconstraint
        options = Options(flag("friction", friction), "wrench" in values, overconstraint is not None, solution == "book")
        if jerk is not None:
            values["xddd"] = check_stack({"jerk": jerk}, {"jerk": self.labels["xddd"]}).arrays["jerk"]
        return efforts(self._evaluator, values, mode, options, motion)

    @quick("platform_force", "x", "xd", "xdd")
    @live
    def platform_force(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) generalised force inverse_jacobian.T @ tau of the actuators; its power is force @ xd [N, N m].

        This force does not depend on how redundant actuators share the load.

        friction : as in `inverse_dynamics`
        """
        return self._value("platform_force", mode, motion, Options(flag("friction", friction)), x=x, xd=xd, xdd=xdd)

    @quick("forward_dynamics", "x", "xd", "tau")
    @live
    def forward_dynamics(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        tau: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) accelerations xdd under the actuator efforts tau (n_a,) (DDM), (8.92) and (8.162) [m/s^2, rad/s^2].

        wrench, link_wrenches, friction : as in `inverse_dynamics`
        """
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "tau": tau, **loads(self, wrench, link_wrenches)}
        options = Options(flag("friction", friction), "wrench" in values)
        return self._value("forward_dynamics", mode, motion, options, **values)

    @quick("mass_matrix", "x")
    @live
    def mass_matrix(
        self,
        x: ArrayLike,
        *,
        space: str = "platform",
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n, n) inertia matrix M with M xdd + c = inverse_jacobian.T @ tau, where c is the `bias`.

        space : "platform"; or "actuators" for the matrix with M qdd + c = tau, if the robot has n actuators
        """
        check_space(self, space)
        stack, out = self._evaluator.evaluate("mass_matrix", {"x": x}, mode, motion=motion)
        M = out["mass_matrix"]
        if space == "actuators":
            M = actuator_mass_matrix(self._model, stack, M, mode, motion)
        return stack.unstack(M)

    @quick("bias", "x", "xd")
    @live
    def bias(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        *,
        space: str = "platform",
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n,) bias force c with M xdd + c = inverse_jacobian.T @ tau, where M is the `mass_matrix` [N, N m].

        c has the terms of velocity, gravity, springs and friction.

        space : "platform"; or "actuators" for the force with M qdd + c = tau, if the robot has n actuators
        friction : as in `inverse_dynamics`
        """
        check_space(self, space)
        options = Options(flag("friction", friction))
        stack, out = self._evaluator.evaluate("bias", {"x": x, "xd": xd}, mode, options, motion)
        c = out["bias"]
        if space == "actuators":
            c = actuator_bias(self._model, stack, c, mode, motion)
        return stack.unstack(c)

    @quick("regressor", "x", "xd", "xdd")
    @live
    def regressor(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n_a, n_p) regressor Y with tau = Y @ p, (8.265), where p are the n_p dynamic parameters `Model.parameters`.

        `Model.parameter_names` has the names of the columns.

        friction : as in `inverse_dynamics`
        """
        return self._value("regressor", mode, motion, Options(flag("friction", friction)), x=x, xd=xd, xdd=xdd)

    @live
    def platform_force_regressor(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(n, n_p) regressor Y_f of the `platform_force`: inverse_jacobian.T @ tau = Y_f @ p, where p are `Model.parameters`.

        Redundant actuators can share a load in many ways, and the regressor of their efforts depends on that choice; this one
        does not.

        friction : as in `inverse_dynamics`
        """
        options = Options(flag("friction", friction))
        return self._value("platform_force_regressor", mode, motion, options, x=x, xd=xd, xdd=xdd)

    @live
    def regressor_parts(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        friction: bool = True,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> RegressorParts:
        """Regressors D_a, D_d, D_p and D_tot of the book, (8.262)-(8.265), each with a column for every parameter.

        friction : as in `inverse_dynamics`
        """
        options, values = Options(flag("friction", friction)), {"x": x, "xd": xd, "xdd": xdd}
        stack, out = self._evaluator.evaluate("regressor_parts", values, mode, options, motion)
        D_tot = self._value("regressor", mode, motion, options, **values)
        D_t, actuated, passive = out["D_t"], list(self.mechanism.actuated), list(self.mechanism.passive)
        D_a, D_d, D_p = (stack.unstack(part) for part in (D_t[:, actuated], D_t[:, passive], out["D_p"]))
        return RegressorParts(D_a, D_d, D_p, D_tot)
