"""Crossing criteria: their polynomials, the criterion (9.40) of the five-bar mechanism, and the least change of acceleration."""

from __future__ import annotations

import numpy as np
import pytest
from five_bar_conditions import alignment, elbows, in_reach, roots, stretched_couplers

import parados
from parados.api import Robot
from parados.charts.chart_motion import chart_coordinates
from parados.errors import InputError
from parados.robot.reading import parse_robot
from parados.singularity.criteria import crossing_criterion, free_motions

POSES = {
    "five-bar": None,
    "five-bar-feasible": None,
    "3-rpr": [0.5, 0.35, 0.0],
    "gough-stewart-lopes": [0, 0, 1.9, np.pi / 2, 0, 0],
}


def on_the_way():
    a, b = np.array([0, 0.338]), np.array([0.1, 0.1])
    (s,) = roots(lambda s: alignment(a + s * (b - a), (1, -1)))
    return a + s * (b - a)


@pytest.fixture(params=POSES)
def criterion(request, model):
    x = POSES[request.param]
    return crossing_criterion(model(request.param, "vm"), on_the_way() if x is None else x)


def rates(criterion, count=5, seed=1):
    n = criterion.model.mechanism.n_dof
    return np.random.default_rng(seed).normal(size=(count, 2, n))


def test_free_motion_does_not_move_the_actuators(criterion):
    J = criterion.model.inverse_jacobian(criterion.x)
    assert len(criterion.motions) == 1
    assert np.abs(J @ criterion.motions.T).max() < 1e-9 * np.abs(J).max() * np.abs(criterion.motions).max()
    assert criterion.equation == "(9.11)"


def test_polynomial_equals_the_value(criterion):
    for xd, xdd in rates(criterion):
        expected = criterion.motions @ criterion.model.platform_force(criterion.x, xd, xdd, friction=False)
        squares = np.einsum("kij,i,j->k", criterion.quadratic, xd, xd)
        polynomial = criterion.linear @ xdd + squares + criterion.constant
        assert np.allclose(polynomial, expected, rtol=1e-9, atol=1e-9 * np.abs(criterion.linear @ xdd).max())
        assert np.allclose(criterion.value(xd, xdd, friction=False), expected, rtol=1e-12)


def test_linear_part_equals_the_free_motion_times_the_mass_matrix(criterion):
    M = criterion.model.mass_matrix(criterion.x)
    assert np.allclose(criterion.linear, criterion.motions @ M, rtol=1e-9, atol=1e-12 * np.abs(M).max())
    assert np.allclose(criterion.quadratic, criterion.quadratic.transpose(0, 2, 1), rtol=0, atol=0)


def test_casadi_function_equals_the_value(criterion):
    f = criterion.function()
    assert f.name_in() == ["xd", "xdd"]
    for xd, xdd in rates(criterion, 3, 2):
        assert np.allclose(f(xd, xdd).full().ravel(), criterion.value(xd, xdd), rtol=1e-10)


def test_least_change_meets_the_criterion_and_is_the_smallest(criterion):
    """The change is M-orthogonal to every change that keeps the criterion, so it has the smallest M-norm."""
    M = criterion.model.mass_matrix(criterion.x)
    for (xd, xdd), friction in zip(rates(criterion, 4, 3), (True, False, True, False), strict=True):
        found = criterion.least_change(xd, xdd, friction)
        assert np.abs(criterion.relative(xd, found, friction)).max() < 1e-14
        keeping = np.linalg.svd(criterion.linear)[2][1:]
        change = found - xdd
        assert np.abs(keeping @ M @ change).max() < 1e-9 * np.abs(M @ change).max()
        assert np.allclose(criterion.least_change(xd, found, friction), found, rtol=1e-12)


def test_relative_value_is_at_most_one(criterion):
    parts = [np.abs(criterion.relative(xd, xdd)).max() for xd, xdd in rates(criterion, 20, 4)]
    assert max(parts) <= 1 + 1e-12 and max(parts) > 1e-3


# -- the book's five-bar mechanism ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reduced():
    """(9.36)-(9.38): the distal links have neither mass nor inertia."""
    return parados.load("five-bar").with_parameters(zz12=0, zz22=0, mx12=0, mx22=0).compile("vm")


def test_criterion_of_the_reduced_five_bar_is_9_40(reduced):
    """ydd = xdd tan(q_i1 + q_i2): the acceleration is along the distal links at every velocity."""
    tried = [c for c in stretched_couplers() if in_reach(c[0], 0.02)]
    assert len(tried) > 10
    for P, mode, along in tried:
        criterion = crossing_criterion(reduced, P, mode=mode)
        normal = np.array([-along[1], along[0]])
        assert np.allclose(np.abs(criterion.linear[0] @ normal), 0.272 * np.linalg.norm(criterion.motions), rtol=1e-7)
        assert abs(criterion.linear[0] @ along) < 1e-7 * np.linalg.norm(criterion.linear)
        assert np.abs(criterion.quadratic).max() < 1e-6 * np.abs(criterion.linear).max()
        assert criterion.constant == pytest.approx(0, abs=1e-12)
    P, mode, along = tried[0]
    E1 = elbows(P, mode)[0]
    angle = np.arctan2(*(P - E1)[::-1])
    xdd = crossing_criterion(reduced, P, mode=mode).least_change([0.3, -0.2], [1.0, 5.0])
    assert xdd[1] == pytest.approx(xdd[0] * np.tan(angle), rel=1e-7)


