"""Friction laws: Coulomb and viscous, Stribeck, the book's exponent, smooth and piecewise linear signs, asymmetry and offset."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.api import Robot, describe
from parados.model.model import Model
from parados.robot.description import FrictionSpec, RobotSpec
from parados.robot.reading import parse_robot

CATALOG = Path(parados.__file__).parent / "robots" / "five-bar.yaml"

EXACT = 1e-12

X, XD = np.array([0.02, 0.27]), np.array([0.3, -0.2])


@cache
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


@cache
def compiled(robot: Robot) -> Model:
    return robot.compile(backend="vm")


def effort_of(robot: Robot, xd: np.ndarray) -> tuple[float, float]:
    """Return the rate of q12 and its friction effort, from the additional power of the actuators."""
    model = compiled(robot)
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


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("B", [0.7, 1.0, 3.5])
def test_exponent_law_of_the_book(B: float, direction: int) -> None:
    """Briot & Khalil (8.30): fs sign(qd) + fv qd + (fs - fv) sign(qd) exp(-|qd|^B)."""
    fs, fv = 0.4, 0.15
    rate, effort = effort_of(with_friction(fs=fs, fv=fv, fb=fs - fv, exponent=B), direction * XD)
    sign = np.sign(rate)
    assert effort == pytest.approx(fs * sign + fv * rate + (fs - fv) * sign * np.exp(-(abs(rate) ** B)), rel=EXACT)


def test_exponent_law_does_not_start_at_fs() -> None:
    """The book calls fs sign(qd) the static torque of (8.30), whose limit at low speed is 2 fs - fv."""
    fs, fv = 0.4, 0.15
    _, effort = effort_of(with_friction(fs=fs, fv=fv, fb=fs - fv, exponent=1.0), 1e-9 * XD)
    assert abs(effort) == pytest.approx(2 * fs - fv, rel=1e-6)
    assert (2 * fs - fv) / fs - 1 == pytest.approx(0.62, abs=0.01)


@pytest.mark.parametrize("speed", [0.1, 0.5, 1.0, 3.0, -0.2, -2.0])
def test_piecewise_linear_law_of_the_book(speed: float) -> None:
    """Fig. 8.3d: linear up to the rate `ramp`, Coulomb and viscous friction above."""
    rate, effort = effort_of(with_friction(fs=0.3, fv=0.1, ramp=1.1), speed * XD)
    assert effort == pytest.approx(0.3 * np.clip(rate / 1.1, -1, 1) + 0.1 * rate, rel=EXACT)


@pytest.mark.parametrize("direction", [1, -1])
def test_dry_friction_differs_between_the_directions(direction: int) -> None:
    law = {"fs": 0.3, "fn": 0.7, "fb": 0.2, "vs": 0.5}
    rate, effort = effort_of(with_friction(**law), direction * XD)
    dry = 0.3 if rate > 0 else 0.7
    assert effort == pytest.approx((dry + 0.2 * np.exp(-((rate / 0.5) ** 2))) * np.sign(rate), rel=EXACT)


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("fs", [0.3, 0.0])
def test_an_approximated_sign_does_not_mix_the_friction_of_the_two_directions(fs: float, direction: int) -> None:
    for approximation, of in (({"ramp": 9.0}, lambda r: np.clip(r / 9.0, -1, 1)), ({"width": 9.0}, lambda r: np.tanh(r / 9.0))):
        rate, effort = effort_of(with_friction(fs=fs, fn=0.7, **approximation), direction * XD)
        assert abs(rate) < 4.5
        assert effort == pytest.approx((fs if rate > 0 else 0.7) * of(rate), rel=EXACT, abs=EXACT)


@pytest.mark.parametrize("direction", [1, -1])
def test_offset_is_the_same_in_both_directions(direction: int) -> None:
    rate, effort = effort_of(with_friction(fs=0.3, f0=-0.2), direction * XD)
    assert effort == pytest.approx(0.3 * np.sign(rate) - 0.2, rel=EXACT)


def test_new_laws_have_columns_in_the_regressor() -> None:
    model = with_friction(fs=0.3, fn=0.4, fb=-0.1, exponent=1.3, fv=0.1, f0=0.05).compile(backend="vm")
    names = list(model.parameter_names)
    assert {"fn_q12", "f0_q12", "fb_q12"} <= set(names) and "fn_q11" not in names
    Y, rates = model.regressor(X, XD, [1, 2]), model.joint_rates(X, XD)
    tau = model.inverse_dynamics(X, XD, [1, 2])
    assert Y @ model.parameters == pytest.approx(tau, rel=EXACT)
    rate = float(model.joint_rates(X, XD, joints="all")[model.joint_names.index("q12")])
    power = rates @ Y[:, [names.index(name) for name in ("fs_q12", "fn_q12", "f0_q12", "fb_q12")]]
    wanted = np.array([max(rate, 0), max(-rate, 0), rate, abs(rate) * np.exp(-(abs(rate) ** 1.3))])
    assert power == pytest.approx(wanted, rel=EXACT, abs=EXACT)
    assert model.regressor(X, XD, [1, 2], friction=False)[:, names.index("f0_q12")] == pytest.approx([0, 0], abs=0)


def test_every_coefficient_of_friction_can_be_live() -> None:
    text = CATALOG.read_text()
    law = "friction: {fs: a, fn: b, fb: c, vs: d, exponent: e, ramp: g, f0: h, fv: u}"
    values = {"a": 0.3, "b": 0.4, "c": -0.1, "d": 0.8, "e": 1.3, "g": 2.5, "h": 0.05, "u": 0.1}
    other = {"a": 0.2, "b": 0.5, "c": 0.1, "d": 0.5, "e": 2.2, "g": 3.5, "h": -0.05, "u": 0.3}
    text = text.replace("friction: {fv: fv12, fs: fs12}", law).replace("   fv12: 0, fs12: 0,", f"   {written(values)},")
    assert law in text
    model = Robot(parse_robot(text)).compile(backend="vm", live=list(values))
    frozen = Robot(parse_robot(text.replace(written(values), written(other)))).compile(backend="vm")
    for xd in (XD, -XD, 6 * XD, 0 * XD):
        found = model.inverse_dynamics(X, xd, [1, 2], parameters=other)
        assert found == pytest.approx(frozen.inverse_dynamics(X, xd, [1, 2]), rel=1e-11)
        assert np.isfinite(model.derivatives("inverse_dynamics", list(values))(X, xd, [1, 2])).all()


def written(values: dict[str, float]) -> str:
    return ", ".join(f"{name}: {value}" for name, value in values.items())
