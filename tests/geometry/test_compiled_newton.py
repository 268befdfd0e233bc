"""Newton's method in C gives the results and refusals of Python: numeric geometry and forward geometry, stacks and motions."""

from __future__ import annotations

import threading
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import root

import parados
from parados.api import Robot, describe
from parados.errors import ParadosError, UnreachableError
from parados.geometry.survey import as_x
from parados.model import c_forward
from parados.model.compiled_solvers import CompiledForward
from parados.model.forward_solving import solve_in_c
from parados.robot.reading import parse_robot
from parados.spatial.turns import principal

ROBOTS = Path(__file__).parents[1] / "robots"
SAME = 1e-9
"""Largest difference of two results for one configuration [rad, m]: Python stops at a residual of 1e-12."""

PRS = str(ROBOTS.parent / "numeric_robots" / "3-prs.yaml")
FORCED = ["tricept", "exechon", *[str(ROBOTS / f"{name}.yaml") for name in ("planar-and-cylindrical", "navaro-cut-at-d")]]
"""Robots with a closed form that are solved by Newton's method here."""

NUMERIC = [PRS, "tricept", "exechon"]
NUMERIC += [str(ROBOTS / f"{name}.yaml") for name in ("2-6r", "planar-and-cylindrical", "6-uhs", "navaro-cut-at-d")]
"""Plain ones; with unknown angles; with redundant rows; with poses out of reach; in other modes on the way; with screws."""

FORWARD = ["five-bar-feasible", "delta-d3-1200", "dualv", "navaro", PRS, "exechon", str(ROBOTS / "6-ups-quaternion.yaml")]
"""Circles; spheres; redundant actuation, two robots; numeric geometry, two robots; a quaternion."""


@cache
def model(name, backend, live=()):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = Robot(describe(name).model_copy(update={"numeric": True})) if name in FORCED else parados.load(name)
        return robot.compile(backend, live=live) if live else robot.compile(backend)


def poses(of, count=30, part=1.2, seed=4):
    """(count, n_x) random poses in a part of the workspace about home; some are out of reach if part > 1."""
    rng, survey = np.random.default_rng(seed), of.survey
    is_quaternion = of.mechanism.platform.is_quaternion
    centre = (survey.lower + survey.upper) / 2 if is_quaternion else survey.home
    size = survey.upper - survey.lower
    return as_x(of.mechanism, centre + rng.uniform(-0.5, 0.5, (count, len(size))) * part * size)


def loop(of, count=40, part=0.4):
    """(count, n_x) poses along a closed curve in the workspace."""
    survey, angle = of.survey, np.linspace(0, 2 * np.pi, count)[:, None]
    is_quaternion = of.mechanism.platform.is_quaternion
    centre = (survey.lower + survey.upper) / 2 if is_quaternion else survey.home
    size = survey.upper - survey.lower
    return as_x(of.mechanism, centre + part * size * (np.sin(angle + np.arange(len(size))) - np.sin(np.arange(len(size)))) / 2)


