"""Status of exported C: it gives the numbers of Python, and fails where Python fails, for the same reason.

If the geometry is numeric, the loops are closed as in a controller: by NAME_close, along a path from home.
"""

import warnings
from pathlib import Path

import numpy as np
import pytest
from c_states import EXPORTED, STATUS, arguments, first_lost, is_numeric, of_c, of_python, paths, rows_of_c

import parados
from parados.model.failing_pose_search import singular_poses, unreachable_pose
from parados.model.quantity import Options

QUATERNION = str(Path(__file__).parents[1] / "robots" / "6-ups-quaternion.yaml")

AGREES = 1e-9
"""Error relative to the largest entry: C and Python evaluate the same graph, but with different compilers."""

NEAR = 1e-7
"""Error relative to the largest entry if a pivot is about 1e-4 of its usual size: a graph loses the square of that."""

SLIDERS = ("3-rpr", "c5", "c5-plates-on-rods", "gough-stewart-fried", "gough-stewart-fried-constant", "gough-stewart-lopes")
SLIDERS += ("gough-stewart-lopes-fat", "3-upu", "3-rps", "3-rps-wrist", "tricept", "exechon")
"""Robots that reach every pose, since every leg has a slider of any length."""

UNLIMITED = {*SLIDERS, "agile-eye", "andrews-squeezer"}
"""Robots that reach every pose. In the agile eye two axes that must be perpendicular (arcs of 90 deg) can be so at every
orientation. The crank of the squeezer turns round."""

REGULAR = ("andrews-squeezer",)
"""Robots without a singular pose: the crank of the squeezer is its coordinate and its motor, and no loop is ever stretched."""

TYPE_2 = [-1.88e-13, 0.207567242116862]
"""A pose of the five-bar where A_r has lost rank."""


def test_c_and_python_agree_in_numbers_and_failures(every_robot, model, exported_c):
    m, c = model(every_robot, "vm"), exported_c(every_robot)
    rejected, served = 0, 0
    for x in paths(m):
        values, rows = arguments(m, x), rows_of_c(c, x)
        for quantity in EXPORTED:
            expected = of_python(m, quantity, values, motion=is_numeric(m))
            for row, unknowns in enumerate(rows):
                status, got = of_c(c, quantity, values, row, unknowns)
                if status != STATUS["OK"]:
                    rejected += 1
                    assert np.isnan(got).all()
                    alone = quantity == "inverse_dynamics" and status == STATUS["SINGULAR"]  # Python solves with pivoting
                    assert np.isnan(expected[row]).all() or alone
                else:
                    served += 1
                    assert np.abs(got - expected[row]).max() <= AGREES * max(1.0, np.abs(expected[row]).max())
    assert served > 100
    assert rejected > 0 or every_robot in UNLIMITED


def test_singular_poses_have_their_own_status(every_robot, model, exported_c):
    m, c = model(every_robot, "vm"), exported_c(every_robot)
    found = {}
    for pose in singular_poses(m._evaluator):
        for quantity in EXPORTED:
            values = arguments(m, pose.x)
            status, got = of_c(c, quantity, values, 0, pose.unknowns)
            assert status in (STATUS["OK"], STATUS["SINGULAR"], STATUS["UNREACHABLE"])
            assert np.isnan(got).all() == (status != STATUS["OK"])
            if status == STATUS["OK"]:  # the graphs may have lost digits here, but Python gives numbers too
                assert np.isfinite(of_python(m, quantity, values)).all()
            found[status] = (quantity, pose.x)
    assert (STATUS["SINGULAR"] in found) == (every_robot not in REGULAR)
    if STATUS["SINGULAR"] in found:
        quantity, x = found[STATUS["SINGULAR"]]
        values = {key: value[0] for key, value in arguments(m, x).items() if key in m.kernel(quantity).inputs}
        with pytest.raises(parados.SingularConfigurationError):
            m._evaluator.evaluate(quantity, values, None)


def test_unreachable_poses_have_their_own_status(every_robot, model, exported_c):
    m, c = model(every_robot, "vm"), exported_c(every_robot)
    if is_numeric(m):
        far, unknowns, status = first_lost(c) or (None, None, None)
        expected = STATUS["NOT_CLOSED"]
        assert far is None or status in (STATUS["NOT_CLOSED"], STATUS["SINGULAR"], STATUS["OTHER_MODE"])
    else:
        far, unknowns, expected = unreachable_pose(m._evaluator), None, STATUS["UNREACHABLE"]
        if far is not None:
            with pytest.raises(parados.UnreachableError):
                m.joints(far)
    assert (far is None) == (every_robot in UNLIMITED)
    for quantity in EXPORTED if far is not None else ():
        status, got = of_c(c, quantity, arguments(m, far), 0, unknowns)
        assert status == expected and np.isnan(got).all()


@pytest.mark.parametrize("name", sorted(UNLIMITED))
def test_unlimited_robots_reach_random_poses_far_outside_their_workspace(name, model):
    """Five times the workspace; angles are limited to a right angle, beyond which ZYX angles repeat orientations."""
    m, rng = model(name, "vm"), np.random.default_rng(9)
    survey = m.survey
    size, turning = survey.upper - survey.lower, [name.startswith("a") for name in m.spec.x_names]
    x = survey.home + rng.uniform(-1, 1, (60, len(size))) * np.where(turning, 0.99 * np.pi / 2, 5 * size)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(m.joints(x)).all()


