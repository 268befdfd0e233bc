"""Test a mechanism that closes in two ways at home: the guess chooses, whatever the order of the legs in the file."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import yaml

import parados
from parados.api import Robot
from parados.geometry.working_modes import Mode
from parados.robot.reading import parse_robot

FILE = Path(__file__).parent / "data" / "delta-tool-shaft.yaml"


def _robot(order: tuple[int, ...], turn: float) -> Robot:
    """Return the robot with its arms and its shaft in another order, and the guess of the plate's joint `turn`."""
    data = yaml.safe_load(FILE.read_text())
    plate, *others = data["legs"]
    data["legs"] = [plate, *[others[k] for k in order]]
    data["guess"]["turn"] = turn
    return Robot(parse_robot(yaml.safe_dump(data))).checked()


@pytest.mark.parametrize("order", list(permutations(range(2))))
@pytest.mark.parametrize("turn", [-0.1, 3.04])
def test_joint_is_where_the_guess_names_it(order: tuple[int, ...], turn: float) -> None:
    survey = _robot(order, turn).survey
    assert survey.home_joints[0] == pytest.approx(-0.1 if turn < 0 else np.pi - 0.1, abs=1e-12)


def test_efforts_do_not_depend_on_the_order_of_the_legs() -> None:
    rng = np.random.default_rng(3)
    first, second = (_robot(order, -0.1).compile("vm") for order in ((0, 1), (1, 0)))
    x = first.survey.home + rng.uniform(-0.03, 0.03, (10, 4))
    xd, xdd = rng.normal(size=(2, 10, 4))
    own = [list(second.labels["q"]).index(name) for name in first.labels["q"]]
    efforts = first.inverse_dynamics(x, xd, xdd)
    assert np.abs(second.inverse_dynamics(x, xd, xdd)[:, own] - efforts).max() < 1e-12 * np.abs(efforts).max()


JOINED = Path(__file__).parents[1] / "assembly" / "data"
"""Robots whose legs are joined by a differential or by loops between legs: signs of several legs decide one joint."""


def _guesses_that_fail(name: str, share: float) -> list[str]:
    """Return the guesses of a single joint, or of two, that the configuration at home does not obey.

    Each guess is the position of these joints at home in one of the working modes; a share of all such guesses is tried.
    """
    data, rng = yaml.safe_load((JOINED / f"{name}.yaml").read_text()), np.random.default_rng(4)
    model = Robot(parse_robot(yaml.safe_dump(data))).compile("vm")
    wrong, count = [], len(model.joint_names)
    for mode in model.working_modes():
        q = model.joints(model.survey.home, mode=mode)
        for own in [*[[k] for k in range(count)], *[rng.choice(count, 2, replace=False) for _ in range(3)]]:
            if rng.random() > share:
                continue
            guess = {model.joint_names[k]: float(q[k]) for k in own}
            found = Robot(parse_robot(yaml.safe_dump({**data, "guess": guess}))).survey.home_joints[own]
            if np.abs(np.angle(np.exp(1j * (found - q[own])))).max() > 1e-9:
                wrong.append(f"mode {mode}, guess {guess}: {found}")
    return wrong


@pytest.mark.parametrize("name", ["five-bar-differential", "five-bar-two-struts", "3-rrr-strut"])
def test_joints_of_joined_legs_are_where_the_guess_names_them(name: str) -> None:
    assert not _guesses_that_fail(name, 0.25 if name == "five-bar-differential" else 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["five-bar-differential", "five-bar-two-struts", "3-rrr-strut"])
def test_every_guess_of_joined_legs_is_obeyed(name: str) -> None:
    assert not _guesses_that_fail(name, 1.0)


GEARED = FILE.parent / "five-bar-offsets.yaml"
SHIPPED = Path(parados.__file__).parent / "robots"
NUMERIC = pytest.mark.parametrize("numeric", [False, True], ids=["closed form", "numeric"])


