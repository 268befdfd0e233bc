"""Closed forms of passive legs, parasitic coordinates, inner loops cut at another place and cylindrical joints.

Newton's method, with `numeric: true`, is the reference: it knows only the closures.
"""

from __future__ import annotations

import warnings
from functools import cache
from itertools import combinations
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

import parados
from parados.api import Robot, describe
from parados.geometry.closed_form import Loop
from parados.geometry.inverse import Samples, numeric_form
from parados.geometry.loop_variants import without_slides
from parados.geometry.loops import loop_elements
from parados.geometry.numeric import NumericInverse
from parados.geometry.working_modes import all_modes, mode_signs
from parados.robot.reading import parse_robot

TESTS = Path(__file__).parents[1]
CATALOG = ("3-prs", "3-rps", "3-rps-wrist", "exechon", "tricept")
OTHERS = ("robots/navaro-cut-at-d", "robots/3-rrcu", "robots/delta-shaft", "robots/planar-and-cylindrical")
OTHERS += ("dynamics/data/leg-from-platform",)
NAMES = [*CATALOG, *[str(TESTS / f"{name}.yaml") for name in OTHERS]]
STEMS = [Path(name).stem for name in NAMES]

SAME = 1e-10
"""Largest difference of Newton's method and the closed form [rad, m]; Newton's method stops at a residual of 1e-12."""

CLOSED = 1e-13
"""Residual of the closures [m, -]: round-off."""

POSES, MOST_MODES = 6, 64


@cache
def robot(name: str, numeric: bool = False) -> Robot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", parados.RobotWarning)
        return Robot(describe(name).model_copy(update={"numeric": True})) if numeric else parados.load(name)


