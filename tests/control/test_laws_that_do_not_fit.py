"""Laws for other coordinates or another working mode than those of the simulated robot are rejected."""

from __future__ import annotations

import numpy as np
import pytest
from control_loops import START, five_bar, motion

import parados
from parados import control
from parados.errors import InputError
from parados.simulate import simulate


@pytest.mark.parametrize("method", ["rk4", "DOP853"])
def test_law_for_another_working_mode_needs_the_mode_of_the_robot(method):
    """The robot would start in its default mode, and the law would drive it with the dynamics of another."""
    law = control.ComputedTorque(five_bar(), motion(0.3), 400.0, 40.0, friction=False, mode=(1, 1))
    with pytest.raises(InputError, match=r"mode: the law is for the working mode \+1 \+1; give the mode in which"):
        simulate(five_bar(), START, [0.0, 0.0], 0.3, control=law, method=method, friction=False)


@pytest.mark.parametrize("method", ["rk4", "DOP853"])
def test_law_for_other_coordinates_is_rejected(method):
    """Both robots have three coordinates and three actuators, but the third coordinate is an angle for one of them."""
    planar, spatial = parados.load("3-rpr").compile(), parados.load("orthoglide").compile()
    law = control.ComputedTorque(planar, planar.survey.home, 100.0, 20.0)
    told = r"control: the law is for the coordinates px, py, a3 \(xyz\), and the robot has px, py, pz; use the same for both"
    with pytest.raises(InputError, match=told):
        simulate(spatial, spatial.survey.home, np.zeros(3), 0.02, control=law, method=method)
