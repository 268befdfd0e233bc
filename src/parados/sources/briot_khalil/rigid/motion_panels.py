"""Panels and columns for the three trajectories of chapter 8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from parados.plots.panels import Panel
from parados.trajectory.motion_table import MotionTable

__all__ = ["columns", "named", "panels"]

Array = NDArray[np.float64]


def named(names: Sequence[str], values: Array) -> dict[str, Array]:
    """Return the columns of values (N, n), by name."""
    return dict(zip(names, values.T, strict=True))


def panels(labels: Sequence[str], names: Sequence[str], values: Sequence[Array]) -> list[Panel]:
    """Build a panel for each array (N, n), with the same names in all panels."""
    return [Panel(label, named(names, value)) for label, value in zip(labels, values, strict=True)]


def columns(motion: MotionTable, parts: Mapping[str, Array]) -> dict[str, Array]:
    """Build a table of time and the columns of some arrays (N, n): "x [m]" -> "x_1 [m]", "x_2 [m]", ..."""
    table = {"t [s]": motion.t}
    for key, values in parts.items():
        name, _, unit = key.partition(" ")
        table |= {f"{name}_{i + 1} {unit}".strip(): values[:, i] for i in range(values.shape[1])}
    return table
