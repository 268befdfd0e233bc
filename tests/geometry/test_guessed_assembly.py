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
