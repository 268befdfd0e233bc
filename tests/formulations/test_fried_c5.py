"""The paper's model of the C5 robot against the reference cases, the engine, its own printed form and its printed costs."""

from __future__ import annotations

import json
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from casadi import SX

from parados.formulations.fried_c5 import C5, C5Dynamics, C5Parameters, Motion, functions, platform_motion
from parados.formulations.fried_c5.accelerations import Segments
from parados.formulations.fried_c5.dynamics import eliminate
from parados.formulations.fried_c5.factors import Arms, pi_1_under_28
from parados.formulations.fried_c5.parameters import AXIS, stack
from parados.model.emit import operations
from parados.spatial.rotations import rate_columns
from parados.spatial.vectors import cross

DATA = Path(__file__).parents[1] / "oracle" / "data"
ROBOTS = {"platform": "c5", "rods": "c5-plates-on-rods"}
CASES = {plates: json.loads((DATA / f"{name}.json").read_text())["cases"] for plates, name in ROBOTS.items()}

ROUND_OFF = 1e-12
"""Relative; two derivations of the same model in double precision."""

X, X_DOT, X_DDOT = (SX.sym(name, 6) for name in ("X", "X_dot", "X_ddot"))
MOTION = platform_motion(X, X_DOT, X_DDOT)


def paper(values):
    """[position, angles] of the catalog in the order of the paper, angles first."""
    return np.roll(values, 3)


def catalog(stacked):
    """Segments 6..1 of the paper as legs 1..6."""
    return np.array(stacked).ravel()[::-1]


def states(cases):
    return [tuple(paper(case[key]) for key in ("x", "xd", "xdd")) for case in cases]


def twist_map(x):
    """(6, 6) from the catalog's xd to V = [omega; v]."""
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
    """What the reference files and the engine know, from the paper's functions."""
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


# -- equality -----------------------------------------------------------------------------------------------------------


def test_every_reference_case(plates, f, off, record_property):
    worst = 0.0
    for case in CASES[plates]:
        for field, got in fields(f[plates], case["x"], case["xd"], case["xdd"]).items():
            worst = max(worst, off(got, case[field]))
    record_property("C5 of the paper to the reference", worst)
    assert worst < ROUND_OFF


def test_engine(plates, f, model, some_states, off):
    m = model(ROBOTS[plates])
    for x, xd, xdd in some_states(ROBOTS[plates], 20):
        got = fields(f[plates], x, xd, xdd)
        assert off(got["q"], m.inverse_kinematics(x)) < ROUND_OFF
        assert off(got["inverse_jacobian"], m.inverse_jacobian(x)) < ROUND_OFF
        assert off(got["tau"], m.inverse_dynamics(x, xd, xdd)) < ROUND_OFF
        assert off(got["tau_frictionless"], got["tau"]) < ROUND_OFF


def test_factored_jacobian_inverts_the_inverse_one(plates, f, off):
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


def test_projection_on_the_platform_equals_the_derivative_of_16(off):
    segments = Segments(C5.at(X, "platform"), MOTION)
    both = ca.Function("f", [X, X_DOT, X_DDOT], [stack([segments.projected(i) for i in range(6)]), segments.Q_a_ddot])
    for state in states(CASES["platform"]):
        assert off(*both(*state)) < ROUND_OFF


def test_other_numbers_and_an_offset_centre_of_mass(plates, off):
    """(62) with the bodies 2 lumped into the platform against (60)-(61) with each segment on its own."""
    p = C5Parameters(L=0.4, m_1=1.3, m_2=0.7, J_2=(0.01, 0.03), CG=(0.02, -0.03, 0.05), g=(1.0, -2.0, 9.0))
    g = functions(plates, p)
    for state in states(CASES[plates]):
        assert off(g["inverse_dynamics"](*state), g["inverse_dynamics_solved"](*state)[0]) < ROUND_OFF


# -- what the print says --------------------------------------------------------------------------------------------------


