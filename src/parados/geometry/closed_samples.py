"""Sampled closed configurations: they decide questions about all configurations, such as which entries are constant."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.geometry.inverse import InverseGeometry
from parados.graph.virtual_machine import run_rows
from parados.spatial.vectors import SX

__all__ = ["ENOUGH", "Samples"]

Array = NDArray[np.float64]

ENOUGH = 8
"""Smallest number of samples."""


@dataclass(frozen=True)
class Samples:
    """(n, n_given + n_signs + n_unknowns) closed configurations as inputs of the geometry's graph.

    What is given are the pose x and the live parameters.
    """

    inputs: Array

    def named(self, geometry: InverseGeometry, count: int | None = None) -> dict[str, Array]:
        """Return the first `count` samples (all if None) as arguments of a kernel: x, parameters, mode and unknowns."""
        sizes = [part.numel() for part in (geometry.x, geometry.live, geometry.signs)]
        parts = np.split(self.inputs[:count], np.cumsum(sizes), axis=1)
        return dict(zip(("x", "parameters", "mode", "unknowns"), parts, strict=True))

    def values(self, geometry: InverseGeometry, expression: SX) -> Array:
        """(n, rows, cols) values of a matrix expression at the samples."""
        inputs = ca.vertcat(geometry.given, geometry.signs, geometry.unknowns)
        f = ca.Function("f", [inputs], [ca.densify(expression)])
        return np.ascontiguousarray(run_rows(f, [self.inputs], len(self.inputs))[0])