def test_crank_of_the_squeezer_turns_round_without_a_stretched_loop(model):
    """The discriminants and the pivots of a full turn keep at least 2/3 of their largest value."""
    m, x = model("andrews-squeezer", "vm"), np.linspace(-np.pi, np.pi, 1441)[:, None]
    evaluator = m._evaluator
    reach = m.reach()(x.T, np.tile(m.signs()[:, None], (1, len(x)))).full().T
    pivots = evaluator.ready("mass_matrix", Options()).kernel(len(x), {"x": x, "mode": m.signs()})["pivots"][:, :, 0]
    for values in (reach, np.abs(pivots)):
        assert (values.min(axis=0) > 0.66 * values.max(axis=0)).all()
        assert (np.abs(np.diff(values, axis=0)).max(axis=0) < 0.01 * values.min(axis=0)).all()


@pytest.mark.parametrize(
    ("name", "singular", "along"),
    [("five-bar", TYPE_2, [0.0, 1.0]), ("gough-stewart-lopes", [0, 0, 1.9, np.pi / 2, 0, 0], [0, 0, 0, 1.0, 0, 0])],
)
def test_efforts_near_a_type_2_singularity_are_accurate_or_rejected(name, singular, along, model, exported_c):
    """Where the graph loses digits, Python solves with pivoting, and C fails."""
    m, c = model(name, "vm"), exported_c(name)
    values = arguments(m, np.array(singular) + np.logspace(-13, -2, 45)[:, None] * np.array(along))
    expected, statuses = of_python(m, "inverse_dynamics", values), []
    for row, wanted in enumerate(expected):
        status, got = of_c(c, "inverse_dynamics", values, row)
        statuses.append(status)
        if status == STATUS["OK"]:
            assert np.abs(got - wanted).max() <= NEAR * np.abs(wanted).max()
    assert statuses[0] == STATUS["SINGULAR"] and statuses[-1] == STATUS["OK"]


def test_arguments_that_are_not_finite_are_rejected(every_robot, model, exported_c):
    m, c = model(every_robot, "vm"), exported_c(every_robot)
    for bad in (np.nan, np.inf, -np.inf):
        for quantity in EXPORTED:
            for key in set(m.kernel(quantity).inputs) - {"mode"}:
                values = arguments(m, m.survey.home.copy()) | {"unknowns": m.survey.home_unknowns[None].copy()}
                values[key][0, -1] = bad
                status, got = of_c(c, quantity, values, 0)
                assert status == STATUS["NOT_FINITE"] and np.isnan(got).all()


def test_results_that_overflow_are_rejected(model, exported_c):
    m = model("five-bar", "vm")
    values = {**arguments(m, m.survey.home), "xd": np.full((1, 2), 1e200)}
    status, got = of_c(exported_c("five-bar"), "inverse_dynamics", values, 0)
    assert status == STATUS["NOT_FINITE"] and np.isnan(got).all()


def test_five_bar_at_its_type_2_singularity_has_status_singular(model, exported_c):
    """An earlier version returned efforts of 2.5e27 there."""
    m, c = model("five-bar", "vm"), exported_c("five-bar")
    for quantity in ("inverse_dynamics", "jacobian"):
        status, got = of_c(c, quantity, arguments(m, TYPE_2), 0)
        assert status == STATUS["SINGULAR"] and np.isnan(got).all()
    assert of_c(c, "inverse_jacobian", arguments(m, TYPE_2), 0)[0] == STATUS["OK"]


@pytest.mark.parametrize("mode", [[0.5, 7], [1, 0], [1, np.nan], [np.inf, 1], [1, -1 - 1e-15]])
def test_invalid_working_mode_is_rejected(mode, exported_c):
    status, out = exported_c("five-bar").call("inverse_kinematics", {"x": np.array([0.0, 0.26]), "mode": np.array(mode)})
    assert status == STATUS["BAD_MODE"] and np.isnan(out["q"]).all()


def test_results_may_overwrite_the_arguments(model, exported_c):
    m, c = model("five-bar", "vm"), exported_c("five-bar")
    x, xd, mode = np.array([0.01, 0.26]), np.array([0.3, -0.2]), np.array([1.0, -1.0])
    assert c._run("joint_rates", [x, xd, mode, xd]) == STATUS["OK"]
    assert np.allclose(xd, m.joint_rates(x, [0.3, -0.2]), rtol=1e-12)


def test_quaternion_without_unit_length_is_rejected_as_in_python(model, exported_c):
    m, c = model(QUATERNION, "vm"), exported_c(QUATERNION)
    x = m.survey.home * np.where((np.arange(7) >= 3), 1.01, 1.0)
    with pytest.raises(parados.InputError, match=r"has the length 1\.01"):
        m.joints(x)
    assert c.call("joints", {"x": x})[0] == STATUS["NOT_UNIT"]
    assert c.call("joints", {"x": m.survey.home})[0] == STATUS["OK"]