def miss(printed, right, cases=CASES["rods"]):
    """Largest relative error of a printed expression on the reference states."""
    both = ca.Function("f", [X, X_DOT, X_DDOT], [ca.densify(printed), ca.densify(right)])
    pairs = [[value.full() for value in both(*state)] for state in states(cases)]
    return max(np.abs(a - b).max() / np.abs(b).max() for a, b in pairs)


RODS, PLATFORM = C5.at(X, "rods"), C5.at(X, "platform")
V = ca.vertcat(MOTION.omega, MOTION.v)


def printed_inverse_jacobian(P):
    n = C5Parameters().n
    return stack([ca.horzcat(cross(n(i), P[i]).T, n(i).T) for i in range(6)])  # (22)


def printed_J_1(P):
    return Arms(P[0], *P[:5]).J_1  # (41) asks for P_12 alone


def test_16_and_22_are_two_mechanisms():
    """With B_i on the rods, (27), as (16) has it: the rates of (22) miss by 43 %, the forces by about as much."""
    J_inv = printed_inverse_jacobian(PLATFORM.P)
    assert 0.35 < miss(J_inv @ V, PLATFORM.J_inv @ V) < 0.5
    K = C5Dynamics(PLATFORM, MOTION).K
    assert 0.4 < miss(eliminate(J_inv.T, K), PLATFORM.J.T @ K) < 0.55


def test_22_is_exact_with_the_balls_on_the_platform():
    assert miss(printed_inverse_jacobian(RODS.P) @ V, RODS.J_inv @ V) < ROUND_OFF


def test_39_inverts_22_under_28_only():
    P = PLATFORM.P  # (27): (28) holds, but (22) is not the robot's
    assert miss(printed_J_1(P) @ pi_1_under_28(P) @ printed_inverse_jacobian(P), SX.eye(6)) < ROUND_OFF
    assert miss(printed_J_1(P) @ pi_1_under_28(P), PLATFORM.J) > 0.3
    assert miss(RODS.J_1 @ pi_1_under_28(RODS.P), RODS.J) > 0.3


def test_what_28_neglects_grows_with_the_tilt():
    """The error of J by (39), relative to J, is the tilt in radians, to first order."""
    printed = ca.Function("f", [X], [RODS.J_1 @ pi_1_under_28(RODS.P), RODS.J])
    for tilt in (1e-3, 1e-2, 5e-2):
        wrong, right = printed([tilt, 0, 0, 0.02, 0.01, -0.03])
        assert np.abs(wrong - right).max() / np.abs(right).max() == pytest.approx(tilt, rel=0.1)


def printed_43(motion):
    """Q_a_ddot of (43) and (47) without the derivative of P-hat."""
    return stack([(motion.v_dot - cross(motion.omega_dot, RODS.P[i]))[AXIS[i]] for i in range(6)])


def test_43_lacks_a_derivative():
    dynamics = C5Dynamics(RODS, MOTION)
    printed, right = printed_43(MOTION), dynamics.segments.Q_a_ddot
    assert 0.05 < miss(printed, right) < 0.15
    assert 0.003 < miss(dynamics.Gamma + 2.0 * (printed - right), dynamics.Gamma) < 0.02


def test_constant_orientation_hides_43():
    still = Motion(SX(3, 1), MOTION.v, SX(3, 1), MOTION.v_dot)
    assert miss(printed_43(still), Segments(RODS, still).Q_a_ddot) < ROUND_OFF


def _transposed(P, F):
    """P-hat^t F for F = [moment; force]."""
    return ca.vertcat(F[:3], F[3:] - cross(P, F[:3]))


def _joint_efforts(i, F):
    """J_Bi^t F: T_i in the order of (29)."""
    slides = [F[3 + j] for j in (2, 1, 0) if j != AXIS[i]]
    return ca.vertcat(*slides, F[2], F[1], F[0], F[3 + AXIS[i]])


def test_60_moves_wrenches_the_wrong_way():
    d = C5Dynamics(RODS, MOTION)
    Phi = sum((_transposed(RODS.P[i], d.at_ball(i)) for i in range(6)), SX(6, 1))  # (53), (60)
    assert 0.05 < miss(RODS.J.T @ (d.F + Phi), d.Gamma) < 0.3
    Phi = sum((_transposed(RODS.P[i], _joint_efforts(i, d.at_ball(i))) for i in range(6)), SX(6, 1))  # step 3
    assert 1.2 < miss(RODS.J.T @ (d.F + Phi), d.Gamma) < 2.2


