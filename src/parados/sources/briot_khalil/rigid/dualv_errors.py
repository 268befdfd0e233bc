"""Errors of the joint velocities of the DualV by the printed Jacobians.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (8.187), (8.189), (8.190), (8.195).
"""

from __future__ import annotations

import casadi as ca

from parados.model.model import Model
from parados.sources.briot_khalil.dualv_model import DualV
from parados.sources.comparing import corrected_at_worst, difference
from parados.sources.entry import Line
from parados.sources.graph_rows import rows
from parados.trajectory.motion_table import MotionTable

__all__ = ["error_lines"]


def error_lines(model: Model, book: DualV, motion: MotionTable) -> list[Line]:
    """Build a line for each printed formula, at the instant of a motion where it differs most from the engine."""
    p, legs = book.parameters, book.legs
    without_r_p = ca.horzcat(book.A_r[:, :2], book.A_r[:, 2] / p.r_p)  # (8.189)
    b = ca.vertcat(*[p.leg.d_2 * p.leg.d_3 * leg.sin_2 for leg in legs])  # (8.190); right: -b
    levers = ca.vertcat(*[leg.p.d_2 * leg.cos_2 for leg in legs])
    along_normal = ca.vertcat(*[book.J_t[2 * i, :] @ book.xd for i in range(4)])
    printed = {
        "active": without_r_p @ book.xd / b,
        "turned": -(book.A_r @ book.xd) / b,
        "passive": (along_normal + levers * book.qd_a) / p.leg.d_3,  # (8.195) in (8.197)
    }
    f = ca.Function("printed", [book.x, book.xd], list(printed.values()), ["x", "xd"], list(printed))
    values = {name: rows(f, name, x=motion.x, xd=motion.xd) for name in printed}
    rates = model.joint_rates(motion.x, motion.xd, joints="all")
    active, passive = rates[:, ::3], rates[:, 1::3]
    own = book.functions()["first_order"]
    gap = difference(rows(own, "qd_a", x=motion.x, xd=motion.xd), active)
    gap_d = difference(rows(own, "qd_d", x=motion.x, xd=motion.xd)[:, ::2], passive)
    of, bent = "rates of the actuators", "it is + [d_i2 cos q_i2 + d_i3; 1]"
    return [
        corrected_at_worst(f"(8.189): {of}", values["active"], active, "the third entry lacks r_p", "rad/s", proof=gap),
        corrected_at_worst(f"(8.190): {of}", values["turned"], active, "b_ii = - d_i2 d_i3 sin q_i2", "rad/s", proof=gap),
        corrected_at_worst("(8.195): rates of the joints B_i", values["passive"], passive, bent, "rad/s", proof=gap_d),
    ]
