"""The printed formulas of the C5 paper have the errors that docs/errata.md lists, and are exact where it says so."""

from __future__ import annotations

import json
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from casadi import SX

from parados.sources.fried_c5.c5_as_printed import printed_inverse_jacobian, propagated_as_printed
from parados.sources.fried_c5.model import C5, C5Dynamics, PlatformTwist, platform_motion
from parados.sources.fried_c5.model.accelerations import Segments
from parados.sources.fried_c5.model.c5_dynamics import eliminate
from parados.sources.fried_c5.model.c5_parameters import AXIS, stack
from parados.sources.fried_c5.model.factors import Arms, pi_1_under_28
from parados.spatial.vectors import cross

CASES = json.loads((Path(__file__).parents[1] / "oracle" / "data" / "c5.json").read_text())["cases"]
STATES = [tuple(np.roll(case[key], 3) for key in ("x", "xd", "xdd")) for case in CASES]
"""Reference states, the same for both mechanisms; angles first, as in the paper."""

ROUND_OFF = 1e-12
"""Largest relative difference of two derivations of the same model in double precision."""

X, X_DOT, X_DDOT = (SX.sym(name, 6) for name in ("X", "X_dot", "X_ddot"))
MOTION = platform_motion(X, X_DOT, X_DDOT)


def miss(printed, right):
    """Return the largest relative error of a printed expression on the reference states."""
    both = ca.Function("f", [X, X_DOT, X_DDOT], [ca.densify(printed), ca.densify(right)])
    pairs = [[value.full() for value in both(*state)] for state in STATES]
    return max(np.abs(a - b).max() / np.abs(b).max() for a, b in pairs)


RODS, PLATFORM = C5.at(X, "rods"), C5.at(X, "platform")
V = ca.vertcat(MOTION.omega, MOTION.v)


def printed_J_1(P):
    return Arms(P[0], *P[:5]).J_1  # (41) needs P_12 only


def test_equations_16_and_22_describe_two_mechanisms():
    """With B_i on the rods, (27), as in (16), the rates of (22) have an error of 43 %, and the forces about the same."""
    J_inv = printed_inverse_jacobian(PLATFORM)
    assert 0.35 < miss(J_inv @ V, PLATFORM.J_inv @ V) < 0.5
    K = C5Dynamics(PLATFORM, MOTION).K
    assert 0.4 < miss(eliminate(J_inv.T, K), PLATFORM.J.T @ K) < 0.55


def test_equation_22_is_exact_with_the_plates_on_the_rods():
    assert miss(printed_inverse_jacobian(RODS) @ V, RODS.J_inv @ V) < ROUND_OFF


def test_equation_39_inverts_22_only_under_28():
    P = PLATFORM.P  # (27): (28) holds, but (22) is wrong for this robot
    assert miss(printed_J_1(P) @ pi_1_under_28(P) @ printed_inverse_jacobian(PLATFORM), SX.eye(6)) < ROUND_OFF
    assert miss(printed_J_1(P) @ pi_1_under_28(P), PLATFORM.J) > 0.3
    assert miss(RODS.J_1 @ pi_1_under_28(RODS.P), RODS.J) > 0.3


def test_error_of_28_grows_with_the_tilt():
    """The relative error of J by (39) is the tilt in radians, to first order."""
    printed = ca.Function("f", [X], [RODS.J_1 @ pi_1_under_28(RODS.P), RODS.J])
    for tilt in (1e-3, 1e-2, 5e-2):
        wrong, right = (value.full() for value in printed([tilt, 0, 0, 0.02, 0.01, -0.03]))
        assert np.abs(wrong - right).max() / np.abs(right).max() == pytest.approx(tilt, rel=0.1)


def test_condition_28_fails_with_the_plates_on_the_rods():
    """The differences are 2 L r_23, 2 L r_31, 2 L r_12; without tilt they are zero and both forms of Pi_1 agree."""
    R = RODS.R
    f = ca.Function("f", [X], [RODS.condition_28, -0.5 * ca.vertcat(R[1, 2], R[2, 0], R[0, 1]), RODS.Pi_1, pi_1_under_28(RODS.P)])
    for pose, *_ in STATES:
        got, expected, *_ = (value.full() for value in f(pose))
        assert np.abs(got - expected).max() < ROUND_OFF
        assert np.abs(got).max() > 1e-3
    got, _, ours, printed = (value.full() for value in f([0, 0, 0, 0.02, 0.01, -0.03]))
    assert not got.any()
    assert np.abs(ours - printed).max() < ROUND_OFF


def printed_43(motion):
    """Return Q_a_ddot by (43) and (47) as printed, without the derivative of P-hat."""
    return stack([(motion.v_dot - cross(motion.omega_dot, RODS.P[i]))[AXIS[i]] for i in range(6)])


def test_equation_43_lacks_a_derivative():
    dynamics = C5Dynamics(RODS, MOTION)
    printed, right = printed_43(MOTION), dynamics.segments.Q_a_ddot
    assert 0.05 < miss(printed, right) < 0.15
    assert 0.003 < miss(dynamics.Gamma + 2.0 * (printed - right), dynamics.Gamma) < 0.02


def test_equation_43_is_exact_at_constant_orientation():
    still = PlatformTwist(SX(3, 1), MOTION.v, SX(3, 1), MOTION.v_dot)
    assert miss(printed_43(still), Segments(RODS, still).Q_a_ddot) < ROUND_OFF


def test_equation_60_moves_wrenches_the_wrong_way():
    d = C5Dynamics(RODS, MOTION)
    Phi = propagated_as_printed(d, in_joints=False)
    assert 0.05 < miss(RODS.J.T @ (d.F + Phi), d.Gamma) < 0.3
    Phi = propagated_as_printed(d, in_joints=True)
    assert 1.2 < miss(RODS.J.T @ (d.F + Phi), d.Gamma) < 2.2
