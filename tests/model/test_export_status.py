"""Status of exported C: it gives the numbers of Python, and fails where Python fails, for the same reason."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.geometry.working_modes import mode_signs
from parados.model.failing_pose_search import singular_poses, unreachable_pose
from parados.model.quantities import QUANTITIES
from parados.model.status_codes import STATUSES

HERE = Path(__file__).parents[1] / "robots"
NUMERIC = "3-prs"
QUATERNION = str(HERE / "6-ups-quaternion.yaml")

STATUS = {name: k for k, name in enumerate(STATUSES)}
EXPORTED = [key for key, entry in QUANTITIES.items() if entry.exported]

AGREES = 1e-9
"""Error relative to the largest entry: C and Python evaluate the same graph, but with different compilers."""

NEAR = 1e-7
"""Error relative to the largest entry if a pivot is about 1e-4 of its usual size: a graph loses the square of that."""

UNLIMITED = {"3-rpr", "c5", "c5-plates-on-rods", "gough-stewart-fried", "gough-stewart-fried-constant"}
UNLIMITED |= {"gough-stewart-lopes", "gough-stewart-lopes-fat"}
"""Robots that reach every pose, since their legs have sliders of any length."""

TYPE_2 = [-1.88e-13, 0.207567242116862]
"""A pose of the five-bar where A_r has lost rank."""


def arguments(model, x, seed=3):
    """Return the arguments of every quantity at poses (N, n_x)."""
    rng, n = np.random.default_rng(seed), model.mechanism.n_dof
    sizes = {"xd": n, "xdd": n, "tau": len(model.labels["tau"])}
    return {"x": np.atleast_2d(x), **{key: rng.normal(size=(len(np.atleast_2d(x)), size)) for key, size in sizes.items()}}


def of_python(model, quantity, values):
    """(N, k) results of Python, NaN where it fails."""
    used = {key: value for key, value in values.items() if key in model.kernel(quantity).inputs}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        if quantity == "inverse_dynamics":
            return model.inverse_dynamics(used["x"], used["xd"], used["xdd"])
        _, out = model._evaluator.evaluate(quantity, used, None)
    return np.hstack([value.reshape(len(value), -1) for value in out.values()])


def of_c(c, quantity, values, row):
    own = {key: value[row] for key, value in values.items()}
    status, out = c.call(quantity, {**own, "mode": c.model.signs()})
    return status, np.concatenate(list(out.values()))


def poses(model, count=40):
    """Return poses in twice the workspace, and poses that must be rejected."""
    rng, survey = np.random.default_rng(5), model.survey
    centre, size = (survey.lower + survey.upper) / 2, survey.upper - survey.lower
    x = [centre + rng.uniform(-1, 1, len(size)) * size for _ in range(count)]
    far = unreachable_pose(model._evaluator)
    return np.array([*x, *([] if far is None else [far]), *singular_poses(model._evaluator)])


def test_c_and_python_agree_in_numbers_and_failures(every_robot, model, exported_c):
    m, c = model(every_robot, "vm"), exported_c(every_robot)
    values = arguments(m, poses(m))
    rejected, served = 0, 0
    for quantity in EXPORTED:
        expected = of_python(m, quantity, values)
        for row, wanted in enumerate(expected):
            status, got = of_c(c, quantity, values, row)
            if status != STATUS["OK"]:
                rejected += 1
                assert np.isnan(got).all()
                assert np.isnan(wanted).all() or (quantity == "inverse_dynamics" and status == STATUS["SINGULAR"])
            elif row < 40:  # at the last poses the graphs lose digits before they fail
                served += 1
                assert np.abs(got - wanted).max() <= AGREES * max(1.0, np.abs(wanted).max())
            else:
                assert np.isfinite(wanted).all()
    assert rejected > 0 and served > 100


def test_singular_and_unreachable_poses_have_their_own_status(every_robot, model, exported_c):
    m, c = model(every_robot, "vm"), exported_c(every_robot)
    far = unreachable_pose(m._evaluator)
    assert (far is None) == (every_robot in UNLIMITED)
    if far is not None:
        with pytest.raises(parados.UnreachableError):
            m.joints(far)
        assert of_c(c, "joints", arguments(m, far), 0)[0] == STATUS["UNREACHABLE"]
    found = {}
    for x in singular_poses(m._evaluator):
        for quantity in EXPORTED:
            status, got = of_c(c, quantity, arguments(m, x), 0)
            assert status in (STATUS["OK"], STATUS["SINGULAR"], STATUS["UNREACHABLE"])
            assert np.isnan(got).all() == (status != STATUS["OK"])
            found[status] = (quantity, x)
    quantity, x = found[STATUS["SINGULAR"]]
    values = {key: value[0] for key, value in arguments(m, x).items() if key in m.kernel(quantity).inputs}
    with pytest.raises(parados.SingularConfigurationError):
        m._evaluator.evaluate(quantity, values, None)


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
            inputs = [key for key in m.kernel(quantity).inputs if key not in ("mode", "unknowns")]
            for key in inputs:
                values = arguments(m, m.survey.home.copy())
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


# -- numeric geometry -----------------------------------------------------------------------------------------------------


def test_close_gives_the_unknowns_of_python(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    x, unknowns = m.survey.home + 0.01, m.survey.home_unknowns.copy()
    assert c.close(x, unknowns) == STATUS["OK"]
    assert np.abs(unknowns - m.unknowns(x)).max() < 1e-10
    status, out = c.call("inverse_kinematics", {"x": x, "unknowns": unknowns})
    assert status == STATUS["OK"] and np.abs(out["q"] - m.inverse_kinematics(x)).max() < 1e-10


@pytest.mark.parametrize("wrong", ["x", "unknowns"])
def test_close_rejects_arguments_that_are_not_finite_and_keeps_the_unknowns(wrong, model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    values = {"x": m.survey.home.copy(), "unknowns": m.survey.home_unknowns.copy()}
    values[wrong][0] = np.nan
    before = values["unknowns"].copy()
    assert c.close(**values) == STATUS["NOT_FINITE"]
    assert np.array_equal(values["unknowns"], before, equal_nan=True)


@pytest.mark.parametrize("far", [10.0, 1e200])
def test_close_keeps_the_unknowns_if_it_fails(far, model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    unknowns = m.survey.home_unknowns.copy()
    assert c.close(m.survey.home + far, unknowns) in (STATUS["NOT_CLOSED"], STATUS["SINGULAR"])
    assert np.array_equal(unknowns, m.survey.home_unknowns)


def test_close_rejects_unknowns_of_another_mode(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    unknowns, signs = m.survey.home_unknowns.copy(), mode_signs(m.survey.geometry, m.survey.mode)
    assert len(signs)
    for k in range(len(signs)):
        other = np.where(np.arange(len(signs)) == k, -signs, signs)
        assert c.close(m.survey.home + 0.01, unknowns, other) == STATUS["OTHER_MODE"]
        assert np.array_equal(unknowns, m.survey.home_unknowns)
    assert c.close(m.survey.home, unknowns, 0.5 * signs) == STATUS["BAD_MODE"]


def test_every_function_rejects_unknowns_that_do_not_close(model, exported_c):
    m, c = model(NUMERIC, "vm"), exported_c(NUMERIC)
    for shift in (1e-9, 0.1, 3.0):
        values = {key: v[0] for key, v in arguments(m, m.survey.home).items()} | {"unknowns": m.survey.home_unknowns + shift}
        for quantity in EXPORTED:
            status, out = c.call(quantity, values)
            assert status == STATUS["NOT_CLOSED"] and all(np.isnan(v).all() for v in out.values())


def test_quaternion_without_unit_length_is_rejected_as_in_python(model, exported_c):
    m, c = model(QUATERNION, "vm"), exported_c(QUATERNION)
    x = m.survey.home * np.where((np.arange(7) >= 3), 1.01, 1.0)
    with pytest.raises(parados.InputError, match="unit quaternion"):
        m.joints(x)
    assert c.call("joints", {"x": x})[0] == STATUS["NOT_UNIT"]
    assert c.call("joints", {"x": m.survey.home})[0] == STATUS["OK"]
