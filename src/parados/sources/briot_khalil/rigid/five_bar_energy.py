"""Energy of the five-bar mechanism, and the work of its actuators along a trajectory.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 8.6.2, (8.216)-(8.230).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import cumulative_simpson

from parados.api import load
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.sources.briot_khalil.rigid.five_bar import CHOICE, five_bar_motion
from parados.sources.briot_khalil.rigid.five_bar_numbers import LinkNumbers, link_numbers
from parados.sources.briot_khalil.rigid.motion_panels import columns
from parados.sources.comparing import agree, corrected_at_worst, difference
from parados.sources.entry import Line, Reproduction, holds, unprinted
from parados.trajectory.motion_table import MotionTable

__all__ = ["energy", "kinetic", "potential"]

Array = NDArray[np.float64]

QUADRATURE = 1e-5
"""Error of the work relative to the largest energy: Simpson's rule with 120 steps per side, and jumps of the jerk at corners."""


def energy() -> Reproduction:
    """Compute the entry 003/section-8.6.2: energy of the five-bar mechanism."""
    model, motion = load("five-bar-feasible").compile("vm"), five_bar_motion()
    found = model.energy(motion.x, motion.xd)
    E, U = kinetic(model, motion), potential(model, motion)
    work, lost = works(model, motion)
    change = found.total - found.total[0]
    lines = [
        agree("(8.224)-(8.227) kinetic energy, sign of my_i2 corrected, and engine", "", difference(E, found.kinetic)),
        agree("(8.228)-(8.230) potential energy, and engine", "", difference(U, found.potential)),
        *_errors(model, motion, found.kinetic),
        agree(
            "increase of kinetic and potential energy = work of actuators minus friction", "equal",
            difference(work - lost, change), "along the whole path, by Simpson's rule", QUADRATURE,
        ),
        *_horizontal(motion),
        unprinted("largest kinetic energy", float(found.kinetic.max()), "J"),
        unprinted("total work of the actuators", float(work[-1]), "J"),
        unprinted("total friction loss", float(lost[-1]), "J"),
    ]  # fmt: skip
    stores = {"kinetic": found.kinetic, "potential": U - U[0], "sum": change, "work less friction": work - lost}
    flows = {"work of actuators": work, "lost in friction": lost}
    labels = ("energy from\nthe start [J]", "work from\nthe start [J]")
    drawn = [Panel(labels[0], stores, {"work less friction": {"linewidth": 3.5, "alpha": 0.5}}), Panel(labels[1], flows)]
    figures = {"energy": curves_figure(motion.t, drawn, size=(7.2, 4.8))}
    parts = {"E [J]": np.column_stack([E, U]), "work [J]": np.column_stack([work, lost])}
    choices = [CHOICE, "robot five-bar-feasible, with gravity along -y (g = -9.81 m/s^2 in (8.228)) and friction in all joints."]
    return Reproduction(lines, figures, {"energy": columns(motion, parts)}, choices)


def kinetic(model: Model, motion: MotionTable, printed: bool = False) -> Array:
    """Return E_p + E_act + sum of E_i1 + E_i2 (N,), (8.224)-(8.227) [J]; `printed` uses the printed sign of my_i2."""
    q, qd = model.joints(motion.x), model.joint_rates(motion.x, motion.xd, joints="all")
    m_p = float(model.parameters[model.parameter_names.index("m_p")])
    E = 0.5 * m_p * (motion.xd**2).sum(axis=1)  # (8.226)
    for leg, k in ((1, 0), (2, 3)):
        n = link_numbers(model, leg)
        E = E + _links(n, q[:, k + 1], qd[:, k], qd[:, k] + qd[:, k + 1], 1 if printed else -1)
        E = E + 0.5 * n.Ia_1 * qd[:, k] ** 2  # (8.227)
    return np.asarray(E)


