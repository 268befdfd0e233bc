"""Test elements of inertia that vary with the position of a joint: they need a finite value at home, and a joint that moves."""

from __future__ import annotations

import pytest
from broken import FIVE_BAR, broken

from parados.api import Robot
from parados.errors import RobotFileError
from parados.robot.reading import parse_robot

LINK = "link: {m: 0.2, mx: 0.02, zz: 0.004}"


def _loaded(text: str) -> Robot:
    return Robot(parse_robot(text)).checked()


@pytest.mark.parametrize("varying", ["sqrt(-1 - q*q)", "1/(q - q)", "1e29*q**40"])
def test_varying_inertia_without_a_finite_value_at_home_is_rejected(varying: str) -> None:
    with pytest.raises(RobotFileError, match=r"q12: varying\.zz = .* has no finite value at home"):
        _loaded(broken(FIVE_BAR, (LINK, LINK.replace("}", f', varying: {{zz: "{varying}"}}}}'))))


def test_varying_inertia_that_is_negative_at_home_is_rejected() -> None:
    with pytest.raises(RobotFileError, match="so that the inertia is negative"):
        _loaded(broken(FIVE_BAR, (LINK, LINK.replace("}", ', varying: {zz: "-100*q**2"}}'))))


def test_varying_inertia_behind_a_fixed_joint_is_rejected() -> None:
    welded = '- {name: extra, kind: fixed, antecedent: q11, link: {mass: 1, varying: {zz: "q"}}}\n      - {name: q12'
    with pytest.raises(RobotFileError, match=r"link\.varying: a fixed joint does not move"):
        _loaded(broken(FIVE_BAR, ("- {name: q12", welded)))


def test_varying_inertia_with_a_value_at_home_is_accepted() -> None:
    _loaded(broken(FIVE_BAR, (LINK, LINK.replace("}", ', varying: {zz: "0.001 + 0.002*q**2"}}'))))
