"""Laws on robots of every kind: numeric geometry, a quaternion, joints in x, redundant actuation, other live parameters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from control_loops import END, START, five_bar, motion, weighed

import parados
from parados import control
from parados.control import Sampling
from parados.simulate import simulate

HERE = Path(__file__).parents[1]
ALIKE = 1e-8
"""Difference of runs in other coordinates: the order of the errors of the integration."""

ROBOTS = {"exechon": "exechon", "wrist": "3-rps-wrist", "quaternion": HERE / "robots" / "6-ups-quaternion.yaml"}
ROBOTS |= {"redundant": "dualv", "six legs": "gough-stewart-lopes", "delta": "delta-d3-1200"}


def _held(model, **more):
    """A robot that a law brings home from a pose beside it."""
    home, n = np.array(model.survey.home), len(model.labels["xd"])
    law = control.ComputedTorque(model, home, 900.0, 60.0, friction=False)
    beside = home.copy()
    beside[: min(3, n)] += 1e-3
    own = {"control": law, "method": "rk4", "friction": False, "limits": "ignore", "times": 11, **more}
    return simulate(model, beside, np.zeros(n), 0.4, **own)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROBOTS)
def test_law_brings_a_robot_home_in_every_coordinates_and_with_every_sensor(kind):
    model = parados.load(ROBOTS[kind]).compile()
    joints = _held(model, coordinates="joints")
    assert np.abs(joints.x[-1] - model.survey.home).max() < 1e-6
    encoders = _held(model, coordinates="joints", sampling=Sampling(rate=1e3, measured="joints"))
    assert np.abs(encoders.x - joints.x).max() < ALIKE
    if model.survey.geometry.is_closed_form:
        assert np.abs(_held(model, coordinates="platform").x - joints.x).max() < ALIKE


def test_plant_with_another_payload_needs_no_other_law():
    """The error of the nominal law is what the unknown mass causes: none on the nominal plant."""
    law = control.ComputedTorque(weighed(), motion(), 400.0, 40.0, friction=False)
    errors = {}
    for mass in (0.272, 0.772):
        run = simulate(weighed(), START, [0.0, 0.0], 0.5, control=law, method="rk4", friction=False, parameters={"m4": mass})
        errors[mass] = np.abs(run.x - law.reference.states(run.t)[0]).max()
    assert errors[0.272] < 5e-5  # efforts are held for 1 ms
    assert errors[0.772] > 1e-3


def test_law_runs_alike_with_error_control_and_with_fixed_steps():
    law = control.PIDGravity(five_bar(), END, 60.0, 3.0, 40.0)
    same = {"control": law, "period": 2e-3, "friction": False, "times": 51}
    stepped = simulate(five_bar(), START, [0.0, 0.0], 0.3, method="rk4", step=5e-4, **same)
    checked = simulate(five_bar(), START, [0.0, 0.0], 0.3, **same)
    assert np.abs(stepped.x - checked.x).max() < ALIKE
    assert np.abs(stepped.law["integral"][-1]).max() > 0


def test_continuous_law_is_followed_with_error_control():
    """Without a period the linear error equation holds exactly."""
    law = control.ComputedTorque(five_bar(), START, 100.0, 20.0, friction=False)
    first = np.array([0.004, -0.003])
    run = simulate(five_bar(), np.array(START) - first, [0.0, 0.0], 0.3, control=law, friction=False, times=4)
    wanted = first * ((1 + 10 * run.t) * np.exp(-10 * run.t))[:, None]
    assert np.abs(np.array(START) - run.x - wanted).max() < 1e-10
