"""Friction laws that are saturated at usual rates must not be taken for constants or for each other."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from helpers.live_families import frozen, other_values, states_of

import parados
from parados.robot.reading import parse_robot

TEXT = (files("parados") / "robots" / "five-bar.yaml").read_text()
LAWS = {
    "narrow width": ("width: 1e-6", lambda qd: 2.94 * np.tanh(qd / 1e-6)),
    "slow Stribeck": ("fb: 2, vs: 1e-3", lambda qd: (2.94 + 2 * np.exp(-((qd / 1e-3) ** 2))) * np.sign(qd)),
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("speed", [1.0, 1e-3, 3e-7])
def test_friction_of_an_actuated_joint_is_its_formula(law, speed):
    keys, friction = LAWS[law]
    text = TEXT.replace("friction: {fv: fv11, fs: fs11}", f"friction: {{fv: fv11, fs: fs11, {keys}}}")
    assert text != TEXT
    model = parados.Robot(parse_robot(text)).compile("vm")
    rng = np.random.default_rng(0)
    x = np.tile(model.survey.home, (40, 1)) + rng.uniform(-0.03, 0.03, (40, 2))
    xd, xdd = speed * rng.normal(size=(40, 2)), rng.normal(size=(40, 2))
    found = model.inverse_dynamics(x, xd, xdd) - model.inverse_dynamics(x, xd, xdd, friction=False)
    qd = model.joint_rates(x, xd)[:, 0]
    assert np.allclose(found[:, 0], 6.76 * qd + friction(qd), atol=1e-9)


def test_saturated_friction_of_related_joints_is_not_merged():
    """The rates of two joints of a DualEMPS have the same sign at most states; their friction is not the same."""
    robot, rng = parados.load("dualemps"), np.random.default_rng(21)
    model = frozen(robot, other_values(robot, robot.parameters, rng))
    x = states_of(model, 20, rng)["x"]
    xd = rng.normal(size=(len(x), 2))
    column = model.parameter_names.index("fs_q21")
    signs = model.regressor(x, xd, np.zeros_like(xd))[:, 1, column]
    assert np.array_equal(np.sign(signs), np.sign(model.joint_rates(x, xd)[:, 1]))
