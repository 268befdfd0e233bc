"""Operation counts of the C5 paper's quantities, compared with the printed ones; m includes divisions, a includes signs."""

from __future__ import annotations

import pytest
from casadi import SX

from parados.graph.c_source import operations
from parados.sources.fried_c5.c5_operation_counts import cost, given_arms, given_joints
from parados.sources.fried_c5.model import PlatformTwist, functions
from parados.sources.fried_c5.model.accelerations import Segments
from parados.sources.fried_c5.model.c5_dynamics import eliminate
from parados.sources.fried_c5.model.factors import pi_1_under_28

ROBOTS = {"platform": "c5", "rods": "c5-plates-on-rods"}


def within(ours, printed):
    return ours[0] <= printed[0] and ours[1] <= printed[1]


K = SX.sym("K", 6)
FREE = PlatformTwist(*[SX.sym(name, 3) for name in ("omega", "v", "omega_dot", "v_dot")])
FREE_INPUTS = [FREE.omega, FREE.v, FREE.omega_dot, FREE.v_dot]


def test_pi_1_costs_less_than_printed():
    P = [SX.sym(f"P_{i}", 3) for i in range(6)]
    assert within(cost(P, pi_1_under_28(P)), (7, 14))
    assert within((7, 14), (17, 28))


def test_pi_1_without_28_costs_more():
    """The correct Pi_1 needs more than the printed 17m + 28a, which holds only under (28)."""
    robot, known = given_arms()
    assert within(cost(known, robot.Pi_1), (30, 28))


def test_jacobians_cost_less_than_printed():
    robot, known = given_arms()
    assert within(cost(known, robot.J_inv), (0, 6)) and within((0, 6), (18, 30))
    assert within(cost(known, robot.J), (18, 10)) and within((18, 10), (29, 37))


def test_accelerations_cost_less_than_printed():
    robot, known = given_arms()
    segments = Segments(robot, FREE)
    ours = cost([*known, *FREE_INPUTS], *[segments.Q_ddot(i) for i in range(6)])
    assert within(ours, (33, 45)) and within((33, 45), (6 * 10, 6 * 10))


DERIVED = (192, 147)


def test_accelerations_with_the_plates_on_the_platform_cost_more():
    """A segment needs more than the printed 10m + 10a, which ignores that the normals turn and the balls move on the plates."""
    robot, known = given_joints()
    segments = Segments(robot, FREE)
    assert within(cost([*known, *FREE_INPUTS], segments.Q_a_ddot), (123, 90))
    derived, projected = (
        cost([*known, *FREE_INPUTS], *[values(i) for i in range(6)]) for values in (segments.Q_ddot, segments.projected)
    )
    assert within(derived, DERIVED)
    assert within(derived, projected)


@pytest.mark.parametrize(
    ("given", "factored", "solved"),
    [(given_arms, (19, 11), (22, 14)), (given_joints, (61, 38), (79, 94))],
)
def test_last_step_costs_less_than_printed(given, factored, solved):
    robot, known = given()
    assert within(cost([*known, K], robot.transposed(K)), factored) and within(factored, (65, 67))
    assert within(cost([*known, K], eliminate(robot.J_inv.T, K)), solved) and within(solved, (134, 125))


TOTALS = {"platform": 488, "rods": 216}
"""Operations of the inverse dynamics from X, X_dot, X_ddot, including sines and cosines."""


@pytest.mark.parametrize("plates", ROBOTS)
def test_inverse_dynamics_counts_do_not_grow(plates):
    assert sum(operations(functions(plates)["inverse_dynamics"]).values()) <= TOTALS[plates]