def _links(n: LinkNumbers, q_2: Array, w_1: Array, w_2: Array, sign: int) -> Array:
    """Return E_i1 + E_i2, (8.224) and (8.225) [J]."""
    ms = n.mx_2 * np.cos(q_2) + sign * n.my_2 * np.sin(q_2)  # printed: + my
    return np.asarray(0.5 * (n.zz_1 + n.m_2 * n.d_2**2) * w_1**2 + 0.5 * n.zz_2 * w_2**2 + n.d_2 * w_1 * w_2 * ms)


def potential(model: Model, motion: MotionTable) -> Array:
    """Return U_p + sum of U_i1 + U_i2 (N,) for gravity [0, g, 0], (8.228)-(8.230) [J]."""
    q, g = model.joints(motion.x), float(model.spec.gravity[1])
    m_p = float(model.parameters[model.parameter_names.index("m_p")])
    U = -m_p * motion.x[:, 1] * g  # (8.230)
    for leg, k in ((1, 0), (2, 3)):
        n, q_1, q_12 = link_numbers(model, leg), q[:, k], q[:, k] + q[:, k + 1]
        U = U - (n.mx_1 * np.sin(q_1) + n.my_1 * np.cos(q_1)) * g  # (8.228)
        U = U - (n.mx_2 * np.sin(q_12) + n.my_2 * np.cos(q_12) + n.d_2 * n.m_2 * np.sin(q_1)) * g  # (8.229)
    return np.asarray(U)


def works(model: Model, motion: MotionTable) -> tuple[Array, Array]:
    """Return the work of the actuators and the friction loss since the start, (N,) each [J]."""
    tau, qd = model.inverse_dynamics(*motion.states), model.joint_rates(motion.x, motion.xd, joints="all")
    v = dict(zip(model.parameter_names, model.parameters, strict=True))
    fv, fs = (np.array([v[f"{kind}_{name}"] for name in model.joint_names]) for kind in ("fv", "fs"))
    driven = (tau * qd[:, list(model.mechanism.actuated)]).sum(axis=1)
    rubbed = (fv * qd**2 + fs * np.abs(qd)).sum(axis=1)
    return cumulative_simpson(driven, x=motion.t, initial=0), cumulative_simpson(rubbed, x=motion.t, initial=0)


def _errors(model: Model, motion: MotionTable, ours: Array) -> list[Line]:
    """Report (8.225) and (8.222); the ends A_12 and P of link 2 must have the same velocity along the link."""
    q, qd, n = model.joints(motion.x), model.joint_rates(motion.x, motion.xd), link_numbers(model, 1)
    turned, across = q[:, 0] + q[:, 1], n.d_2 * qd[:, 0] * np.sin(q[:, 1])
    v_x = motion.xd[:, 0] * np.cos(turned) + motion.xd[:, 1] * np.sin(turned)
    frame = "in axes of link 2 it is d_i2 qd_i1 [sin q_i2, cos q_i2, 0]; printed: - sin, and in axes of link 1"
    wrong, right = (kinetic(model, motion, printed=printed) for printed in (True, False))
    return [
        corrected_at_worst("(8.225): kinetic energy", wrong, ours, "minus my_i2 sin q_i2", "J", proof=difference(right, ours)),
        corrected_at_worst("(8.222): x component of v_12", -across, v_x, frame, "m/s", proof=difference(across, v_x)),
        agree("(8.222) corrected, and velocity of P along link 2", "", difference(across, v_x)),
    ]


def _horizontal(motion: MotionTable) -> list[Line]:
    """Check the energies of the horizontal mechanism of section 8.4.3.1."""
    model = load("five-bar").compile("vm")
    found, (work, lost) = model.energy(motion.x, motion.xd), works(model, motion)
    return [
        holds(
            "potential energy of the horizontal mechanism of 8.4.3.1", "constant",
            f"varies by {np.ptp(found.potential):.1e} J", bool(np.ptp(found.potential) == 0),
        ),
        agree("kinetic energy of that mechanism by (8.224)-(8.227)", "", difference(kinetic(model, motion), found.kinetic)),
        agree("its kinetic energy = work minus friction", "equal", difference(work - lost, found.kinetic), within=QUADRATURE),
    ]  # fmt: skip