def quietly(call, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return call(*arguments, **options)


def agree(found, expected, part=SAME):
    """The same rows are NaN, and the others are equal."""
    assert np.array_equal(np.isnan(found).any(axis=1), np.isnan(expected).any(axis=1))
    assert np.nanmax(np.abs(found - expected), initial=0.0) < part


# -- numeric geometry ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NUMERIC)
def test_numeric_geometry_in_c_gives_the_configurations_and_refusals_of_python(name):
    c, vm = model(name, "c"), model(name, "vm")
    assert c._evaluator._closing.library is not None and vm._evaluator._closing.library is None
    x = poses(c, 8 if "2-6r" in name else 30)
    agree(c._evaluator.unknowns(x), vm._evaluator.unknowns(x))


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_angles_of_single_states_are_principal_values_far_from_home(backend):
    """Newton's method follows the Tricept from home past half a turn of a free angle: 1.02 rad came out as -5.26 rad."""
    of = model("tricept", backend)
    x, turning = poses(of, 200, 1.5), of.mechanism.periodic
    rows = quietly(of.joints, x)
    assert np.abs(rows[:, turning]).max() <= np.pi
    assert np.abs(quietly(of.joints, x[7]) - rows[7]).max() < SAME


CARRIED = """
name: carried-arm
platform: {coordinates: [px, py, a3, w1], link: {m: 2.4, zz: 0.06}}
legs:
  - repeat: {A: [[0, 0, 0], [1, 0, 0], [0.5, 0.9, 0]], B: [[-0.2, -0.12, 0], [0.2, -0.12, 0], [0, 0.22, 0]]}
    name: leg{i}
    base: {at: A}
    joints:
      - {name: "q{i}1", kind: R, link: {m: 0.9, mx: 0.18, zz: 0.055}}
      - {name: "q{i}2", kind: P, active: true, gamma: pi/2, alpha: pi/2, branch: 1, link: {m: 0.6}}
    closure: {joint: R, frame: {alpha: -pi/2}, platform: {at: B}}
  - name: arm
    carrier: platform
    joints: [{name: w1, kind: R, active: true, d: 0.05, link: {mass: 0.5, com: [0.1, 0, 0.02], inertia: [1e-3, 1e-3, 1e-3]}}]
home: [0.5, 0.35, 0.25, 0.3]
"""


@pytest.mark.parametrize("backend", ["c", "vm"])
@pytest.mark.parametrize("numeric", [False, True])
def test_a_joint_in_x_keeps_its_given_turns(backend, numeric):
    """The joint w1 is an entry of x, so its angle is given and may be beyond half a turn."""
    of = Robot(parse_robot(CARRIED + f"numeric: {str(numeric).lower()}\n")).compile(backend)
    x = np.array([0.5, 0.35, 0.25, 4.0])
    assert of.joints(x)[-1] == 4.0
    assert np.abs(of.forward_kinematics(of.inverse_kinematics(x), guess=x) - x).max() < SAME


BEHIND_A_FOLD = np.array([0.007863640823183984, 0.03910874830649838, 0.3986360652126464, -0.12744521997618422,
                          0.10078078293298579, 0.06865181079769114])  # fmt: skip


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_a_pose_behind_a_fold_is_rejected(backend):
    """On the straight way to this pose the arm stretches out; C returned a configuration of another branch behind that place."""
    of = model(str(ROBOTS / "2-6r.yaml"), backend)
    with pytest.raises(UnreachableError, match="on the way from home"):
        of.joints(BEHIND_A_FOLD)
    way = of.survey.home + np.linspace(0, 1, 50)[:, None] * (BEHIND_A_FOLD - of.survey.home)
    with pytest.warns(RuntimeWarning, match="the motion cannot be followed"):
        assert not np.isfinite(of.joints(way, motion=True)[-1]).any()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2-6r", "3-rhr", "four-bar"])
def test_far_poses_are_those_of_tiny_steps_in_c_and_in_python(name):
    """Steps that need not contract led to other branches for 8 of 200 poses of 2-6r."""
    c, vm = (model(str(ROBOTS / f"{name}.yaml"), backend) for backend in ("c", "vm"))
    x = poses(c, 60, 4.0, seed=3)  # up to twice the workspace away
    found = quietly(vm.joints, x)
    assert np.array_equal(np.isfinite(found).all(axis=1), np.isfinite(quietly(c.joints, x)).all(axis=1))
    agree(quietly(c.joints, x), found)
    for row, own in zip(x, found, strict=True):
        way = vm.survey.home + np.linspace(0, 1, 200)[:, None] * (row - vm.survey.home)
        end = quietly(c.joints, way, motion=True)[-1]
        assert np.isfinite(end).all() == np.isfinite(own).all()
        agree(principal(end, vm.mechanism.periodic)[None], own[None])


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_no_turn_of_an_angle_in_x_is_missed(backend):
    """The shaft turns by the sum of nut and thread, whose whole turns count; at 6 rad the nut was a turn away."""
    of = parados.load(ROBOTS / "ball-screw-spline.yaml").compile(backend)
    x = np.array([[0.3, a] for a in (-12, -6, -4, 5, 6, 9, 12)])
    q = of.joints(x)
    assert np.abs(q[:, 0] + q[:, 1] - x[:, 1]).max() < SAME


@pytest.mark.parametrize("backend", ["c", "vm"])
def test_angles_along_a_motion_are_continuous_past_half_a_turn(backend):
    of = model("tricept", backend)
    far = poses(of, 200, 1.5)
    step = np.linspace(0, 1, 150)[:, None]
    passed = 0
    for end in far[:8]:
        way = of.survey.home + step * (end - of.survey.home)
        angles = quietly(of.joints, way, motion=True)[:, of.mechanism.periodic]
        assert np.abs(np.diff(angles, axis=0)).max() < 0.5
        assert np.abs(angles[0]).max() <= np.pi
        passed += np.abs(angles).max() > np.pi
    assert passed > 0


def test_a_guess_with_whole_turns_gives_the_home_of_the_principal_angles():
    """A joint spring counts turns from home, so that a guess of a + 2 pi must not stretch it by a turn."""
    spec = describe("tricept").model_copy(update={"numeric": True})
    plain = Robot(spec).compile("vm")
    names = plain.mechanism.joint_names
    angles = dict(zip(names, plain.survey.home_joints.tolist(), strict=True))
    turned = {name: angles[name] + 2 * np.pi * turning for name, turning in zip(names, plain.mechanism.periodic, strict=True)}
    other = Robot(spec.model_copy(update={"guess": turned})).compile("vm")
    assert np.abs(other.survey.home_joints - plain.survey.home_joints).max() < SAME
    assert np.abs(other.joints(other.survey.home) - plain.survey.home_joints).max() < SAME


@pytest.mark.parametrize("name", [PRS, "tricept"])
def test_numeric_geometry_in_c_obeys_the_working_mode(name):
    c, vm = model(name, "c"), model(name, "vm")
    for mode in c.working_modes()[1:4]:
        x = poses(c, 12, 0.6)
        agree(c._evaluator.unknowns(x, mode), vm._evaluator.unknowns(x, mode))


@pytest.mark.parametrize("name", [PRS, "exechon", str(ROBOTS / "2-6r.yaml")])
def test_a_motion_in_c_is_followed_as_far_as_in_python(name):
    c, vm = model(name, "c"), model(name, "vm")
    x = loop(c, part=1.6 if "2-6r" in name else 0.6)
    agree(c._evaluator.unknowns(x, motion=True), vm._evaluator.unknowns(x, motion=True))


@pytest.mark.slow
def test_configurations_are_those_that_small_steps_from_home_reach():
    """Plain Newton steps to these poses jump to other configurations of the 6R legs in some rows."""
    c = model(str(ROBOTS / "2-6r.yaml"), "c")
    solver, survey, x = c._evaluator.numeric.solver, c.survey, poses(c, 60, 1.0, seed=0)
    found, compared = c._evaluator.unknowns(x), 0
    for pose, own in zip(x, found, strict=True):
        u, closed = survey.home_unknowns, True
        for part in np.linspace(0, 1, 60)[1:]:
            at = survey.home + part * (pose - survey.home)
            step = root(lambda v, at=at: solver.closure(at, v)[0].full().ravel(), u, method="hybr", tol=1e-12)
            closed = closed and np.abs(step.fun).max() < 1e-9 and np.abs(step.x - u).max() < 0.2
            u = step.x
        if closed:
            compared += 1
            assert np.abs(own - principal(u, solver.periodic)).max() < 1e-6
    assert compared > 20


def test_every_row_may_have_its_own_live_parameters():
    c, numeric = model(PRS, "c", ("l",)), parados.load(PRS)
    x, lengths = poses(c, 3, 0.5), np.linspace(0.4, 0.5, 3)
    found = c.with_parameters({"l": lengths})._evaluator.unknowns(x)
    for row, length in enumerate(lengths):
        alone = numeric.with_parameters(l=float(length)).compile("vm")
        assert np.abs(alone.unknowns(x[row]) - found[row]).max() < SAME


# -- forward geometry ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORWARD)
def test_forward_geometry_in_c_gives_the_poses_and_refusals_of_python(name):
    c, vm = model(name, "c"), model(name, "vm")
    assert c._evaluator.forward.library is not None and vm._evaluator.forward.library is None
    x = poses(c, 12, 0.8)
    q = quietly(c.inverse_kinematics, x)
    q = q[np.isfinite(q).all(axis=1)]
    q = np.vstack([q, q[:2] + 2.0])
    agree(quietly(c.forward_kinematics, q), quietly(vm.forward_kinematics, q))


@pytest.mark.parametrize("name", FORWARD)
def test_forward_geometry_in_c_tracks_a_motion(name):
    c = model(name, "c")
    x = loop(c)
    q = c.inverse_kinematics(x, motion=True)
    assert np.abs(c.forward_kinematics(q, guess=x[0], motion=True) - x).max() < 1e-8


def test_forward_geometry_in_c_accepts_configurations_past_half_a_turn():
    """The unknowns of a motion continue past pi, those of single poses do not; C has found the same configuration."""
    c = model("tricept", "c")
    part = np.linspace(0, 1, 100)[:, None]
    ways = [c.survey.home + part * (end - c.survey.home) for end in poses(c, 200, 1.5)[:20]]
    way = next(x for x in ways if np.abs(quietly(c.joints, x, motion=True)).max() > 3.5)
    q = c.inverse_kinematics(way, motion=True)
    x, good, _ = solve_in_c(c, q, np.tile(way[0], (len(way), 1)), None, True)
    assert good.all() and np.abs(x - way).max() < SAME


def test_a_motion_through_a_type_2_singularity_is_refused_in_c():
    c, vm = model("five-bar", "c"), model("five-bar", "vm")
    q = c.inverse_kinematics(np.linspace([0.0, 0.25], [0.0, 0.15], 60), motion=True)
    with pytest.warns(RuntimeWarning, match="it passes a Type 2 singularity, where assembly modes meet"):
        found = c.forward_kinematics(q, guess=[0.0, 0.25], motion=True)
    expected = quietly(vm.forward_kinematics, q, guess=[0.0, 0.25], motion=True)
    assert 2 < np.isnan(found).any(axis=1).sum() < 50
    agree(found, expected)


def test_a_start_at_a_type_2_singularity_is_left_to_python():
    c, vm = model("five-bar", "c"), model("five-bar", "vm")
    singular, q = np.array([0.0, 0.207567242116862]), c.inverse_kinematics([0.01, 0.23])
    assert c.forward_kinematics(q, guess=singular) == pytest.approx(vm.forward_kinematics(q, guess=singular), abs=SAME)


def test_a_motion_into_a_type_1_singularity_is_refused():
    """The Agile Eye has no inverse Jacobian where a leg is stretched; the pseudo-inverse of NaN raised a LinAlgError."""
    vm = model("agile-eye", "vm")
    x = np.zeros((80, 3))
    x[:, 2] = np.linspace(0, 7, 80)
    q = quietly(vm.inverse_kinematics, x, motion=True)
    with pytest.warns(RuntimeWarning, match="rows are NaN"):
        found = vm.forward_kinematics(q, guess=x[0], motion=True)
    served = np.isfinite(found).all(axis=1)
    assert 10 < served.sum() < 30 and np.abs(found - x)[served].max() < SAME


def test_forward_geometry_takes_live_parameters_of_every_row():
    c = model("delta-d3-1200", "c", ("l1", "l2"))
    x, lengths = poses(c, 5, 0.5), np.linspace(0.37, 0.42, 5)
    own = c.with_parameters({"l1": lengths})
    q = own.inverse_kinematics(x)
    assert np.abs(own.forward_kinematics(q) - x).max() < SAME
    one = c.with_parameters({"l1": float(lengths[2])})
    assert np.abs(one.forward_kinematics(q[2]) - x[2]).max() < SAME
    assert np.abs(one.forward_kinematics(q[[2, 2]]) - x[2]).max() < SAME


@pytest.mark.parametrize("iterations", [1, 2, 3])
def test_newton_in_c_steps_like_newton_in_python(iterations, monkeypatch: pytest.MonkeyPatch):
    c = model("delta-d3-1200", "c")
    start, x = c.survey.home, c.survey.home + np.array([0.05, -0.03, 0.04])
    q = c.inverse_kinematics(x)
    expected = start.copy()
    for _ in range(iterations):
        expected = expected + np.linalg.solve(c.inverse_jacobian(expected), q - c.inverse_kinematics(expected))
    monkeypatch.setattr(c_forward, "ITERATIONS", iterations)
    forward = c._evaluator.forward
    short = CompiledForward(forward.graphs, "c", forward.graph, forward.store)
    found = short.run(short.library, {"q": q[None], "guess": start, "mode": c.signs()}, motion=False)["x"][0]
    assert np.abs(found - expected).max() < 1e-14
    assert np.abs(found - x).max() < [1e-1, 1e-3, 1e-6][iterations - 1]


def test_a_pose_behind_a_type_2_singularity_is_told_in_c_as_in_python():
    c, vm = model("five-bar", "c"), model("five-bar", "vm")
    behind = [0.0, 0.15]
    q = c.inverse_kinematics(behind)
    for joints in (q, np.array([q, c.inverse_kinematics(c.survey.home)])):
        told = []
        for own in (c, vm):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                found = own.forward_kinematics(joints, guess=np.array(behind))
            told.append([str(one.message) for one in caught])
            assert np.abs(np.atleast_2d(found)[0] - behind).max() < SAME
        assert told[0] == told[1]
        assert "another assembly mode than home" in told[0][0]


BAD = {
    "not finite": ([np.nan, 0.1, 0.1], None),
    "too large": ([0.1, 0.1, 1e31], None),
    "wrong size": ([0.1, 0.1], None),
    "no assembly": ([3.0, 3.0, 3.0], None),
    "guess not finite": ([0.1, 0.1, 0.1], [0.0, np.inf, -0.8]),
    "guess out of reach": ([0.1, 0.1, 0.1], [5.0, 0.0, 0.0]),
    "guess of the wrong size": ([0.1, 0.1, 0.1], [5.0, 0.0]),
}


@pytest.mark.parametrize("case", BAD)
def test_one_bad_state_has_the_sentence_of_python(case):
    q, guess = (None if value is None else np.array(value) for value in BAD[case])
    sentences = []
    for backend in ("c", "vm"):
        with pytest.raises(ParadosError) as caught:
            model("delta-d3-1200", backend).forward_kinematics(q, guess=guess)
        sentences.append((type(caught.value), str(caught.value)))
    assert sentences[0] == sentences[1]


def test_one_state_gives_the_row_of_a_stack_and_a_new_array():
    c = model("delta-d3-1200", "c")
    q = c.inverse_kinematics(poses(c, 3, 0.5))
    rows = c.forward_kinematics(q)
    first = c.forward_kinematics(q[0])
    second = c.forward_kinematics(q[1])
    assert np.array_equal(first, rows[0]) and np.array_equal(second, rows[1])


def test_calls_from_several_threads_do_not_mix():
    c = model(PRS, "c")
    x = poses(c, 200, 0.5)
    q = c.inverse_kinematics(x)
    results = {}

    def work(k):
        results[k] = [c.forward_kinematics(q[i]) for i in range(k, 200, 20)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for k in range(4):
        assert np.abs(np.array(results[k]) - x[k::20]).max() < 1e-8