def _mode_and_joints(path: Path, numeric: bool, **changes: object) -> tuple[Mode, dict[str, float]]:
    """Return the default mode of a robot without `mode` in its file, and its joints at home; `changes` replace keys."""
    data = yaml.safe_load(path.read_text()) | {"numeric": numeric} | changes
    data.pop("mode", None)
    survey = Robot(parse_robot(yaml.safe_dump(data))).survey
    return survey.mode, dict(zip(survey.geometry.mechanism.joint_names, survey.home_joints.tolist(), strict=True))


@NUMERIC
@pytest.mark.parametrize("offsets", [(0, 0), (0.1, 0), (0.3, 0.1), (0.5, 0.1), (0.7, 0.3)])
def test_offsets_of_encoders_do_not_change_the_default_mode(offsets: tuple[float, float], numeric: bool) -> None:
    mode, _ = _mode_and_joints(GEARED, numeric, parameters=dict(zip(("C1", "C2"), offsets, strict=True)))
    assert mode == (1, 1, 1, 1)


@NUMERIC
@pytest.mark.parametrize("q11", [0.5, -1.0, 0.1, 2.7])
def test_leg_without_a_guess_has_the_sign_plus_one(q11: float, numeric: bool) -> None:
    base = {"platform": {"coordinates": ["px", "py"], "dependent": ["a3"], "link": {"mass": 0.3}}, "couplings": []}
    legs = yaml.safe_load(GEARED.read_text())["legs"][:2]
    for leg in legs:
        leg["joints"][0]["active"] = True
    first, _ = _mode_and_joints(GEARED, numeric, **base, legs=legs, guess={"q11": q11})
    second, _ = _mode_and_joints(GEARED, numeric, **base, legs=legs, guess={"q21": -2.5})
    assert first == (1 if q11 > 1.1 else -1, 1) and second == (1, 1)


@NUMERIC
@pytest.mark.parametrize("q11", [0.5, -1.0])
def test_five_bar_of_the_catalog_with_a_guess_for_one_leg(q11: float, numeric: bool) -> None:
    assert _mode_and_joints(SHIPPED / "five-bar.yaml", numeric, guess={"q11": q11})[0] == (-1, 1)


@NUMERIC
@pytest.mark.parametrize(
    ("offsets", "guess", "home"),
    [
        ((0.7, 0.3), {"m1": 4}, {"m1": 5.1116}),
        ((0.7, 0.3), {"m1": 40}, {"m1": 41.0615}),
        ((0, 0), {"m2": 3}, {"m2": 12.5192}),
        ((0, 0), {"m2": 30}, {"m2": 35.4192}),
        ((0, 0), {"m2": -38}, {"m2": 35.4192 - 24 * np.pi}),
        ((0, 0), {"m1": 130, "m2": 36}, {"m1": 4.4116 + 40 * np.pi, "m2": 35.4192}),
    ],
)
def test_motor_behind_a_gear_is_nearest_to_its_guess(
    offsets: tuple[float, float], guess: dict[str, float], home: dict[str, float], numeric: bool
) -> None:
    _, joints = _mode_and_joints(GEARED, numeric, guess=guess, parameters=dict(zip(("C1", "C2"), offsets, strict=True)))
    assert {name: joints[name] for name in home} == pytest.approx(home, abs=1e-3)


FOUR_BAR = """
name: four-bar
platform: {coordinates: [a3], dependent: [px, py], link: {mass: 1}}
legs:
  - {name: L, joints: [{name: q1, kind: R}], closure: {joint: R, frame: {d: 0.3}}}
  - name: R
    base: {at: [0.5, 0, 0]}
    joints: [{name: q2, kind: R}]
    closure: {joint: R, frame: {d: 0.4}, platform: {at: [0.45, 0, 0]}}
  - {name: m, joints: [{name: m, kind: R, active: true}]}
couplings: [{name: a, terms: {m: 1, q2: -20}}]
home: [0.2]
guess: {py: 0.1}
"""


def test_geared_joint_of_an_assembly_that_random_starts_find_has_no_superfluous_turns() -> None:
    q1, q2, m = Robot(parse_robot(FOUR_BAR)).survey.home_joints
    assert m == pytest.approx(20 * q2) and max(abs(q1), abs(q2)) < np.pi
