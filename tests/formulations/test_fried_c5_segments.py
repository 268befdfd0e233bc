"""Matrices of each segment of the C5 robot, its contact forces and own points A_i, by identities, differences and the engine."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.sources.fried_c5.c5_operation_counts import conventional_cost, counted
from parados.sources.fried_c5.model import C5Parameters, functions

DATA = Path(__file__).parents[1] / "oracle" / "data"
ROBOTS = {"platform": "c5", "rods": "c5-plates-on-rods"}
AXIS = (0, 0, 1, 1, 2, 2)
ROUND_OFF = 1e-12

OWN = C5Parameters(
    CG=(0.02, -0.03, 0.01),
    I_C=((0.375, 0.01, 0.0), (0.01, 0.25, -0.02), (0.0, -0.02, 0.2)),
    g=(1.0, -2.0, -9.0),
    J_1=(1.0, 2.0, 3.0),
)


@cache
def functions_of(plates, parameters):
    return functions(plates, parameters)


def some_states(plates, count=4):
    cases = json.loads((DATA / f"{ROBOTS[plates]}.json").read_text())["cases"][:count]
    return [tuple(np.roll(case[key], 3) for key in ("x", "xd", "xdd")) for case in cases]


def evaluated(f, X, X_dot, X_ddot):
    return {name: np.squeeze(value.full()) for name, value in f(X=X, X_dot=X_dot, X_ddot=X_ddot).items()}


@pytest.fixture(scope="module", params=[(plates, own) for plates in ROBOTS for own in (C5Parameters(), OWN)])
def segments(request):
    """Return (plates, parameters, outputs of all functions) at some states."""
    plates, parameters = request.param
    f = functions_of(plates, parameters)
    names = (
        "segment1",
        "segment2",
        "segment3",
        "segment4",
        "segment5",
        "segment6",
        "platform",
        "inverse_dynamics",
        "joint_motion",
    )
    return [{"X": s, **{name: evaluated(f[name], *s) for name in names}} for s in some_states(plates)], f


def test_directions_are_orthogonal_and_complete(segments):
    for state in segments[0]:
        for i in range(6):
            s = state[f"segment{i + 1}"]
            for H, W in ((s["H_1"][:, None], s["W_1"]), (s["H_2"], s["W_2"][:, None])):
                assert np.allclose(H.T @ W, 0, atol=1e-15)  # (12)
                assert np.allclose(H @ H.T + W @ W.T, np.eye(6), atol=1e-14)  # (13)
            assert np.array_equal(s["P"] @ s["P_inv"], np.eye(12))


def test_jacobians_of_all_segments_factorise_that_of_the_robot(segments, off):
    states, f = segments
    for state in states:
        J = f["jacobian"](state["X"][0])[0].full()
        for i in range(6):
            s = state[f"segment{i + 1}"]
            H = np.zeros((12, 6))
            H[:6, :5], H[6:, 5] = s["H_2"], s["H_1"]
            assert off(s["J"], s["beta"] @ np.linalg.inv(s["P"]).T @ H) < ROUND_OFF  # (8)
            assert off(s["J"] @ s["Pi"], J) < ROUND_OFF  # (26)
        X = state["X"][0]
        J_1, Pi_1 = f["jacobian"](X)[1].full(), f["jacobian"](X)[2].full()
        if np.allclose(J_1[3:, 0], [0, 0, 1]):  # with the plates on the rods, the axes of the plates are those of the base
            assert off(state["segment1"]["J"], J_1) < ROUND_OFF  # (41)
            assert off(state["segment1"]["Pi"], Pi_1) < ROUND_OFF


def test_rates_of_the_joints_integrate_their_accelerations(segments, off):
    """Central differences of Q_dot along the motion are Q_ddot; (42) gives the same accelerations as the projection."""
    states, f = segments
    h = 1e-5
    for state in states[:2]:
        X, X_dot, X_ddot = state["X"]
        by_42 = f["conventional_accelerations"](X, X_dot, X_ddot).full()
        for i in range(6):
            g = f[f"segment{i + 1}"]
            ends = [evaluated(g, X + e * X_dot + e**2 / 2 * X_ddot, X_dot + e * X_ddot, X_ddot)["Q_dot"] for e in (h, -h)]
            s = state[f"segment{i + 1}"]
            assert off((ends[0] - ends[1]) / (2 * h), s["Q_ddot"]) < 1e-7
            assert off(by_42[:, i], s["Q_ddot"]) < ROUND_OFF
        Q_a_dot = state["joint_motion"]["Q_a_dot"][::-1]
        assert off([state[f"segment{i + 1}"]["Q_dot"][5] for i in range(6)], Q_a_dot) < ROUND_OFF


def test_mass_matrices_and_biases_are_those_of_49(segments, off):
    """M_i is symmetric and positive, C_i + G_i does not depend on the accelerations, and T_i is their sum."""
    states, f = segments
    for state in states[:2]:
        X, X_dot, X_ddot = state["X"]
        for i in range(6):
            s, other = state[f"segment{i + 1}"], evaluated(f[f"segment{i + 1}"], X, X_dot, -2 * X_ddot + 1)
            assert off(s["M"], s["M"].T) < ROUND_OFF and np.linalg.eigvalsh(s["M"]).min() > -1e-12
            assert off(other["CG"], s["CG"]) < 1e-11
            assert off(s["M"] @ s["Q_ddot"] + s["CG"], s["T"]) < ROUND_OFF
            assert off(s["J_B"][:3], s["J"][:3]) < ROUND_OFF  # (50): the moment arm changes, the rotation does not


def test_contact_forces_move_the_platform(segments, off):
    """The sum of the F_i2, moved to C, is Lambda_C V_dot + C_C + G_C, (52), (53); no moment passes a ball with plates."""
    states, f = segments
    for state in states:
        platform, total = state["platform"], np.zeros(6)
        for i in range(6):
            s = state[f"segment{i + 1}"]
            arm = s["beta"][3:, :3]  # minus P_i2~, from the transposed P-hat
            force = s["F_2"]
            total += np.concatenate([force[:3] + arm @ force[3:], force[3:]])
            Gamma_i = np.array([0, 0, 0, 0, 0, state["inverse_dynamics"]["Gamma"][5 - i]])
            assert off(s["T"] + s["J_B"].T @ force, Gamma_i) < 1e-11  # (49)
        assert off(total, platform["F"]) < 1e-11
        twist_rate = acceleration(f, state["X"])
        assert off(platform["Lambda_C"] @ twist_rate + platform["C_C"] + platform["G_C"], platform["F"]) < ROUND_OFF  # (52)


def acceleration(f, state):
    """Return V_dot = [omega_dot; v_dot] from the accelerations of segment 1: gamma, beta, alpha are those about z, y, x."""
    Q_ddot = evaluated(f["segment1"], *state)["Q_ddot"]
    return np.concatenate([Q_ddot[[4, 3, 2]], state[2][3:]])


def test_inertia_of_the_rods_does_no_work(segments, off):
    """J_G1 is in the inertia of body 1, but not in M_i, T_i or the forces."""
    plates = "rods"
    heavy, light = functions_of(plates, C5Parameters(J_1=(1.0, 2.0, 3.0))), functions_of(plates, C5Parameters())
    state = some_states(plates, 1)[0]
    a, b = evaluated(heavy["segment3"], *state), evaluated(light["segment3"], *state)
    assert np.abs(a["inertia"] - b["inertia"]).max() > 0.9
    for name in ("M", "CG", "T", "F_2"):
        assert off(a[name], b[name]) < ROUND_OFF


A_I = [[0, 0.05, 0.3], [0, -0.1, -0.2], [0.25, 0, 0.04], [-0.3, 0, -0.06], [0.1, 0.22, 0], [-0.05, -0.28, 0]]
"""Points A_i without symmetry [m]."""


@pytest.mark.parametrize("plates", ROBOTS)
def test_own_points_equal_the_engine(plates, tmp_path, off):
    text = (resources.files("parados") / "robots" / f"{ROBOTS[plates]}.yaml").read_text()
    lines = []
    for line in text.splitlines():
        key = line.strip().split(":")[0]
        if key == "A":
            line = f"      A: {A_I}"
        elif key in ("xx", "yy", "zz", "m") and "m2" in line:
            line = ""
        lines.append(line)
    p = C5Parameters(A_i=A_I)
    body = carried(p)
    at = next(k for k, line in enumerate(lines) if line.strip() == "link:")
    lines[at] = f"  link: {{mass: {body['m']}, com: {body['com']}, inertia: {body['inertia']}}}"
    text = "\n".join(lines)
    for unused in ("L: 0.25, ", "m2: 1.67, I2x: 0.00167, I2: 0.0084, ", "mp: 10, Ip: [0.375, 0.1875, 0.1875]"):
        text = text.replace(unused, "")
    path = tmp_path / "own.yaml"
    path.write_text(text)
    engine, f = parados.load(path).compile("vm"), functions_of(plates, p)
    for X, X_dot, X_ddot in some_states(plates):
        x, xd, xdd = (np.roll(v, 3) for v in (X, X_dot, X_ddot))
        assert off(f["inverse_kinematics"](X).full().ravel()[::-1], engine.inverse_kinematics(x)) < ROUND_OFF
        expected = engine.inverse_dynamics(x, xd, xdd)
        for name in ("inverse_dynamics", "inverse_dynamics_solved"):
            assert off(evaluated(f[name], X, X_dot, X_ddot)["Gamma"][::-1], expected) < ROUND_OFF


def carried(p):
    """Return mass, centre and central inertia of the platform with the six bodies 2 at their points."""
    points = np.array(A_I)
    m = p.m_C + 6 * p.m_2
    com = p.m_2 * points.sum(axis=0) / m
    inertia = np.diag(p.I_C)
    for i, b in enumerate(points):
        own = np.diag([p.J_2[0] if k == AXIS[i] else p.J_2[1] for k in range(3)])
        inertia = inertia + own + p.m_2 * (b @ b * np.eye(3) - np.outer(b, b))
    inertia = inertia - m * (com @ com * np.eye(3) - np.outer(com, com))
    six = [float(inertia[k]) for k in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))]
    return {"m": m, "com": com.tolist(), "inertia": six}


def test_conventional_accelerations_cost_more_than_the_projection():
    """Section 8.2 says "a much better efficiency than (42)": true, also for (42) with the sparse inverse of J_i."""
    assert (conventional_cost("rods"), counted("rods")["accelerations"]) == ((54, 81), (33, 45))
    assert (conventional_cost("platform"), counted("platform")["accelerations"]) == ((633, 543), (192, 147))
