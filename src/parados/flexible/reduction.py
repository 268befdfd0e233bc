"""Independent coordinates of a closed flexible robot (Briot & Khalil 11.27-11.35).

The independent closures G z = 0 are solved for the same number of dependent coordinates (`dependent_coordinates`): z = V zeta.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.errors import RobotFileError
from parados.flexible.dependent_coordinates import ZERO, dependent_coordinates
from parados.flexible.independent_closures import DEPENDENT
from parados.flexible.linear import LinearModel
from parados.geometry.inverse import InverseGeometry, Samples
from parados.kinematics.sampled_rows import independent_rows, with_constants
from parados.kinematics.structured_solve import Factorised, Pivots
from parados.spatial.vectors import SX, exact_matrix

__all__ = ["ReducedModel"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ReducedModel:
    """Mass and stiffness matrices in the independent coordinates, as expressions of the rigid configuration."""

    linear: LinearModel
    geometry: InverseGeometry
    samples: Samples
    pivots: Pivots

    @cached_property
    def _sampled(self) -> Array:
        return self.samples.values(self.geometry, self.linear.closures)

    @cached_property
    def rows(self) -> list[int]:
        """Indices of independent closure rows, for the coordinates that can move; an overconstrained robot has more rows."""
        return independent_rows(self._sampled[:1, :, self.free], (DEPENDENT,))

    @cached_property
    def free(self) -> list[int]:
        """Indices of the coordinates that are not locked."""
        return [k for k in range(self.linear.size) if k not in self.linear.locked]

    @cached_property
    def dependent(self) -> list[int]:
        """Indices of the dependent coordinates in increasing order, as many as there are independent rows."""
        return dependent_coordinates(self._sampled[:, self.rows], self.free, set(self.linear.structure.elastic))

    @cached_property
    def independent(self) -> list[int]:
        """Indices of the independent coordinates zeta."""
        return [k for k in self.free if k not in self.dependent]

    @cached_property
    def V(self) -> SX:
        """(n, k) matrix V of z = V zeta."""
        G = with_constants(self.linear.closures[self.rows, :], self._sampled[:, self.rows], ZERO)
        system = Factorised(G[:, self.dependent], "G", self.pivots)
        V = SX(self.linear.size, len(self.independent))
        for column, k in enumerate(self.independent):
            V[k, column] = 1
            solved = system.solve(-G[:, k])
            for r, d in enumerate(self.dependent):
                V[d, column] = solved[r]
        return ca.sparsify(V)

    @cached_property
    def mass_matrix(self) -> SX:
        """(k, k) mass matrix V^T M_t V, (11.33)."""
        return _symmetric(self.V.T @ (self.linear.mass_matrix @ self.V))

    @cached_property
    def stiffness(self) -> SX:
        """(k, k) stiffness matrix V^T K_t V, (11.34)."""
        return _symmetric(self.V.T @ (exact_matrix(self.linear.stiffness) @ self.V))

    def check(self) -> None:
        """Raise RobotFileError if nothing can move when the actuators are locked."""
        if not self.independent:
            advice = "give an actuator a stiffness, or a link beams or a superelement"
            finding = f"legs: nothing can move when the actuators are locked, since no actuator and no link is elastic; {advice}"
            raise RobotFileError(self.linear.structure.mechanism.name, [finding])


def _symmetric(matrix: SX) -> SX:
    """Copy the upper half of a matrix to the lower half, so only one half is computed."""
    return ca.triu2symm(ca.triu(matrix))
