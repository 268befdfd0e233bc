"""Shares in base parameters as functions of live lengths: numbers for other lengths, exact slopes, and formulas.

beta is the solution of W_1 beta = W_2 (Briot & Khalil 8.270) with fixed columns, so it is a smooth function of the lengths; its
slope follows from W_1 dbeta = dW_2 - dW_1 beta and the exact derivatives of the regressor.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.arguments import word
from parados.dynamics.base_search import shares_at
from parados.errors import InputError
from parados.identify.observation_matrix import Observation, observation, side_regressor
from parados.identify.parameter_groups import Group
from parados.identify.share_family import family_formulas
from parados.identify.share_formula import ShareFormula
from parados.model.model import Model, Parameters

__all__ = ["LiveShares"]

Array = NDArray[np.float64]

ROUND_OFF = 1e-11
"""Slopes below this part of the largest one, for columns of unit length, are zero."""


class LiveShares:
    """What base parameters of a model with live lengths have in addition."""

    model: Model
    columns: NDArray[np.intp]
    names: tuple[str, ...]
    eliminated: tuple[str, ...]
    selection: Array
    selection_2: Array
    groups: tuple[Group, ...]

    def beta_at(self, parameters: Parameters = None) -> Array:
        """(n_b, n_2) beta for other values of the live parameters of `model`, with the same names and the same groups.

        Raises InputError if the groups of that robot are others.
        """
        seen = self._seen(self._member(parameters))
        W = seen.W[:, self.columns]
        return shares_at(W @ self.selection, W @ self.selection_2, seen.rows)

    def _member(self, parameters: Parameters) -> Model:
        """Return the model of one robot of the family."""
        own = self.model if parameters is None else self.model.with_parameters(parameters)
        own.check_one_robot()
        return own

    def _seen(self, member: Model) -> Observation:
        return observation(member, self.selection.shape[1] + self.selection_2.shape[1], 0)

    def beta_slope(self, parameter: str, parameters: Parameters = None) -> Array:
        """(n_b, n_2) exact derivative of beta by a live parameter of `model`; (n_b, n_2, k) for a parameter with k numbers.

        parameter : its name;  parameters : other values of the live parameters at which the derivative is taken
        """
        word("parameter", parameter, tuple(self._live))
        own = self._member(parameters)
        seen = self._seen(own)
        W = seen.W[:, self.columns]
        dY = np.asarray(own.derivatives(side_regressor(own), parameter)(*seen.states))[..., self.columns, :]
        dW = np.moveaxis(dY.reshape(-1, *dY.shape[2:]), 2, 0)  # (k, rows, n_set)
        W_1, beta = W @ self.selection, shares_at(W @ self.selection, W @ self.selection_2, seen.rows)
        sizes = np.linalg.norm(W_1, axis=0)
        rest = dW @ self.selection_2 - dW @ self.selection @ beta
        scaled = np.linalg.pinv(W_1 / sizes) @ rest  # (k, n_b, n_2)
        found = np.moveaxis(np.where(np.abs(scaled) > ROUND_OFF * np.abs(scaled).max(), scaled, 0.0) / sizes[:, None], 0, 2)
        return np.asarray(found if np.ndim(self.model.live[parameter]) else found[..., 0])

    @property
    def _live(self) -> dict[str, float | Array]:
        """Live parameters of the file with their values; dynamic parameters, gravity and a payload have no part in beta."""
        found = {name: value for name, value in self.model.live.items() if name in self.model.spec.parameters}
        if not found:
            raise InputError('base: the model has no live lengths; name them, e.g. robot.compile(live=["l1"])')
        return found

    @cached_property
    def formulas(self) -> Mapping[str, Mapping[str, ShareFormula | None]]:
        """Formula of each share in the live parameters of `model`, by leader and eliminated parameter.

        A formula is a sum of products of powers, cosines and sines. It is checked to 1e-9 for robots of the family from which it
        was not found. None stands for a share without a small formula; `beta_at` has its numbers.
        """
        found = family_formulas(self.beta_at, self.beta_at(), self._live)
        named: dict[str, dict[str, ShareFormula | None]] = {leader: {} for leader in self.names}
        for (i, j), formula in found.items():
            named[self.names[i]][self.eliminated[j]] = formula
        return named

    @property
    def symbolic_groups(self) -> dict[str, str]:
        """Each base parameter as a sum, by its leader, e.g. "zz_q11 + ia_q11 - (d12^2/d13) mx_q12 + (d12^2) m_q12"."""
        return {group.leader: group.in_symbols(self.formulas[group.leader]) for group in self.groups}
