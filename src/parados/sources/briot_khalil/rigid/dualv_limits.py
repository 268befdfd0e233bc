"""Limits of the DualV: motors of 127 N m, and the accelerations that the book states.

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
from parados.sources.entry import Line, holds, unprinted

__all__ = ["limit_lines", "strongest"]

Array = NDArray[np.float64]

MOTOR = 127.0
"""Printed torque of a motor [N m]."""

PRINTED_G = 25.0
"""Printed acceleration in the workspace, in units of g."""

G = 9.81


def strongest(book: DualV, direction: Array) -> float:
    """Return the largest acceleration [m/s^2] from rest at the centre along a direction (3,), with the best torques."""
    f, x = book.functions(), np.zeros(3)
    M = np.array(f["mass_matrix"](x=x)["M_r"])
    J_inv = np.array(f["matrices"](x=x)["J_inv"])
    equations = np.hstack([J_inv.T, -(M @ direction)[:, None]])  # J_inv^T tau = M direction a
    limits = [(-MOTOR, MOTOR)] * 4 + [(0, None)]
    return float(-linprog([0, 0, 0, 0, -1], A_eq=equations, b_eq=np.zeros(3), bounds=limits).fun)


def limit_lines(book: DualV, peak: float) -> list[Line]:
    """Check that the trajectory needs no more than the motors give; report the accelerations with and without payload."""
    empty = DualV(replace(book.parameters, m_5=0.0, zz_5=0.0, mx_5=0.0, my_5=0.0))
    x, y = np.eye(3)[:2]
    bare = {axis: strongest(empty, way) / G for axis, way in (("x", x), ("y", y))}
    loaded = {axis: strongest(book, way) / G for axis, way in (("x", x), ("y", y))}
    note = "from rest at the centre, platform without payload, by linear programming over the torques"
    best = max(bare, key=lambda axis: bare[axis])
    return [
        holds("largest torque on the chosen trajectory", f"motors of {MOTOR:g} N m", f"{peak:.3g} N m", peak <= MOTOR),
        holds(f"largest acceleration along {best}", f"{PRINTED_G:g} G", f"{bare[best]:.3g} G", bare[best] >= PRINTED_G, note),
        *[unprinted(f"acceleration along {axis}, without payload", value, "G") for axis, value in bare.items() if axis != best],
        *[unprinted(f"acceleration along {axis}, with the payload of 5.42 kg", value, "G") for axis, value in loaded.items()],
    ]
