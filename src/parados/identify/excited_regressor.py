"""Base regressor along a Fourier series, divided by the noise, with smoothed dry friction for the search."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parados.identify.base_parameters import BaseParameters
from parados.identify.excitation_limits import MotionLimits
from parados.identify.observation_matrix import side_regressor
from parados.spatial.states import States
from parados.trajectory.fourier_series import fourier_matrix

__all__ = ["ExcitedRegressor"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ExcitedRegressor:
    """Robot, limits and Fourier functions of a motion whose coefficients are sought.

    Attributes
    ----------
    noise : (rows,) standard deviation of each measured effort
    free : (2 K + 1, r) basis of the coefficients that the conditions at the ends allow
    """

    base: BaseParameters
    limits: MotionLimits
    noise: Array
    period: float
    harmonics: int
    free: Array
    samples: int

    @cached_property
    def functions(self) -> list[Array]:
        """Fourier functions (N, 2 K + 1) and their first two derivatives, at the samples of one period."""
        t = np.arange(self.samples) * self.period / self.samples
        return [fourier_matrix(t, self.period, self.harmonics, k) for k in range(3)]

    def coefficients(self, y: Array) -> Array:
        """(2 K + 1, n) coefficients in units of x from the unknowns (r n,) in parts of the half workspace."""
        c = self.free @ y.reshape(self.free.shape[1], -1) * self.limits.half
        c[0] += self.limits.centre
        return np.asarray(c)

    def states(self, c: Array, functions: list[Array]) -> States:
        """Return x, xd, xdd (N, n) of a series."""
        return States(*(F @ c for F in functions))

    def regressor(self, states: States, width: float = 0.0) -> Array:
        """(N, rows, n_b) base regressor divided by the noise; with a width, dry friction is smoothed. NaN out of reach."""
        base, mode = self.base, self.limits.mode
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            Y = getattr(base.model, side_regressor(base.model))(*states, mode=mode)[..., self._places]
            if width and self._dry[0]:
                columns, joints = self._dry
                rates = base.model.joint_rates(states.x, states.xd, mode=mode, joints="all")[:, joints]
                Y[..., columns] *= np.tanh(np.abs(rates) / (width * self._usual_rates[joints]))[:, None]
        if self._sums is not None:
            Y = Y @ self._sums
        return np.asarray(Y / self.noise[:, None])

    @cached_property
    def _sums(self) -> Array | None:
        """Columns of the set are added if parameters are tied; None if each base parameter has one column."""
        selection = self.base.selection
        return None if (selection.sum(axis=0) == 1).all() else selection

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """Places of the columns among all standard parameters."""
        columns = self.base.columns
        return columns if self._sums is not None else columns[self.base.selection.argmax(axis=0)]

    @cached_property
    def _dry(self) -> tuple[list[int], list[int]]:
        """Columns of dry friction, and their joints."""
        names, joints = self.base.model.parameter_names, list(self.base.model.joint_names)
        found = [(k, joints.index(names[p][3:])) for k, p in enumerate(self._places) if names[p][:3] in ("fs_", "fn_", "fb_")]
        return [k for k, _ in found], [j for _, j in found]

    @cached_property
    def _usual_rates(self) -> Array:
        """(n_t,) rates of all joints at the centre, if each coordinate moves through the workspace with the middle harmonic."""
        xd = np.diag(self.limits.half * 2 * np.pi / self.period * (1 + self.harmonics) / 2)
        x = np.tile(self.limits.centre, (len(xd), 1))
        rates = np.abs(self.base.model.joint_rates(x, xd, mode=self.limits.mode, joints="all")).max(axis=0)
        return np.asarray(np.maximum(rates, 1e-6 * max(rates.max(), 1e-300)))

    def information(self, c: Array, functions: list[Array]) -> Array:
        """(n_b, n_b) mean information matrix of one sample along a series; NaN if it leaves the reach."""
        W = self.regressor(self.states(c, functions))
        W = W.reshape(-1, W.shape[2])
        return np.asarray(W.T @ W / len(functions[0]))
