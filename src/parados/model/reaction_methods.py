"""Reactions of a model: the wrench of the ground, wrenches through joints and closures, Lagrange multipliers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag
from parados.model.method_calls import Parameters, live, quick
from parados.model.model_part import ModelPart
from parados.model.multipliers import Multipliers, multipliers_at
from parados.model.quantity import Options
from parados.model.reaction_result import Reactions
from parados.model.reactions import reactions_at
from parados.model.state_arguments import loads

__all__ = ["ReactionMethods"]

Array = NDArray[np.float64]


class ReactionMethods(ModelPart):
    """Methods of `Model` about forces inside the robot and on the ground."""

    @quick("ground_reaction", "x", "xd", "xdd")
    @live
    def ground_reaction(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6,) wrench [force, moment] of the ground on the robot at the base origin, base axes (GRM), (8.206) [N, N m].

        Reactions of the rotors are not included.

        wrench, link_wrenches : as in `inverse_dynamics`
        """
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **loads(self, wrench, link_wrenches)}
        return self._value("ground_reaction", mode, motion, Options(loaded="wrench" in values), **values)

    @live
    def ground_regressor(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        mode: ArrayLike | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Array:
        """(6, n_p) regressor Y_g with `ground_reaction` = Y_g @ p, where p are the n_p dynamic parameters `Model.parameters`.

        With a force plate under the robot, measured reactions identify parameters without friction and rotors: their columns
        are zero. `Model.parameter_names` has the names of the columns.
        """
        return self._value("ground_regressor", mode, motion, Options(), x=x, xd=xd, xdd=xdd)

    @live
    def reactions(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        axes: str = "base",
        distribution: str = "statics",
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Reactions:
        """Wrenches through all joints and closures, by name, (8.16): `reactions(x, xd, xdd)["q11"]` [N, N m].

        The actuators have the efforts of `inverse_dynamics`. Rotors act on the axes of their joints only.

        wrench, link_wrenches, friction : as in `inverse_dynamics`
        axes : axes of all wrenches: "base"; "own": for a joint those of its link, for a closure those of its first body;
            "platform"; or the name of a joint, for the axes of its link
        distribution : "statics": what statics of rigid bodies does not determine is NaN; "elastic": beams, superelements and
            passive joints with a stiffness share it, so that their elastic energy is least
        """
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **loads(self, wrench, link_wrenches)}
        options = Options(flag("friction", friction), "wrench" in values)
        return reactions_at(self._evaluator, values, mode, options, motion, axes, distribution)

    @live
    def multipliers(
        self,
        x: ArrayLike,
        xd: ArrayLike,
        xdd: ArrayLike,
        *,
        wrench: ArrayLike | None = None,
        mode: ArrayLike | None = None,
        friction: bool = True,
        link_wrenches: Mapping[str, ArrayLike] | None = None,
        motion: bool = False,
        parameters: Parameters = None,
    ) -> Multipliers:
        """Lagrange multipliers lambda_1, lambda_2, (8.82)-(8.86), and w_d (9.5), w_b (9.7), for the matrices of `matrices`.

        wrench, link_wrenches, friction : as in `inverse_dynamics`
        """
        values: dict[str, ArrayLike] = {"x": x, "xd": xd, "xdd": xdd, **loads(self, wrench, link_wrenches)}
        return multipliers_at(self._evaluator, values, mode, Options(flag("friction", friction), "wrench" in values), motion)
