"""Articulated platforms and closures anywhere: the same mechanism written in several ways, mobility, and what analyses see."""

from __future__ import annotations

from importlib import resources

import numpy as np
import pytest

import parados
from parados import singularity
from parados.api import Robot
from parados.robot.reading import parse_robot

SAME = 1e-9  #: two descriptions of one mechanism, relative

PAIRS = """\
      - {name: "a{i}", kind: S, d: l1, r: 0.05, link: {mass: m2/2, com: [l2/2, 0, 0], inertia: [0, m2*l2**2/24, m2*l2**2/24]}}
      - {name: "b{i}", kind: S, antecedent: "q{i}", d: l1, r: -0.05,
         link: {mass: m2/2, com: [l2/2, 0, 0], inertia: [0, m2*l2**2/24, m2*l2**2/24]}}
    loops:
      - {between: ["b{i}", "part{k}"], joint: S,
         frames: [{at: [l2, 0, 0]}, {at: ["0.05*sin(g)", "s*(hy + w) - hy - 0.05*cos(g)", 0]}]}
    closure:
      {of: "a{i}", joint: S, to: "part{k}", frame: {at: [l2, 0, 0]},
       platform: {at: ["-0.05*sin(g)", "s*(hy + w) - hy + 0.05*cos(g)", 0]}}
"""


def _text(name: str) -> str:
    return (resources.files("parados") / "robots" / f"{name}.yaml").read_text(encoding="utf-8")


def _ball_rods() -> Robot:
    """Return the Quattro with each pair of rods as two rods between balls, as the machine has them."""
    lines = _text("quattro").splitlines(keepends=True)
    first = next(k for k, line in enumerate(lines) if '"e{i}"' in line)
    last = next(k for k, line in enumerate(lines) if line.startswith("mode:"))
    guess = "guess: {part1: 0, part2: 0, bar: 0, q1: 0.34, q2: 0.34, q3: 0.34, q4: 0.34}\n"
    rest = [line for line in lines[last + 1 :] if not line.startswith("guess:")]
    return Robot(parse_robot("".join([*lines[:first], PAIRS, guess, *rest])))


def _states(count: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    x = np.array([0, 0.05, -0.75, 0]) + rng.uniform(-1, 1, (count, 4)) * [0.15, 0.15, 0.08, 0.5]
    return x, rng.normal(size=(count, 4)), rng.normal(size=(count, 4)) * 5


def test_mobility_of_the_quattro_is_three_translations_and_one_rotation() -> None:
    found = parados.load("quattro").mobility()
    assert (found.dof, found.gogu, found.platform_dof, found.overconstraint) == (4, 4, 4, 4)
    assert found.kind == "3T1R"


@pytest.mark.slow
def test_pairs_of_rods_between_balls_give_the_efforts_of_single_rods() -> None:
    single, pairs = parados.load("quattro").compile("vm"), _ball_rods().checked().compile("vm")
    x, xd, xdd = _states()
    assert len(pairs.mechanism.idle) == 8
    tau = single.inverse_dynamics(x, xd, xdd)
    assert np.abs(pairs.inverse_dynamics(x, xd, xdd) - tau).max() < SAME * np.abs(tau).max()


def test_analyses_see_the_arms_as_legs() -> None:
    model = parados.load("quattro").compile("vm")
    arms = [f"arm{k}" for k in range(1, 5)]
    x = np.array([0.05, 0.02, -0.72, 0.3])
    assert [leg.leg for leg in model.leg_wrenches(x)] == arms
    assert list(singularity.distances(model, x).legs) == arms
    matrices = model.matrices(x)
    assert np.abs(matrices.J_inv - model.inverse_jacobian(x)).max() < SAME * np.abs(matrices.J_inv).max()


def test_a_folded_platform_is_a_constraint_singularity() -> None:
    """At a3 = pi/2 the parallelogram of the platform is flat."""
    model = parados.load("quattro").compile("vm")
    found = singularity.classify(model, [0, 0.05, -0.75, np.pi / 2])
    assert "constraint" in found.kinds


def test_h4_with_symmetric_arms_is_singular_on_its_axis() -> None:
    """The arms of an H4 must not be arranged with the symmetry of a square."""
    text = _text("h4").replace("[75 deg, 105 deg, 210 deg, 330 deg]", "[45 deg, 135 deg, 225 deg, 315 deg]")
    robot = Robot(parse_robot(text))
    poses = [[0.0, 0.0, z, 0.0] for z in (-0.58, -0.5, -0.42)]
    assert (singularity.distances(robot.compile("vm"), poses).constraint < 1e-12).all()
    assert (singularity.distances(parados.load("h4").compile("vm"), poses).constraint > 0.1).all()


def test_a_strut_joins_the_legs_that_it_connects() -> None:
    model = parados.load("tests/robots/five-bar-strut.yaml").compile("vm")
    (leg,) = model.leg_wrenches(model.survey.home)
    assert leg.leg == "left + right + strut"
    assert leg.actuation.shape == (2, 6)
