"""Tracking errors of a run: the joints of the reference belong to the working mode of the run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from control_loops import START, five_bar, motion

import parados
from parados import control
from parados.model.mode_matching import nearest_mode
from parados.report.tracking_errors import TrackingErrors
from parados.simulate import simulate


@pytest.mark.parametrize("mode", [(1, -1), (1, 1), (-1, 1), (-1, -1)])
def test_errors_of_joints_are_those_of_the_coordinates_in_every_working_mode(mode):
    model, wanted = five_bar(), motion(0.3)
    law = control.ComputedTorque(model, wanted, 400.0, 40.0, friction=False, mode=mode)
    start = np.add(START, [1e-3, -1e-3])
    run = simulate(model, start, [0.0, 0.0], 0.3, control=law, mode=mode, method="rk4", friction=False, times=31)
    errors = TrackingErrors(run, wanted)
    small = [model.inverse_jacobian(x, mode=mode) @ error for x, error in zip(run.x, errors.x, strict=True)]
    assert np.abs(errors.x).max() == pytest.approx(1e-3)
    assert np.abs(errors.q - small).max() < 0.05 * np.abs(errors.q).max()  # first order in an error of 1 mm
    assert "q11" in errors.summary()


def test_nearest_mode_is_found_with_joints_that_match_no_mode():
    model = five_bar()
    for mode in model.working_modes():
        q = model.inverse_kinematics(START, mode=mode)
        assert nearest_mode(model, np.array(START), q + 1e-2) == mode


def test_nearest_mode_of_a_numeric_geometry():
    model = parados.load(Path(__file__).parents[1] / "numeric_robots" / "3-prs.yaml").compile()
    assert not model.survey.geometry.is_closed_form
    x = np.asarray(model.survey.home)
    assert model.working_mode(nearest_mode(model, x, model.inverse_kinematics(x))) == model.working_mode(None)
