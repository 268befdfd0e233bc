"""Friction laws: Coulomb and viscous, Stribeck, and the smooth sign."""

import numpy as np
import pytest

from parados.api import Robot, describe
from parados.robot.description import FrictionSpec, RobotSpec

EXACT = 1e-12

X, XD = np.array([0.02, 0.27]), np.array([0.3, -0.2])


def with_friction(**law: float) -> Robot:
    """Build the five-bar with friction in joint q12 only."""
    spec: RobotSpec = describe("five-bar")
    legs = []
    for leg in spec.legs:
        joints = [
            j.model_copy(update={"friction": FrictionSpec(**law) if j.name == "q12" else FrictionSpec()}) for j in leg.joints
        ]
        legs.append(leg.model_copy(update={"joints": tuple(joints)}))
    return Robot(spec.model_copy(update={"legs": tuple(legs)}))


def effort_of(robot: Robot, xd: np.ndarray) -> tuple[float, float]:
    """Return the rate of q12 and its friction effort, from the additional power of the actuators."""
    model = robot.compile(backend="vm")
    loss = model.inverse_dynamics(X, xd, [0, 0]) - model.inverse_dynamics(X, xd, [0, 0], friction=False)
    rate = float(model.joint_rates(X, xd, joints="all")[model.joint_names.index("q12")])
    return rate, float(loss @ model.joint_rates(X, xd)) / rate


@pytest.mark.parametrize("direction", [1, -1])
def test_coulomb_and_viscous_friction_add(direction: int) -> None:
    rate, effort = effort_of(with_friction(fs=0.3, fv=0.7), direction * XD)
    assert effort == pytest.approx(0.3 * np.sign(rate) + 0.7 * rate, rel=EXACT)


def test_stribeck_friction_adds_at_low_speed() -> None:
    rate, effort = effort_of(with_friction(fs=0.3, fb=0.2, vs=0.5), XD)
    assert effort == pytest.approx((0.3 + 0.2 * np.exp(-((rate / 0.5) ** 2))) * np.sign(rate), rel=EXACT)


def test_smooth_sign_is_tanh_of_stated_width() -> None:
    rate, effort = effort_of(with_friction(fs=0.3, width=2.0), XD)
    assert effort == pytest.approx(0.3 * np.tanh(rate / 2.0), rel=EXACT)


def test_stribeck_has_its_own_column_in_the_regressor() -> None:
    model = with_friction(fs=0.3, fb=0.2, vs=0.5, fv=0.1).compile(backend="vm")
    assert "fb_q12" in model.parameter_names
    tau = model.inverse_dynamics(X, XD, [1, 2])
    assert model.regressor(X, XD, [1, 2]) @ model.parameters == pytest.approx(tau, rel=EXACT)
