"""Test a mechanism that closes in two ways at home: the guess chooses, whatever the order of the legs in the file."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
import yaml

from parados.api import Robot
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
