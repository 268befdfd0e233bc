"""Unit twists of a leg with the names of their joints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.kinematics.matrix_display import TWIST, matrix_table
from parados.text.result_display import Display, Shown

__all__ = ["LegTwists"]


@dataclass(frozen=True, repr=False)
class LegTwists(Shown):
    """Twist system of a leg (Briot & Khalil 7.53).

    Attributes
    ----------
    closure : name of the closure between the leg and the platform
    names : joints of the leg from the base, then the motions that the closure allows
    matrix : (6, m) or (N, 6, m) unit twists at P, base axes, one column for each name
    """

    closure: str
    names: tuple[str, ...]
    matrix: NDArray[np.float64]

    def __repr__(self) -> str:
        return self.summary()

    def _display(self) -> Display:
        if self.matrix.ndim == 3:
            return Display(f"Unit twists of {self.closure}", {"states": len(self.matrix), "motions": ", ".join(self.names)})
        table = matrix_table(f"{self.closure}: unit twists at P, base axes", self.matrix, TWIST, self.names)
        return Display("Twist system of a leg", tables=[table])
