"""Efforts predicted by a fit, with their confidence."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from parados.text.result_display import Display, Shown, Table

__all__ = ["Prediction", "predicted_efforts"]

Array = NDArray[np.float64]

NORMAL = 1.96
"""Standard deviations of the interval that holds 95 % of a normal distribution."""


@dataclass(frozen=True, eq=False)
class Prediction(Shown):
    """Predicted efforts.

    Attributes
    ----------
    names : names of the actuators
    efforts : (n_a,) or (N, n_a) [N m, N]
    deviations : standard deviations of the efforts, because the parameters are estimates
    noise : (n_a,) standard deviations of the noise of a measurement
    """

    names: tuple[str, ...]
    efforts: Array
    deviations: Array = field(repr=False)
    noise: Array = field(repr=False)

    @property
    def interval(self) -> tuple[Array, Array]:
        """Lower and upper end of the interval that holds the effort of the robot with a probability of 95 %."""
        return self.efforts - NORMAL * self.deviations, self.efforts + NORMAL * self.deviations

    @property
    def measured_interval(self) -> tuple[Array, Array]:
        """The same for a measured effort, which has noise."""
        both = np.sqrt(self.deviations**2 + self.noise**2)
        return self.efforts - NORMAL * both, self.efforts + NORMAL * both

    def _display(self) -> Display:
        efforts, deviations = np.atleast_2d(self.efforts), np.atleast_2d(self.deviations)
        rows = [
            [name, f"{np.abs(efforts[:, k]).max():.5g}", f"{deviations[:, k].max():.3g}", f"{self.noise[k]:.3g}"]
            for k, name in enumerate(self.names)
        ]
        head = ("actuator", "largest effort", "largest deviation", "noise")
        return Display("Predicted efforts [N m, N]", {"states": len(efforts)}, [Table(head, rows)])


def predicted_efforts(
    names: tuple[str, ...], W: Array, known: Array, values: Array, covariance: Array, noise: Array
) -> Prediction:
    """Predict efforts W values + known; their covariance is W covariance W^T."""
    variance = np.einsum("...ij,jk,...ik->...i", W, covariance, W)
    return Prediction(names, W @ values + known, np.sqrt(np.maximum(variance, 0.0)), noise)
