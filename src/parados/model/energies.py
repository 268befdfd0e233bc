"""Kinetic and potential energy of a robot and of its bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.text.numbers import number
from parados.text.result_display import Display, Shown, Table

__all__ = ["BodyEnergies", "Energy", "EnergyRegressor"]

Array = NDArray[np.float64]


class _Energies(NamedTuple):
    kinetic: Array
    potential: Array
    springs: Array


class Energy(_Energies, Shown):
    """Energies [J] of one state (floats) or of a stack (arrays); `springs` is the part of the potential energy in springs."""

    @property
    def total(self) -> Array:
        return self.kinetic + self.potential

    def _display(self) -> Display:
        parts = {"kinetic": self.kinetic, "potential": self.potential, "total": self.total}
        if np.any(self.springs):
            parts["springs (in potential)"] = self.springs
        if np.ndim(self.kinetic) == 0:
            return Display("Energy [J]", {name: number(float(value)) for name, value in parts.items()})
        rows = [[name, number(value.min()), number(value.max())] for name, value in parts.items()] if len(self.kinetic) else []
        return Display(f"Energy [J] of {len(self.kinetic)} states", tables=[Table(["", "smallest", "largest"], rows)])


class EnergyRegressor(NamedTuple):
    """Rows over the standard parameters p, (n_p,) or (N, n_p): kinetic energy = kinetic @ p, potential = potential @ p [J]."""

    kinetic: Array
    potential: Array

    @property
    def lagrangian(self) -> Array:
        """(n_p,) or (N, n_p) row l of the Lagrangian, L = E - U = l @ p, (8.255)."""
        return self.kinetic - self.potential


@dataclass(frozen=True, repr=False)
class BodyEnergies(Shown):
    """Energies of each body [J]; for a stack all arrays have an additional first axis.

    Attributes
    ----------
    names : the n bodies: each link by the name of its joint, then "platform"
    kinetic : (n,) kinetic energy of each link with the rotor of its joint, then of the platform
    potential : (n,) potential energy of gravity, zero at the base origin
    """

    names: tuple[str, ...]
    kinetic: Array
    potential: Array

    def __repr__(self) -> str:
        return self.summary()

    @property
    def total(self) -> Array:
        return self.kinetic + self.potential

    def _display(self) -> Display:
        parts = [self.kinetic, self.potential, self.total]
        if self.kinetic.ndim == 1:
            rows = [[name, *[number(float(part[k])) for part in parts]] for k, name in enumerate(self.names)]
            return Display("Energy of each body [J]", tables=[Table(["body", "kinetic", "potential", "total"], rows)])
        count = len(self.kinetic)
        rows = [[name, *[number(part[:, k].max()) for part in parts]] for k, name in enumerate(self.names)] if count else []
        table = Table(["body", "kinetic", "potential", "total"], rows)
        return Display(f"Largest energy of each body [J] in {count} states", tables=[table])
