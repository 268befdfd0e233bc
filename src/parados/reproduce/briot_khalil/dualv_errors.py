"""What the printed Jacobians of the DualV do to its joint velocities.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (8.187), (8.189), (8.190), (8.195).
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.formulations.briot_dualv import DualV
from parados.reproduce.briot_khalil.comparing import rows
from parados.reproduce.briot_khalil.motions import Motion
from parados.reproduce.entry import Line, corrected

__all__ = ["error_lines"]

Array = NDArray[np.float64]


def error_lines(book: DualV, motion: Motion) -> list[Line]:
    """One line each, where the printed form is most in error along a motion."""
    d_3, r_p = book.parameters.leg.d_3, book.parameters.r_p
    turning = ca.vertcat(*[book.jt(i)[0] / leg.lever for i, leg in enumerate(book.legs)]) * book.xd[2]
    without_r_p = book.qd_a + turning * (1 / r_p - 1)  # third column of (8.189) over r_p
    levers = ca.vertcat(*[leg.p.d_2 * leg.cos_2 for leg in book.legs])
    passive = ca.vertcat(*[book.qd_d[2 * i] for i in range(4)])
    across = ca.vertcat(*[leg.passive_lever for leg in book.legs])
    printed_passive = passive + (across + levers) * book.qd_a / d_3  # (8.195): -[d_2 cos q_2; 1] in (8.197)
    return [
        _line("(8.189) rates of the actuators", book, motion, without_r_p, book.qd_a, "the third entry lacks r_p"),
        _line("(8.190) rates of the actuators", book, motion, -book.qd_a, book.qd_a, "b_ii = - d_i2 d_i3 sin q_i2"),
        _line("(8.195) rates of the joints B_i", book, motion, printed_passive, passive, "it is + [d_i2 cos q_i2 + d_i3; 1]"),
    ]


def _line(what: str, book: DualV, motion: Motion, printed: ca.SX, ours: ca.SX, note: str) -> Line:
    f = ca.Function("compare", [book.x, book.xd], [printed, ours], ["x", "xd"], ["printed", "ours"])
    first, second = (rows(f, key, x=motion.x, xd=motion.xd) for key in ("printed", "ours"))
    worst = np.unravel_index(np.abs(first - second).argmax(), first.shape)
    told = f"{note}; where the two differ most"
    return corrected(what, float(first[worst]), float(second[worst]), told, "rad/s", 1e-6)
