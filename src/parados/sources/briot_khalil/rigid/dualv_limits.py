"""What the DualV's motors can do: 127 N m each, and the accelerations that the book tells of.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.5.3.1.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from parados.sources.briot_khalil.dualv_model import DualV
from parados.sources.entry import Line, at_least, at_most, unprinted

__all__ = ["limit_lines", "strongest"]

Array = NDArray[np.float64]

MOTOR = 127.0
"""Printed [N m]."""

PRINTED_G = 25.0
"""Printed: accelerations in the workspace, in units of g."""

G = 9.81


def strongest(book: DualV, direction: Array) -> float:
    """Largest acceleration [m/s^2] from rest at the centre along a direction (3,), the motors sharing the load as they may."""
    f, x = book.functions(), np.zeros(3)
    M = np.array(f["mass_matrix"](x=x)["M_r"])
    J_inv = np.array(f["matrices"](x=x)["J_inv"])
    equations = np.hstack([J_inv.T, -(M @ direction)[:, None]])  # J_inv^T tau = M direction a
    limits = [(-MOTOR, MOTOR)] * 4 + [(0, None)]
    return float(-linprog([0, 0, 0, 0, -1], A_eq=equations, b_eq=np.zeros(3), bounds=limits).fun)


def limit_lines(book: DualV, peak: float) -> list[Line]:
    """The trajectory within the motors, and how far these reach, loaded and empty."""
    empty = DualV(replace(book.parameters, m_5=0.0, zz_5=0.0, mx_5=0.0, my_5=0.0))
    x, y = np.eye(3)[:2]
    bare = {axis: strongest(empty, way) / G for axis, way in (("x", x), ("y", y))}
    loaded = {axis: strongest(book, way) / G for axis, way in (("x", x), ("y", y))}
    note = "from rest at the centre, platform without payload, by linear programming over the torques"
    best = max(bare, key=lambda axis: bare[axis])
    return [
        at_most("torque of a motor", MOTOR, peak, "N m", "the chosen trajectory stays within the motors"),
        at_least(f"acceleration along {best}", PRINTED_G, bare[best], "G", note),
        *[unprinted(f"acceleration along {axis}, without payload", value, "G") for axis, value in bare.items() if axis != best],
        *[unprinted(f"acceleration along {axis}, with the payload of 5.42 kg", value, "G") for axis, value in loaded.items()],
    ]
