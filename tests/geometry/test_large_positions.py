"""Test actuated joint positions so large that round-off hides the angle within a turn: no pose is computed from them."""

from __future__ import annotations

import numpy as np
import pytest

import parados
from parados.errors import InputError
from parados.model.model import Model


@pytest.fixture(scope="module")
def five_bar() -> Model:
    return parados.load("five-bar").compile()


@pytest.mark.parametrize("large", [1e10, 1e16, 1e29])
def test_position_beyond_a_billion_radians_is_rejected(five_bar: Model, large: float) -> None:
    q = np.array([large, 1.4])
    for call in (five_bar.forward_kinematics, five_bar.assembly_modes):
        with pytest.raises(InputError, match="too large: round-off would hide the pose"):
            call(q)
    with pytest.raises(InputError, match="too large"):
        five_bar.forward_kinematics([q, q], motion=True)
    with pytest.raises(InputError, match="too large"):
        five_bar.forward_kinematics(q, measured={"q12": -1.5})


def test_position_of_a_thousand_turns_gives_the_same_pose(five_bar: Model) -> None:
    x = np.array([0.01, 0.26])
    q = five_bar.inverse_kinematics(x) + 1000 * 2 * np.pi
    assert five_bar.forward_kinematics(q) == pytest.approx(x, abs=1e-11)
