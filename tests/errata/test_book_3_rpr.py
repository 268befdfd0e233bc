"""Compare Table 7.2, forward geometry and rates of the book's planar 3-RPR, as printed and corrected, to the engine."""

from __future__ import annotations

import numpy as np
import pytest
from errata_cases import mdh, proves, reference

from parados.sources.comparing import difference

ROBOT = "3-rpr"
P, CASES = reference(ROBOT)
A, B = np.array(P["A"]), np.array(P["B"])
EPSILON = np.arctan2(-B[:, 1], -B[:, 0])  # direction of A_i3 P in the platform
D_4 = np.hypot(*B.T)


def unit(angle):
    return np.array([np.cos(angle), np.sin(angle)])


def end_of_leg(i, q, sign):
    """(x, y) of P by Table 7.2, theta_i1 = q_i1 + sign (gamma_i - pi/2); printed: sign = 1."""
    gamma = np.arctan2(A[i, 1], A[i, 0])
    rows = (
        {"gamma": gamma, "d": np.hypot(*A[i]), "theta": q[0] + sign * (gamma - np.pi / 2)},
        {"alpha": np.pi / 2, "r": q[1]},
        {"alpha": -np.pi / 2, "theta": q[2] - np.pi / 2},
        {"d": D_4[i], "theta": -EPSILON[i]},
    )
    T = np.eye(4)
    for row in rows:
        T = T @ mdh(**row)
    return T[:2, 3]


@pytest.mark.parametrize(("sign", "figure"), [(-1, 0), (1, 1.22)], ids=["corrected", "printed"])
def test_table_7_2_has_the_wrong_sign_of_gamma(sign, figure, model):
    """With the printed table the ends of the legs are up to 1.2 m from P."""
    m, errors = model(ROBOT), []
    for case in CASES:
        joints = m.joints(case["x"]).reshape(3, 3)
        errors += [np.abs(end_of_leg(i, joints[i], sign) - case["x"][:2]).max() for i in range(3)]
    proves(errors, figure)


def inverse_jacobian(x, joints, printed=False):
    """J_inv = A_r by (7.126)-(7.134), because B = -1."""
    rows = []
    for i in range(3):
        cosine, sine = unit(joints[i, 0])
        along, across = unit(x[2] + EPSILON[i]) * D_4[i]
        if printed:
            along, across = x[0] - along, x[1] - along
        rows.append([cosine, sine, across * cosine - along * sine])
    return np.array(rows)


@pytest.mark.parametrize(("printed", "figure"), [(False, 0), (True, 1.24)], ids=["corrected", "printed"])
def test_equation_7_127_has_wrong_lever_arms(printed, figure, model):
    """The printed lever arms have the coordinates of A_i3 instead of the vector A_i3 P, and a cosine instead of a sine."""
    m, errors = model(ROBOT), []
    for case in CASES:
        joints = m.joints(case["x"]).reshape(3, 3)
        errors.append(difference(inverse_jacobian(case["x"], joints, printed), m.inverse_jacobian(case["x"])))
    proves(errors, figure)


def bias(case, joints):
    """(3,) b_p of (7.162): zeta_i . acceleration of P at zero joint accelerations, for each leg."""
    rates, found = np.reshape(case["passive_d"], (3, 2)), []
    for i, ((q_1, q_2, _), (qd_1, qd_3)) in enumerate(zip(joints, rates, strict=True)):
        e, n, r = unit(q_1), unit(q_1 + np.pi / 2), D_4[i] * unit(case["x"][2] + EPSILON[i])
        found.append(e @ (2 * qd_1 * case["qd"][i] * n - qd_1**2 * q_2 * e - (qd_1 + qd_3) ** 2 * r))
    return np.array(found)


@pytest.mark.parametrize(("sign", "inverse", "forward"), [(-1, 0, 0), (1, 2.06, 19.0)], ids=["corrected", "printed"])
def test_equations_7_163_and_7_164_have_the_wrong_sign_of_b_p(sign, inverse, forward, model):
    """With the printed + b_p the errors are 206 % of qdd and 19 times xdd."""
    m, errors = model(ROBOT), {"inverse": [], "forward": []}
    for case in CASES:
        joints = m.joints(case["x"]).reshape(3, 3)
        A_r, b_p = inverse_jacobian(case["x"], joints), bias(case, joints)
        qdd = m.joint_accelerations(case["x"], case["xd"], case["xdd"])
        errors["inverse"].append(difference(A_r @ case["xdd"] + sign * b_p, qdd))  # (7.164), B = -1
        errors["forward"].append(difference(np.linalg.solve(A_r, qdd - sign * b_p), np.array(case["xdd"])))  # (7.163)
    proves(errors["inverse"], inverse)
    proves(errors["forward"], forward)


