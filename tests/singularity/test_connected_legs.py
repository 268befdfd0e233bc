"""Singularities of robots whose legs are connected with each other: the leg is then all that hangs together."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import parados
from parados.api import Robot
from parados.robot.description import LegSpec
from parados.robot.joints import LoopSpec
from parados.singularity import distances

X = [[0.02, -0.03, 0.1], [-0.05, 0.04, -0.2], [0, 0.07, 0]]

ROUND_OFF = 1e-12
"""Tolerance: the same matrices, or matrices of the same spaces, are computed from other columns."""


@pytest.fixture(scope="module")
def whole():
    return parados.load("3-rrr")


@pytest.fixture(scope="module")
def divided(whole):
    """The same robot; the forearm of each leg is a leg that stands on the arm."""
    arms = [leg.model_copy(update={"joints": leg.joints[:1], "closure": None}) for leg in whole.spec.legs]
    forearms = [
        LegSpec(name=f"forearm {leg.name}", carrier=leg.joints[0].name, joints=leg.joints[1:], closure=leg.closure)
        for leg in whole.spec.legs
    ]
    return Robot(whole.spec.model_copy(update={"legs": (*arms, *forearms), "mode": None}))


def test_distances_do_not_change_if_legs_are_written_in_two_parts(whole, divided):
    """Taken alone, the forearms would have no actuator, and A_r no rows."""
    wanted, found = (distances(robot.compile("vm"), X) for robot in (whole, divided))
    assert found.legs == ("leg1 + forearm leg1", "leg2 + forearm leg2", "leg3 + forearm leg3")
    for kind in ("type1", "type2", "lpjts", "lajts", "serial", "constraint", "condition"):
        np.testing.assert_allclose(getattr(found, kind), getattr(wanted, kind), rtol=ROUND_OFF, err_msg=kind)


def test_a_second_pin_at_the_place_of_each_pin_changes_nothing(whole):
    """Both ways from a leg to the platform count; the second one is a loop of the leg."""
    pins = [
        LoopSpec(joint="R", between=(leg.joints[-1].name, "platform"), frames=(leg.closure.frame, leg.closure.platform))
        for leg in whole.spec.legs
    ]
    pinned = Robot(whole.spec.model_copy(update={"closures": tuple(pins)}))
    wanted, found = (distances(robot.compile("vm"), X) for robot in (whole, pinned))
    np.testing.assert_allclose(found.type2, wanted.type2, rtol=ROUND_OFF)


def test_a_plate_that_moves_with_locked_struts_is_told_as_type_2() -> None:
    """The wrist stands on the plate of a 3-RPS: where the plate moves although the struts are locked, so does the tool."""
    robot = parados.load("3-rps-wrist").compile("vm")
    away = np.array([-0.456669743, -0.449858950, 0.029827731, 0.0, 0.0])

    def determinant(part: float) -> float:
        J = robot.quietly("inverse_jacobian", (robot.survey.home + part * away)[None])["inverse_jacobian"][0]
        return float(np.linalg.det(J))

    singular = robot.survey.home + brentq(determinant, 0.9, 1.1, xtol=1e-15) * away
    with pytest.raises(parados.SingularConfigurationError, match=r"A_r is .*Type 2 or parallel"):
        robot.jacobian(singular)
