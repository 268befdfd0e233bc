"""Derivatives of natural frequencies with respect to live parameters.

For K v = w^2 M v with v^T M v = 1, the derivative of w^2 is v^T (K' - w^2 M') v. Where frequencies coincide, their derivatives
for a growing parameter are the eigenvalues of this matrix over all v that belong to them.

References
----------
Fox & Kapoor, Rates of change of eigenvalues and eigenvectors, AIAA Journal 6 (1968), (4)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import Signature, signature

import numpy as np
from numpy.typing import NDArray

from parados.flexible.modes import solve_modes
from parados.model.model import Model
from parados.model.quantity_derivative import QuantityDerivative
from parados.sensitivity.varied_quantity import VariedQuantity

__all__ = ["NaturalFrequencies", "frequency_slopes"]

Array = NDArray[np.float64]

EQUAL = 1e-7
"""Relative difference below which two squared frequencies count as equal."""


class MatricesDerivative(QuantityDerivative):
    """Derivatives of the mass and stiffness matrices of a flexible robot, with the arguments of its natural frequencies."""

    @cached_property
    def __signature__(self) -> Signature:
        own = signature(Model.natural_frequencies).parameters
        return Signature([own["x"], own["mode"]])


@dataclass(frozen=True)
class NaturalFrequencies(VariedQuantity):
    """The natural frequencies [Hz] at poses `states["x"]`, lowest first."""

    def slopes(self, names: Sequence[str]) -> Array:
        """(N, k, n) derivatives of the frequencies [Hz over the unit of the parameter]."""
        x, mode = self.states["x"], self.options.get("mode")
        matrices = self.model.quietly("elastic_matrices", x, mode=mode)
        changes = MatricesDerivative(self.model, "elastic_matrices", tuple(names))(x, mode=mode)
        assert isinstance(changes, dict)
        parts = (matrices["mass"], matrices["stiffness"], changes["mass"], changes["stiffness"])
        every = np.array([frequency_slopes(*pose) for pose in zip(*parts, strict=True)])
        return every[:, : self.options.get("count")]


def frequency_slopes(M: Array, K: Array, M_p: Array, K_p: Array) -> Array:
    """(m, n) derivatives of the natural frequencies [Hz] from mass and stiffness (m, m) and their derivatives (m, m, n)."""
    if not all(np.isfinite(part).all() for part in (M, K, M_p, K_p)):
        return np.full((len(M), M_p.shape[-1]), np.nan)
    f, v = solve_modes(M, K, None)
    squares = (2 * np.pi * f) ** 2
    found = np.zeros((len(f), M_p.shape[-1]))
    for same in np.split(np.arange(len(f)), np.flatnonzero(np.diff(squares) > EQUAL * squares[1:]) + 1):
        change = K_p - squares[same].mean() * M_p
        found[same] = np.linalg.eigvalsh(np.einsum("ia,ijp,jb->pab", v[:, same], change, v[:, same])).T
    return found / (8 * np.pi**2 * f[:, None])
