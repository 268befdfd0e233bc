"""The paper's model of the C5 robot, compared with the reference cases, the engine and its printed forms."""

from __future__ import annotations

import json
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from casadi import SX

from parados.sources.fried_c5.model import C5, C5Parameters, functions, platform_motion
from parados.sources.fried_c5.model.accelerations import Segments
from parados.sources.fried_c5.model.c5_parameters import AXIS
from parados.spatial.rotations import rate_columns

DATA = Path(__file__).parents[1] / "oracle" / "data"
ROBOTS = {"platform": "c5", "rods": "c5-plates-on-rods"}
CASES = {plates: json.loads((DATA / f"{name}.json").read_text())["cases"] for plates, name in ROBOTS.items()}

ROUND_OFF = 1e-12
"""Largest relative difference of two derivations of the same model in double precision."""

X, X_DOT, X_DDOT = (SX.sym(name, 6) for name in ("X", "X_dot", "X_ddot"))
MOTION = platform_motion(X, X_DOT, X_DDOT)


def paper(values):
    """Reorder [position, angles] of the catalog to the order of the paper, angles first."""
    return np.roll(values, 3)


def catalog(stacked):
    """Reorder segments 6..1 of the paper to legs 1..6."""
    return np.array(stacked).ravel()[::-1]


def states(cases):
    return [tuple(paper(case[key]) for key in ("x", "xd", "xdd")) for case in cases]


def twist_map(x):
    """Return the matrix (6, 6) that maps xd of the catalog to V = [omega; v]."""
    angles = paper(x)[:3]
    D = ca.evalf(rate_columns("XYZ", SX(ca.cos(angles)), SX(ca.sin(angles)))).full()
    return np.block([[np.zeros((3, 3)), D], [np.eye(3), np.zeros((3, 3))]])


@pytest.fixture(scope="module", params=ROBOTS)
def plates(request):
    return request.param


@pytest.fixture(scope="module")
def f():
    return {plates: functions(plates) for plates in ROBOTS}


def fields(f, x, xd, xdd):
    """Compute all quantities of the reference files and of the engine by the paper's functions."""
    pose, state = paper(x), (paper(x), paper(xd), paper(xdd))
    joints = f["joint_motion"](*state)
    E = twist_map(x)
    Gamma, K = f["inverse_dynamics_solved"](*state)
    return {
        "q": catalog(f["inverse_kinematics"](pose)),
        "qd": catalog(joints[0]),
        "qdd": catalog(joints[1]),
        "tau": catalog(f["inverse_dynamics"](*state)),
        "tau_frictionless": catalog(Gamma),
        "platform_force": E.T @ K.full().ravel(),
        "inverse_jacobian": (f["inverse_jacobian"](pose).full() @ E)[::-1],
    }


def test_model_equals_the_reference(plates, f, off, record_property):
    worst = 0.0
    for case in CASES[plates]:
        for field, got in fields(f[plates], case["x"], case["xd"], case["xdd"]).items():
            worst = max(worst, off(got, case[field]))
    record_property("C5 of the paper to the reference", worst)
    assert worst < ROUND_OFF


def test_model_equals_the_engine(plates, f, model, some_states, off):
    m = model(ROBOTS[plates])
    for x, xd, xdd in some_states(ROBOTS[plates], 20):
        got = fields(f[plates], x, xd, xdd)
        assert off(got["q"], m.inverse_kinematics(x)) < ROUND_OFF
        assert off(got["inverse_jacobian"], m.inverse_jacobian(x)) < ROUND_OFF
        assert off(got["tau"], m.inverse_dynamics(x, xd, xdd)) < ROUND_OFF
        assert off(got["tau_frictionless"], got["tau"]) < ROUND_OFF


def test_factored_jacobian_is_the_inverse_of_J_inv(plates, f, off):
    for pose, *_ in states(CASES[plates]):
        J, J_1, Pi_1 = f[plates]["jacobian"](pose)
        assert off(J @ f[plates]["inverse_jacobian"](pose), np.eye(6)) < ROUND_OFF
        assert off(J_1 @ Pi_1, J) < ROUND_OFF


def _second_derivative(value):
    first = ca.jtimes(value, X, X_DOT)
    return ca.jtimes(first, X, X_DOT) + ca.jtimes(first, X_DOT, X_DDOT)


def test_joint_accelerations_are_second_derivatives(plates, f, off):
    robot, p = C5.at(X, plates), C5Parameters()
    on_plates = [robot.R.T @ robot.P[i] if plates == "platform" else robot.C - robot.P[i] - p.A(i) for i in range(6)]
    slides = [ca.vertcat(*[on_plates[i][j] for j in (2, 1, 0) if j != AXIS[i]]) for i in range(6)]
    expected = ca.Function("f", [X, X_DOT, X_DDOT], [_second_derivative(ca.horzcat(*slides)), MOTION.omega_dot])
    for state in states(CASES[plates]):
        slid, omega_dot = (value.full() for value in expected(*state))
        Q_ddot = f[plates]["joint_motion"](*state)[2].full()
        assert off(Q_ddot[:2], slid) < ROUND_OFF
        assert off(Q_ddot[2:5], np.tile(omega_dot[::-1], 6)) < ROUND_OFF


def test_projections_hold_on_both_mechanisms(plates, off):
    segments = Segments(C5.at(X, plates), MOTION)
    both = [ca.horzcat(*[values(i) for i in range(6)]) for values in (segments.projected, segments.Q_ddot)]
    both = ca.Function("f", [X, X_DOT, X_DDOT], both)
    for state in states(CASES[plates]):
        assert off(*both(*state)) < ROUND_OFF


def test_both_solutions_agree_with_an_offset_centre_of_mass(plates, off):
    """(62), with the bodies 2 added to the platform, agrees with (60)-(61), with each segment separately."""
    p = C5Parameters(L=0.4, m_1=1.3, m_2=0.7, J_2=(0.01, 0.03), CG=(0.02, -0.03, 0.05), g=(1.0, -2.0, 9.0))
    g = functions(plates, p)
    for state in states(CASES[plates]):
        assert off(g["inverse_dynamics"](*state), g["inverse_dynamics_solved"](*state)[0]) < ROUND_OFF


def test_example_of_the_page_runs(capsys):
    page = (Path(__file__).parents[2] / "docs" / "formulations" / "fried_c5.md").read_text()
    exec(page.split("```python\n")[1].split("```")[0], {})
    assert "Gamma_11" in capsys.readouterr().out