L_2, L_3 = np.hypot(*(B[1] - B[0])), np.hypot(*(B[2] - B[0]))
BASE_2, BASE_3, GAMMA_3 = A[1, 0], np.hypot(*A[2]), np.arctan2(A[2, 1], A[2, 0])
EPSILON_3 = np.arctan2(*(B[2] - B[0])[::-1])


def coefficients(phi, q, sign=-1, third=2, length=L_3):
    """R, S, Q, U, V, W of (7.44); printed: sign = 1, q_22 in W, the length to A_23 in V."""
    turn = phi + EPSILON_3
    R, S = 2 * L_2 * np.cos(phi) - 2 * BASE_2, 2 * L_2 * np.sin(phi)
    Q = -2 * L_2 * BASE_2 * np.cos(phi) + L_2**2 + BASE_2**2 + sign * (q[1] ** 2 - q[0] ** 2)
    U = 2 * L_3 * np.cos(turn) - 2 * BASE_3 * np.cos(GAMMA_3)
    V = 2 * length * np.sin(turn) - 2 * BASE_3 * np.sin(GAMMA_3)
    W = -2 * L_3 * BASE_3 * np.cos(turn - GAMMA_3) + L_3**2 + BASE_3**2 + sign * (q[third] ** 2 - q[0] ** 2)
    return R, S, Q, U, V, W


def first_joint(x):
    """(2,) A_13, the origin of the platform in section 7.2.2.2."""
    c, s = unit(x[2])
    return np.array(x[:2]) + np.array([[c, -s], [s, c]]) @ B[0]


@pytest.mark.parametrize(
    ("reading", "figure"),
    [({}, 0), ({"sign": 1}, 0.262), ({"third": 1}, 0.181), ({"length": L_2}, 0.00247)],
    ids=["corrected", "sign of Q and W", "q_22 for q_32 in W", "length in V"],
)
def test_equation_7_44_has_wrong_signs_and_indices(reading, figure, model):
    """With the printed signs A_13 by (7.45) has an error of up to 0.26 m."""
    m, errors = model(ROBOT), []
    for case in CASES:
        R, S, Q, U, V, W = coefficients(case["x"][2], m.inverse_kinematics(case["x"]), **reading)
        point = np.array([S * W - V * Q, U * Q - R * W]) / (R * V - S * U)
        errors.append(np.abs(point - first_joint(case["x"])).max())
    proves(errors, figure)


@pytest.mark.parametrize(("power", "figure"), [(2, 0), (1, 0.407)], ids=["corrected", "printed"])
def test_equation_7_46_lacks_a_square(power, figure, model):
    """The last term lacks a square, so the printed polynomial is not zero at the true orientation."""
    m, errors = model(ROBOT), []
    for case in CASES:
        q = m.inverse_kinematics(case["x"])
        R, S, Q, U, V, W = coefficients(case["x"][2], q)
        D = R * V - S * U
        rest = (V * Q - S * W) ** 2 + (U * Q - R * W) ** 2 - q[0] ** 2 * D**power
        errors.append(abs(rest) / (q[0] * D) ** 2)
    proves(errors, figure)


@pytest.mark.parametrize(("second", "figure"), [(1, 0), (0, 0.913)], ids=["corrected", "printed"])
def test_equation_7_42_has_x_instead_of_y(second, figure, model):
    """The second row has x instead of y; the test compares the leg length that it gives."""
    m, errors = model(ROBOT), []
    for case in CASES:
        A_13, phi = first_joint(case["x"]), case["x"][2]
        length = np.hypot(A_13[0] + L_2 * np.cos(phi) - BASE_2, A_13[second] + L_2 * np.sin(phi))
        errors.append(abs(length / m.inverse_kinematics(case["x"])[1] - 1))
    proves(errors, figure)