def test_summary_of_the_reduced_criterion_is_an_equation(reduced):
    told = crossing_criterion(reduced, on_the_way()).summary()
    assert told.startswith("(9.11): ") and told.endswith(" = 0") and "d2(px)" in told and "d2(py)" in told
    assert "friction" not in told


def test_summary_mentions_friction_of_passive_joints(model):
    criterion = crossing_criterion(model("five-bar-feasible", "vm"), on_the_way())
    assert criterion.summary().endswith("+ friction of the passive joints = 0")


# -- passive joints that move by themselves ------------------------------------------------------------------------------


def test_criterion_of_the_tripteron_in_leg_coordinates_is_9_15(model):
    """In the coordinates q12, q13 a stretched leg is a regular pose; the free motion is (9.106), and tau_td acts in the leg."""
    robot = parados.load("tripteron").in_coordinates(["q12", "q13", "pz"])
    chart = robot.compile("vm")
    home = chart_coordinates(model("tripteron", "vm"), chart, [0.3, 0.3, 0.4])
    x = np.array([home[list(chart.labels["x"]).index("pz")], 0.0, 0.0])
    order = [list(chart.labels["x"]).index(name) for name in ("pz", "q12", "q13")]
    pose = np.zeros(3)
    pose[order] = [x[0], 0.8, 0.0]
    criterion = crossing_criterion(chart, pose)
    assert criterion.equation == "(9.15)" and len(criterion.motions) == 1
    rates_of = dict(zip(chart.labels["xd"], criterion.motions[0], strict=True))
    assert rates_of["q12"] / rates_of["q13"] == pytest.approx(-0.36 / (0.38 + 0.36), rel=1e-7)
    assert abs(rates_of["pz"]) < 1e-9


# -- refusals ------------------------------------------------------------------------------------------------------------


def test_regular_pose_has_no_criterion(model):
    robot = model("five-bar", "vm")
    with pytest.raises(
        InputError, match=r"x = \[0.0, 0.26\] is not singular: .* J_inv is 0\.\d+; .*nearest_singularity finds"
    ):
        crossing_criterion(robot, [0, 0.26])
    motions, smallest = free_motions(robot, np.array([0, 0.26]), None)
    assert len(motions) == 0 and smallest > 0.01


def test_pose_out_of_reach_is_rejected(model):
    with pytest.raises(parados.UnreachableError, match="leg1 cannot reach"):
        crossing_criterion(model("five-bar", "vm"), [0.9, 0])


@pytest.mark.parametrize("x", [[0.1], [[0, 0.26]], [0, np.inf]])
def test_invalid_poses_are_rejected(model, x):
    with pytest.raises(InputError, match="x"):
        crossing_criterion(model("five-bar", "vm"), x)


SLIDER_CRANK = """
name: slider-crank
gravity: [0, -9.81, 0]
platform: {coordinates: [a3], link: {mass: 1, com: [0.05, 0, 0], inertia: [0, 0, 0.01]}}
legs:
  - {name: pin, joints: [{name: k, kind: R}], closure: {joint: fixed}}
  - name: drive
    base: {rotation: {XYZ: [0, 90 deg, 0]}}
    joints:
      - {name: s, kind: P, active: true, r: 0.4, link: {mass: 1}}
      - {name: b, kind: R, alpha: -pi/2, gamma: pi/2}
    closure: {joint: R, frame: {d: 0.3}, platform: {at: [0.1, 0, 0]}}
home: [0.7]
"""


@pytest.mark.parametrize("dead", [0.0, np.pi])
def test_a_slider_at_its_dead_centre_has_a_criterion(dead):
    """J_inv has one entry, which vanishes there but for round-off: crank and rod are in line, so dx/da3 = 0."""
    model = Robot(parse_robot(SLIDER_CRANK, "slider-crank.yaml")).compile("vm")
    assert abs(model.inverse_jacobian([dead])[0, 0]) < 1e-15
    criterion = crossing_criterion(model, [dead])
    assert criterion.motions.shape == (1, 1)
    # the lever rule of statics: the crank's weight alone must turn the crank, M a3'' = -m g c cos(a3) at rest
    xdd = criterion.least_change([0.0], [0.0])
    assert abs(model.mass_matrix([dead])[0, 0] * xdd[0] + 9.81 * 0.05 * np.cos(dead)) < 1e-12
