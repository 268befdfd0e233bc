"""Structural damping of beams and joints: forces D qd_e that depend only on the elastic rates, so rigid motions are not damped.

With modes Phi of unit modal mass, Phi_e^T K Phi_e = omega^2. Therefore D = K Phi_e diag(c / omega^4) Phi_e^T K gives
Phi_e^T D Phi_e = c: a mode loses its energy at the rate c, and its damping ratio is c / (2 omega).
"""

from __future__ import annotations

from collections.abc import Callable
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
    """Rayleigh damping: the ratio alpha / (2 omega) + beta omega / 2 in each mode omega [rad/s]; alpha [1/s], beta [s].

    The modes are those of the undeformed robot at the start, with locked actuators; beta acts on all elastic parts.
    """

    alpha: float = 0.0
    beta: float = 0.0

    def __post_init__(self) -> None:
        _not_negative(alpha=self.alpha, beta=self.beta)

    def matrix(self, structure: FlexibleStructure, z: Array) -> Array:
        """Return the damping matrix (n, n) of all coordinates of the tree."""
        D = np.asarray(self.beta * structure.stiffness, dtype=np.float64)
        return D + _of_modes(structure, z, lambda omega: np.full(len(omega), self.alpha)) if self.alpha else D


@dataclass(frozen=True)
class ModalDamping:
    """Modal damping with the same damping ratio in every mode of the undeformed robot at the start, with locked actuators."""

    ratio: float

    def __post_init__(self) -> None:
        _not_negative(ratio=self.ratio)

    def matrix(self, structure: FlexibleStructure, z: Array) -> Array:
        """Return the damping matrix (n, n) of all coordinates of the tree."""
        return _of_modes(structure, z, lambda omega: 2 * self.ratio * omega)


def _of_modes(structure: FlexibleStructure, z: Array, rates: Callable[[Array], Array]) -> Array:
    """Return the matrix (n, n) with which modes of angular frequencies omega (k,) have the damping `rates` (k,) [1/s]."""
    omega, shapes = locked_modes(structure, z)
    pushed = structure.stiffness @ shapes
    return np.asarray((pushed * (rates(omega) / omega**4)) @ pushed.T)


Damping = RayleighDamping | ModalDamping


def damping_of(spec: DampingSpec | None) -> Damping | None:
    """Return the damping that a robot file declares, or None."""
    if spec is None:
        return None
    return RayleighDamping(spec.alpha, spec.beta) if spec.ratio is None else ModalDamping(spec.ratio)


def _not_negative(**values: float) -> None:
    for name, value in values.items():
        number(f"damping: {name}", value, 0.0, expected="a number that is not negative")
