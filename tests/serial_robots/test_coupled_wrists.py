"""Joints in x that motors drive through couplings: a differential wrist on an arm and on a 3-RPS."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parados
from parados.model.model import Model

from .open_chains import HERE, compiled

EXACT = 1e-10
"""Relative error: round-off."""

MOTORS = """
  - {name: motor1, joints: [{name: m1, kind: R, active: true, rotor: 0.003}]}
  - {name: motor2, joints: [{name: m2, kind: R, active: true, rotor: 0.004}]}
couplings:
  - {name: sum, terms: {m1: 1, m2: 1, WRIST1: -2}}
  - {name: difference, terms: {m1: 1, m2: -1, WRIST2: -2}}
"""
"""A differential: m1 = first + second, m2 = first - second."""

SHARES = np.array([[0.5, 0.5], [0.5, -0.5]])
"""Efforts of the motors from those of the two joints that the differential turns: virtual power."""


def with_differential(name: str, first: str, second: str, folder: Path, **edits: str) -> Model:
    """Return the model of a robot whose last two actuated joints are passive and driven by two motors."""
    text = (HERE / f"{name}.yaml").read_text()
    for joint in (first, second):
        text = text.replace(f"{{name: {joint}, kind: R, active: true", f"{{name: {joint}, kind: R")
    for key, value in edits.items():
        text = text.replace(f"  {key}: {value}", f"  {key}: {value}\n  coordinates: [q1, q2, q3, q4, q5, q6]")
    motors = MOTORS.replace("WRIST1", first).replace("WRIST2", second)
    path = folder / "robot.yaml"
    path.write_text(text.replace("\nhome:", motors + "home:"))
    return parados.load(path).compile("vm")


def check(plain: Model, driven: Model, x: np.ndarray) -> None:
    """Compare the efforts: those of the differential are shared, and its rotors are added."""
    n = len(x)
    xd, xdd = np.linspace(-0.4, 0.5, n), np.linspace(0.6, -0.3, n)
    tau, found = (model.inverse_dynamics(x, xd, xdd, friction=False) for model in (plain, driven))
    first, second = xdd[-2:]
    rotors = np.array([0.003 * (first + second), 0.004 * (first - second)])
    assert np.abs(found[:-2] - tau[:-2]).max() < EXACT * np.abs(tau).max()
    assert np.abs(found[-2:] - SHARES @ tau[-2:] - rotors).max() < EXACT * np.abs(tau).max()
    assert np.abs(driven.forward_dynamics(x, xd, found, friction=False) - xdd).max() < EXACT
    assert np.abs(driven.inverse_kinematics(x)[-2:] - [x[-2] + x[-1], x[-2] - x[-1]]).max() < EXACT


def test_differential_wrist_of_an_arm(tmp_path: Path) -> None:
    plain = compiled("arm-6r-tool")
    driven = with_differential("arm-6r-tool", "q5", "q6", tmp_path, carrier="q6")
    check(plain, driven, plain.survey.home)


@pytest.mark.slow
def test_differential_wrist_on_a_3_rps(tmp_path: Path) -> None:
    plain = compiled("3-rps-with-wrist")
    check(plain, with_differential("3-rps-with-wrist", "w1", "w2", tmp_path), plain.survey.home + 0.02)