def configurations(name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return poses (k, n_x), unknowns (k, n_u) of the closed form there, and residuals, in all modes that reach the poses.

    If there are more than `MOST_MODES` modes, some of them are drawn.
    """
    survey, rng = robot(name).survey, np.random.default_rng(6)
    geometry, modes = survey.geometry, all_modes(survey.geometry)
    chosen = modes if len(modes) <= MOST_MODES else [modes[k] for k in rng.choice(len(modes), MOST_MODES, replace=False)]
    x = survey.lower + rng.uniform(0.1, 0.9, (POSES, len(survey.lower))) * (survey.upper - survey.lower)
    inputs = np.vstack([np.hstack([x, np.tile(mode_signs(geometry, mode), (POSES, 1))]) for mode in chosen])
    dependent = [geometry.coordinates.six[k].q for k in geometry.mechanism.platform.dependent]
    u = Samples(inputs).values(geometry, ca.vertcat(*[j.q for j in geometry.joints], *dependent))[:, :, 0]
    residual = Samples(inputs).values(geometry, geometry.residual())[:, :, 0]
    reached = np.isfinite(u).all(axis=1)
    assert reached.sum() >= 0.5 * len(inputs)
    return inputs[reached, : len(survey.lower)], u[reached], residual[reached]


def apart(name: str, u: np.ndarray, other: np.ndarray) -> float:
    """Return the largest difference of two configurations [rad, m], modulo whole turns of angles."""
    mechanism = robot(name).mechanism
    angles = [joint.unit == "rad" for joint in mechanism.joints] + [k >= 3 for k in mechanism.platform.dependent]
    gap = u - other
    return float(np.abs(np.where(angles, np.angle(np.exp(1j * gap)), gap)).max())


@pytest.mark.parametrize("name", NAMES, ids=STEMS)
def test_the_geometry_is_a_closed_form_and_closes_the_loops_in_every_mode(name):
    assert robot(name).survey.geometry.is_closed_form
    *_, residual = configurations(name)
    assert np.abs(residual).max() < CLOSED


@pytest.mark.parametrize("name", NAMES, ids=STEMS)
def test_newtons_method_finds_the_same_configurations_in_every_mode(name):
    x, u, _ = configurations(name)
    solver = NumericInverse(numeric_form(robot(name).mechanism))
    found, closed = solver.close(x, u + np.random.default_rng(7).uniform(-1e-4, 1e-4, u.shape))
    assert closed.all()
    assert apart(name, found, u) < SAME


@pytest.mark.parametrize("name", [*CATALOG, *NAMES[len(CATALOG) : len(CATALOG) + 1]], ids=STEMS[: len(CATALOG) + 1])
def test_home_and_the_way_from_home_are_those_of_newtons_method(name):
    closed, numeric = robot(name).compile("vm"), robot(name, numeric=True).compile("vm")
    assert not numeric.survey.geometry.is_closed_form
    lower, upper = closed.survey.lower, closed.survey.upper
    x = np.vstack([closed.survey.home, lower + np.random.default_rng(8).uniform(0.1, 0.9, (8, len(lower))) * (upper - lower)])
    joints = numeric.joints(x)
    assert np.abs(closed.joints(x[0]) - joints[0]).max() < SAME
    zeros = np.zeros((len(x), len(closed.mechanism.platform.dependent)))
    assert apart(name, np.hstack([closed.joints(x), zeros]), np.hstack([joints, zeros])) < SAME
    assert np.abs(closed.pose(x) - numeric.pose(x)).max() < SAME
    xd, xdd = np.random.default_rng(9).normal(size=(2, *x.shape))
    tau = numeric.inverse_dynamics(x, xd, xdd)
    assert np.abs(closed.inverse_dynamics(x, xd, xdd) - tau).max() < 1e-9 * np.abs(tau).max()


@pytest.mark.parametrize("name", NAMES, ids=STEMS)
def test_rotations_of_a_loop_give_equations_of_directions_only(name):
    """All axes meet in one point there. Equations about points once took most of the time of the search, and all were 0 = 0."""
    mechanism = robot(name).mechanism
    for closure in mechanism.loops:
        loop = Loop(without_slides(loop_elements(mechanism, closure, {}, None)))
        runs = [loop.unknown[start:stop] for start, stop in combinations(range(len(loop.unknown) + 1), 2)]
        assert {feature.kind for run in runs for feature in loop.feature_run(run)} <= {"direction"}


def test_the_place_of_the_cut_in_a_parallelogram_does_not_matter():
    """The joints of NaVARo are the same whether its parallelograms are cut at C or at D."""
    text = (TESTS / "robots" / "navaro-cut-at-d.yaml").read_text(encoding="utf-8")
    rows = text.splitlines(keepends=True)
    first = next(k for k, line in enumerate(rows) if '"q{i}4", kind: R' in line)
    moved = rows[first].replace('"q{i}4", kind', '"q{i}4", antecedent: "q{i}1", kind').replace("[l, 0, 0]", "[0, 0, 0]")
    at_c = "".join([*rows[:first], moved, *rows[first + 1 :]])
    at_c = at_c.replace('between: ["q{i}1", "q{i}4"]', 'between: ["q{i}3", "q{i}4"]').replace(
        "frames: [{at: [l, 0, 0]}, {at: [l, 0, 0]}]", "frames: [{at: [l, 0, 0]}, {at: [-l, 0, 0]}]"
    )
    at_c = at_c.replace("frame: {at: [2*l, 0, 0]}", "frame: {at: [l, 0, 0]}")
    models = [Robot(parse_robot(own)).compile("vm") for own in (text, at_c)]
    assert all(m.survey.geometry.is_closed_form for m in models)
    x = models[0].survey.home + np.random.default_rng(3).uniform(-0.05, 0.05, (6, 3))
    wanted = [models[1].joint_names.index(name) for name in ("q11", "q12", "q21", "q22", "q31", "q32")]
    own = [models[0].joint_names.index(models[1].joint_names[k]) for k in wanted]
    gap = models[0].joints(x)[:, own] - models[1].joints(x)[:, wanted]
    assert np.abs(np.exp(1j * gap) - 1).max() < SAME


def test_the_guess_settles_a_dependent_coordinate_with_two_values():
    text = (Path(parados.__file__).parent / "robots" / "exechon.yaml").read_text(encoding="utf-8")
    over = Robot(parse_robot(text.replace("guess: {a1: 0}", "guess: {a1: 3}"))).compile("vm")
    assert over.survey.geometry.settled == ("coordinate a1",)
    assert np.abs(over.pose(over.survey.home)[3:]).max() == pytest.approx(np.pi)
    silent = Robot(parse_robot(text.replace("guess: {a1: 0}", ""))).survey
    assert any(remark.startswith("guess: the loops also close at home with x1") for remark in silent.remarks)
    assert np.abs(silent.home_joints - parados.load("exechon").survey.home_joints).max() < SAME


def test_a_pose_without_a_value_of_a_settled_coordinate_is_rejected():
    """The planes of the legs do not meet on the axis: with a large tilt, no turn a3 brings the balls into all three planes."""
    text = (Path(parados.__file__).parent / "robots" / "3-rps.yaml").read_text(encoding="utf-8")
    model = Robot(parse_robot(text.replace("base: {at: [rA, 0, 0]}", "base: {at: [rA, 0.15, 0]}"))).compile("vm")
    assert model.survey.geometry.is_closed_form
    with pytest.raises(parados.UnreachableError, match=r"the legs cannot reach .*: coordinate a3 has no real value"):
        model.joints([0.6, 1.2, 0.9])


def test_a_family_with_live_lengths_has_the_closed_form_of_each_member():
    family = robot("3-rps").compile("vm", live=["rA", "rB"])
    assert family.survey.geometry.is_closed_form
    x = family.survey.home + 0.05
    for values in ({"rA": 0.3, "rB": 0.15}, {"rA": 0.5, "rB": 0.22}):
        alone = robot("3-rps").with_parameters(**values).compile("vm")
        assert np.abs(family.with_parameters(values).joints(x) - alone.joints(x)).max() < SAME
