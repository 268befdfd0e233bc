"""Base parameters of a robot (Briot & Khalil 8.7): the smallest set of parameters that determines its efforts.

    tau = D_tot chi_tot = W_1 chi_b,    chi_b = chi_1 + beta chi_2          (8.265), (8.271), (8.272)

Parameters without effect are left out, and parameters chi_2 whose columns depend on others are added to these. Motions and
efforts of a robot tell no more than chi_b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, freeze, instance, real_array, vector, whole
from parados.dynamics.base_search import BaseSearch, Gap, base_search
from parados.dynamics.dynamic_parameters import StandardParameter
from parados.errors import InputError
from parados.identify.base_display import base_display
from parados.identify.column_order import ordered, tied_groups
from parados.identify.live_shares import LiveShares
from parados.identify.observation_matrix import is_redundant, observation, side_regressor, unit_sizes
from parados.identify.offset_columns import with_offsets
from parados.identify.parameter_groups import Group, groups_of
from parados.identify.parameter_set import chosen_parameters, read_choice
from parados.model.model import COMPILED, Model, Parameters, live_one
from parados.text.result_display import Display, Shown

__all__ = ["BaseParameters", "base_parameters"]

Array = NDArray[np.float64]
Index = NDArray[np.intp]


@dataclass(frozen=True)
class BaseParameters(LiveShares, Shown):
    """Base parameters of a robot.

    Attributes
    ----------
    model : the model whose regressor has the columns; if `offsets` were asked for, that of a robot with offsets of zero
    standard : names of the n_set standard parameters of the set, in the order of the columns
    columns : (n_set,) their places in `model.parameter_names`
    names : names of the n_b base parameters: of the standard parameters chi_1 that lead the groups
    values : (n_b,) chi_b with the numbers of the robot file, (8.272) [SI units]
    without_effect : names of the parameters that have no effect on the efforts
    eliminated : names of the n_2 parameters chi_2 that are added to others
    beta : (n_b, n_2) chi_b = chi_1 + beta chi_2, (8.273)
    transform : (n_b, n_set) chi_b = transform @ chi_set; tied parameters enter with their mean
    groups : chi_1 with the shares of chi_2, in symbols with numbers
    side : "efforts" if the regressor is that of tau; "platform" if it is that of J_inv^T tau, for redundant actuators
    singular_values : of the scaled observation matrix, relative to the largest one
    gap : the smallest singular value that counts, and the largest one that is round-off
    selection, selection_2 : (n_set, n_b), (n_set, n_2) matrices of zeros and ones; the regressor of the set times the first one
        is W_1, times the second one W_2, (8.269)
    """

    model: Model = field(repr=False)
    standard: tuple[str, ...]
    columns: Index = field(repr=False)
    names: tuple[str, ...]
    values: Array
    without_effect: tuple[str, ...]
    eliminated: tuple[str, ...]
    beta: Array = field(repr=False)
    transform: Array = field(repr=False)
    groups: tuple[Group, ...] = field(repr=False)
    side: str
    singular_values: Array = field(repr=False)
    gap: Gap
    selection: Array = field(repr=False)
    selection_2: Array = field(repr=False)

    def __post_init__(self) -> None:
        freeze(self)

    @property
    def count(self) -> int:
        """Number of base parameters."""
        return len(self.names)

    @property
    def robot(self) -> Any:
        """The robot of `model`."""
        return self.model.robot

    @property
    def alone(self) -> tuple[str, ...]:
        """Names of the base parameters to which nothing is added: standard parameters that can be identified alone."""
        return tuple(group.leader for group in self.groups if group.is_alone)

    def regressor(
        self, x: ArrayLike, xd: ArrayLike, xdd: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False
    ) -> Array:
        """(n_a, n_b) or (N, n_a, n_b) regressor W_1 of the base parameters: `measured(tau, x)` = W_1 @ chi_b.

        For redundant actuators it has the n rows of J_inv^T tau.
        """
        Y = getattr(self.model, side_regressor(self.model))(x, xd, xdd, mode=mode, motion=motion)
        return np.asarray(Y[..., self.columns] @ self.selection)

    def measured(self, tau: ArrayLike, x: ArrayLike, *, mode: ArrayLike | None = None, motion: bool = False) -> Array:
        """(n_a,) or (N, n_a) left-hand side of the identification model: tau, or J_inv^T tau for redundant actuators."""
        efforts = np.array(real_array("tau", tau))
        if efforts.shape[-1:] != (len(self.model.actuated_names),):
            names = ", ".join(self.model.actuated_names)
            raise InputError(f"tau: shape (N, {len(self.model.actuated_names)}) is expected ({names}), not {efforts.shape}")
        if self.side == "efforts":
            return efforts
        J_inv = self.model.inverse_jacobian(x, mode=mode, motion=motion)
        return np.asarray(np.einsum("...ij,...i->...j", J_inv, efforts))

    def of_standard(self, values: ArrayLike) -> Array:
        """(n_b,) base parameters of a full vector (n_p,) of standard parameters, in the order of `model.parameter_names`."""
        given = real_array("values", values)
        if given.shape != self.model.parameters.shape:
            raise InputError(f"values: shape {self.model.parameters.shape} is expected (model.parameters), not {given.shape}")
        return np.asarray(self.transform @ given[self.columns])

    def standard_values(self, values: ArrayLike) -> dict[str, float]:
        """All standard parameters by name for base parameters (n_b,): chi_1 = chi_b and chi_2 = 0, (8.272).

        Parameters outside of the set are those of the file.
        """
        own = np.array(self.model.parameters, dtype=float)
        own[self.columns] = self.selection @ vector("values", values, self.count, "the base parameters")
        return dict(zip(self.model.parameter_names, own.tolist(), strict=True))

    def _display(self) -> Display:
        return base_display(self)


@live_one
def base_parameters(
    model: Model,
    *,
    rotors: str | None = "actuated",
    friction: str | None = "all",
    springs: bool = True,
    offsets: str | None = None,
    bodies: str | Sequence[str] = "given",
    order: str | Sequence[str] | None = None,
    tied: str | Sequence[Sequence[str]] | None = None,
    seed: int = 0,
    parameters: Parameters = None,
) -> BaseParameters:
    """Find the base parameters of a robot with a QR decomposition of its regressor at random states (8.7.4).

    rotors, friction : joints whose rotor inertia, and whose friction, belongs to the set: None, "actuated" or "all"
    springs : True if the stiffness, damping and constant force of springs belong to the set
    offsets : joints that get a constant effort f0 in addition to those of the file: None, "actuated" or "all"
    bodies : "given" for the links and the platform to which the file gives an inertia, "all", or names of joints ("p" is the
        platform). A platform that turns and to which the file gives a mass alone is a point mass: only m_p belongs to the set
    order : order of the columns; the first parameter of a group leads it. None or "legs" is (8.274), in which equal legs have
        equal groups; "file" is the order of `model.parameter_names`; or names of parameters that come first
    tied : None; "legs" for parameters that are equal over the legs; or lists of names of equal parameters
    seed : of the random states

    Raises InputError if round-off and small singular values cannot be told apart.
    """
    choice = read_choice(rotors, friction, offsets, flag("springs", springs), bodies)
    own = with_offsets(instance("model", model, Model, COMPILED), choice.offsets)
    seed = whole("seed", seed, 0)
    chosen = ordered(own.mechanism, chosen_parameters(own.mechanism, choice), order)
    if not chosen:
        raise InputError("base_parameters: no parameter belongs to the set; choose bodies, rotors, friction or springs")
    groups = tied_groups(own.mechanism, chosen, tied)
    S = np.zeros((len(chosen), len(groups)))  # chi_set = S z with one unknown z for tied parameters
    for k, members in enumerate(groups):
        S[members, k] = 1.0
    places = np.array([one.place for one in chosen])
    seen = observation(own, len(groups), seed)
    unit = unit_sizes(own.mechanism, [chosen[members[0]] for members in groups])
    return _result(own, chosen, groups, S, base_search(seen.W[:, places] @ S, seen.rows, unit))


def _result(
    model: Model, chosen: Sequence[StandardParameter], groups: Sequence[Sequence[int]], S: Array, search: BaseSearch
) -> BaseParameters:
    """Put the result of a search into words; columns of the search are unknowns z, chi_set = S z."""
    names = [chosen[members[0]].name for members in groups]
    leaders, others = ([names[k] for k in part] for part in (search.kept, search.dropped))
    in_unknowns = np.zeros((len(search.kept), len(groups)))
    in_unknowns[:, search.kept], in_unknowns[:, search.dropped] = np.eye(len(search.kept)), search.beta
    transform = in_unknowns @ (S / S.sum(axis=0)).T
    places = np.array([one.place for one in chosen])
    values = transform @ model.parameters[places]
    equal = [tuple(chosen[j].name for j in groups[k][1:]) for k in search.kept]
    return BaseParameters(
        model=model,
        standard=tuple(one.name for one in chosen),
        columns=places,
        names=tuple(leaders),
        values=values,
        without_effect=tuple(chosen[j].name for k in search.without_effect for j in groups[k]),
        eliminated=tuple(others),
        beta=search.beta,
        transform=transform,
        groups=groups_of(leaders, others, search.beta, values, equal),
        side="platform" if is_redundant(model) else "efforts",
        singular_values=search.singular_values,
        gap=search.gap,
        selection=S[:, search.kept],
        selection_2=S[:, search.dropped],
    )