# -- what it costs ----------------------------------------------------------------------------------------------------------


def cost(inputs, *outputs):
    """Multiplications with divisions, additions with subtractions and signs."""
    f = ca.Function("f", inputs, ca.cse([ca.densify(value) for value in outputs]))
    counts = operations(f)
    assert counts["sqrt"] == counts["other"] == 0
    return counts["*"] + counts["/"], counts["+"] + counts["-"]


def within(ours, printed):
    return ours[0] <= printed[0] and ours[1] <= printed[1]


K = SX.sym("K", 6)
FREE = Motion(*[SX.sym(name, 3) for name in ("omega", "v", "omega_dot", "v_dot")])
FREE_INPUTS = [FREE.omega, FREE.v, FREE.omega_dot, FREE.v_dot]


def rods_given_arms():
    """The robot with P_12, P_32, P_52 known, as the paper counts."""
    P_1, P_3, P_5 = (SX.sym(name, 3) for name in ("P_1", "P_3", "P_5"))
    robot = C5(C5Parameters(), "rods", SX.sym("R", 3, 3), SX.sym("C", 3))
    robot.__dict__["P"] = [P_1, -P_1, P_3, -P_3, P_5, -P_5]
    return robot, [P_1, P_3, P_5]


def platform_given_joints():
    """The robot with R, C and all Q_i1 known."""
    robot = C5(C5Parameters(), "platform", SX.sym("R", 3, 3), SX.sym("C", 3))
    Q = [SX.sym(f"Q_{i}") for i in range(6)]
    robot.__dict__["Q"] = Q
    return robot, [robot.R, robot.C, *Q]


def test_pi_1_costs_less_than_printed():
    P = [SX.sym(f"P_{i}", 3) for i in range(6)]
    assert within(cost(P, pi_1_under_28(P)), (7, 14))
    assert within((7, 14), (17, 28))


def test_pi_1_without_28():
    """More than the 17m + 28a of the one that holds only under (28): the price of being right, where Pi_1 is wanted at all."""
    robot, known = rods_given_arms()
    assert within(cost(known, robot.Pi_1), (30, 28))


def test_jacobians_cost_less_than_printed():
    robot, known = rods_given_arms()
    assert within(cost(known, robot.J_inv), (0, 6)) and within((0, 6), (18, 30))
    assert within(cost(known, robot.J), (18, 10)) and within((18, 10), (29, 37))


def test_accelerations_cost_less_than_printed():
    robot, known = rods_given_arms()
    segments = Segments(robot, FREE)
    ours = cost([*known, *FREE_INPUTS], *[segments.Q_ddot(i) for i in range(6)])
    assert within(ours, (33, 45)) and within((33, 45), (6 * 10, 6 * 10))


def test_accelerations_with_the_plates_on_the_platform():
    robot, known = platform_given_joints()
    assert within(cost([*known, *FREE_INPUTS], Segments(robot, FREE).Q_a_ddot), (123, 90))


@pytest.mark.parametrize(
    ("given", "factored", "solved"),
    [(rods_given_arms, (19, 11), (22, 14)), (platform_given_joints, (61, 38), (79, 94))],
)
def test_last_step_costs_less_than_printed(given, factored, solved):
    robot, known = given()
    assert within(cost([*known, K], robot.transposed(K)), factored) and within(factored, (65, 67))
    assert within(cost([*known, K], eliminate(robot.J_inv.T, K)), solved) and within(solved, (134, 125))


TOTALS = {"platform": 488, "rods": 216}
"""All operations of the inverse dynamics from X, X_dot, X_ddot, sines and cosines included."""


def test_inverse_dynamics_against_the_engine(plates, f, model):
    total = sum(operations(f[plates]["inverse_dynamics"]).values())
    assert total <= TOTALS[plates]
    assert total < 0.5 * model(ROBOTS[plates]).kernel("inverse_dynamics").operations["total"]
