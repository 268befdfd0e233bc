"""Compare forces (9.89)-(9.101) and rates (9.67) of the book's Tripteron, as printed and corrected, to the engine."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from errata_cases import proves, reference

from parados.sources.comparing import difference

ROBOT = "tripteron"
P, CASES = reference(ROBOT)
d_3, mx_2, my_2, m_3, mx, my, zz_3 = (P[name] for name in ("d3", "mx2", "my2", "m3", "mx3", "my3", "zz3"))
zz_2R = P["zz2"] + d_3**2 * m_3
G = 9.81
UPRIGHT = (None, 0.0, np.pi / 2)
"""Angle from the second axis of each leg's plane to the vertical; None for leg 1, whose plane is horizontal."""


def passive(case):
    """(3, 3, 3) value, rate and acceleration of q_i2, q_i3, q_i4, for each leg."""
    return np.array([case["passive"], case["passive_d"], case["passive_dd"]]).reshape(3, 3, 3).transpose(1, 0, 2)


def by_9_90(q, qd, qdd, sign=-1):
    """(2,) inertial torques of q_i2 and q_i3 by (9.90), (9.91); printed: sign = 1."""
    c, s = np.cos(q[1]), np.sin(q[1])
    twice, coriolis, third = 2 * qdd[0] + qdd[1], qd[1] * (2 * qd[0] + qd[1]), zz_3 * (qdd[0] + qdd[1])
    second = zz_2R * qdd[0] + third + d_3 * (mx * (twice * c - coriolis * s) + sign * my * (twice * s + coriolis * c))
    return np.array([second, third + d_3 * (mx * (qdd[0] * c + qd[0] ** 2 * s) + sign * my * (qdd[0] * s - qd[0] ** 2 * c))])


def by_9_101(q, qd, qdd, sign=-1, printed=False):
    """(2,) inertial torques of q_i2 and q_i3 by (9.97)-(9.101); printed: sign = 1, another coefficient of qd_i2^2 in row 2."""
    c, s = np.cos(q[1]), np.sin(q[1])
    first = d_3 * (mx * c + sign * my * s)
    M = np.array([[zz_2R + zz_3 + 2 * first, zz_3 + first], [zz_3 + first, zz_3]])
    c_12 = -d_3 * (mx * s + my * c)
    second = d_3 * mx - d_3 * my * c * s if printed else -c_12
    return M @ qdd[:2] + [c_12 * (qd[1] ** 2 + 2 * qd[0] * qd[1]), second * qd[0] ** 2]


def gravity(i, q):
    """(2,) gravity torques of q_i2 and q_i3 by (9.94), (9.95), with leg 3 corrected."""
    if UPRIGHT[i] is None:
        return np.zeros(2)
    a, b = q[0] + UPRIGHT[i], q[0] + q[1] + UPRIGHT[i]
    third = G * (mx * np.cos(b) - my * np.sin(b))
    return np.array([G * ((mx_2 + m_3 * d_3) * np.cos(a) - my_2 * np.sin(a)) + third, third])


def forces(model, case, legs):
    """(3,) tau_ta + J^T w_r + J_d^T tau_td, (8.71), with `legs` for the inertia of the passive joints."""
    qd, qdd = np.array(case["qd"]), np.array(case["qdd"])
    mass = np.array(P["m1"]) + P["m2"] + m_3
    tau_ta = (mass + P["Ia"]) * qdd + np.array(P["fs1"]) * np.sign(qd) + np.array(P["fv1"]) * qd  # (9.89)
    tau_ta[0] += G * mass[0]  # (9.93), corrected
    tau_td = []
    for i, (q, rate, acceleration) in enumerate(passive(case)):
        friction = [P[f"fs{j}"] * np.sign(r) + P[f"fv{j}"] * r for j, r in zip((2, 3, 4), rate, strict=True)]
        tau_td += [*(legs(q, rate, acceleration) + gravity(i, q) + friction[:2]), friction[2]]
    m = model.matrices(case["x"], mode=case["mode"])
    J_d = np.linalg.solve(m.J_td, m.J_t @ m.J - m.J_ta)
    w_r = P["m5"] * np.add(case["xdd"], [0, 0, G])  # (9.96)
    return tau_ta + m.J.T @ w_r + J_d.T @ tau_td


@pytest.mark.parametrize(
    ("legs", "figure"),
    [
        (by_9_90, 0),
        (partial(by_9_90, sign=1), 0.0448),
        (by_9_101, 0),
        (partial(by_9_101, sign=1), 0.0468),
        (partial(by_9_101, printed=True), 0.0975),
    ],
    ids=["(9.90) corrected", "(9.90) printed", "(9.101) corrected", "(9.100) printed", "(9.101) printed"],
)
def test_forces_need_the_corrected_equations(legs, figure, model):
    m, errors = model(ROBOT), []
    for case in CASES:
        expected = m.inverse_dynamics(case["x"], case["xd"], case["xdd"], mode=case["mode"])
        errors.append(difference(forces(m, case, legs), expected))
    proves(errors, figure)


@pytest.mark.parametrize(("sign", "figure"), [(-1, 0), (1, 2)], ids=["corrected", "printed"])
def test_equation_9_67_has_the_wrong_sign(sign, figure, model):
    """B is minus the permutation matrix; (9.68) has the minus sign, but no permutation."""
    B = sign * np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]])
    found = [difference(-np.linalg.solve(B, case["xd"]), model(ROBOT).joint_rates(case["x"], case["xd"])) for case in CASES]
    proves(found, figure)
