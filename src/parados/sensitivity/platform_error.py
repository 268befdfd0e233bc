"""Errors of the platform's pose at given motor positions: the forward geometry as a function of the live parameters.

The motors hold q. From q(x, p) = q follows inverse_jacobian dx + dq/dp dp = 0, so dx/dp = -J dq/dp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.model.model import Model
from parados.sensitivity.varied_quantity import VariedQuantity

__all__ = ["PlatformError"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PlatformError(VariedQuantity):
    """The pose x at motor positions `states["q"]`, found from `states["guess"]`, the pose of the robot itself."""

    def slopes(self, names: Sequence[str]) -> Array:
        """(N, n_x, n) derivatives dx/dp at fixed motor positions."""
        x = self.states["guess"]
        q_p = np.asarray(self.model.derivatives("inverse_kinematics", list(names))(x, **self.options))
        found = self._in_x(x, -self.model.jacobian(x, **self.options) @ q_p)
        found[np.isnan(self.states["q"]).any(axis=1)] = np.nan
        return found

    def _values(self, model: Model, states: dict[str, Array]) -> Array:
        """(R, n_x) poses; NaN where the robot itself has none, which is already reported."""
        if states["q"].ndim == 1:
            return super()._values(model, states)
        known = np.flatnonzero(np.isfinite(states["q"]).all(axis=1))
        found = np.full(states["guess"].shape, np.nan)
        found[known] = super()._values(model.of_rows(known), {name: value[known] for name, value in states.items()})
        return found

    def _in_x(self, x: Array, rates: Array) -> Array:
        """(N, n_x, n) derivatives of x from rates (N, n_dof, n), whose angular part is that of a twist if x has a quaternion."""
        if not self.model.mechanism.platform.is_quaternion:
            return rates
        v, omega, others = rates[:, :3], rates[:, 3:6], rates[:, 6:]
        w, u = x[:, 3, None, None], x[:, 4:7, None]
        scalar = -0.5 * np.sum(omega * u, axis=1, keepdims=True)  # half the quaternion product (0, omega) Q
        rest = 0.5 * (w * omega + np.cross(omega, np.broadcast_to(u, omega.shape), axis=1))
        return np.concatenate([v, scalar, rest, others], axis=1)
