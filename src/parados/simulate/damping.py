"""Structural damping of the beams: forces D qd_e that depend only on the elastic rates, so rigid motions are not damped."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.arguments import number
from parados.flexible.flexible_structure import FlexibleStructure
from parados.flexible.locked_modes import locked_modes
from parados.robot.beams import DampingSpec

__all__ = ["Damping", "ModalDamping", "RayleighDamping", "damping_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class RayleighDamping:
    """Rayleigh damping D = alpha Mee + beta Kee of every element; alpha [1/s], beta [s]."""

    alpha: float = 0.0
    beta: float = 0.0

    def __post_init__(self) -> None:
        _not_negative(alpha=self.alpha, beta=self.beta)

    def matrix(self, structure: FlexibleStructure, z: Array) -> Array:
        """Return the damping matrix (n, n) of all coordinates of the tree."""
        D = np.zeros((len(z), len(z)))
        for element in structure.elements:
            own = np.ix_(element.joints, element.joints)
            D[own] += self.alpha * element.integrals.Mee + self.beta * element.integrals.Kee
        return D


@dataclass(frozen=True)
class ModalDamping:
    """Modal damping with the same damping ratio in every mode of the undeformed robot at the start, with locked actuators.

    With modes Phi of unit modal mass, Phi_e^T K Phi_e = omega^2. Therefore D = K Phi_e diag(2 ratio / omega^3) Phi_e^T K
    gives Phi_e^T D Phi_e = 2 ratio omega.
    """

    ratio: float

    def __post_init__(self) -> None:
        _not_negative(ratio=self.ratio)

    def matrix(self, structure: FlexibleStructure, z: Array) -> Array:
        """Return the damping matrix (n, n) of all coordinates of the tree."""
        omega, shapes = locked_modes(structure, z)
        pushed = structure.stiffness @ shapes
        return np.asarray((pushed * (2 * self.ratio / omega**3)) @ pushed.T)


Damping = RayleighDamping | ModalDamping


def damping_of(spec: DampingSpec | None) -> Damping | None:
    """Return the damping that a robot file declares, or None."""
    if spec is None:
        return None
    return RayleighDamping(spec.alpha, spec.beta) if spec.ratio is None else ModalDamping(spec.ratio)


def _not_negative(**values: float) -> None:
    for name, value in values.items():
        number(f"damping: {name}", value, 0.0, expected="a number that is not negative")
