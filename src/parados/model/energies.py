"""Kinetic and potential energy of a robot."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.text.numbers import number
from parados.text.result_display import Display, Shown, Table

__all__ = ["Energy"]

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
