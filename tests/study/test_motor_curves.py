"""Limit curves of motors that are made in Python, without a file."""

from __future__ import annotations

import numpy as np
import pytest

from parados.errors import InputError
from parados.study.motor_curve import MotorCurve


def test_a_motor_curve_keeps_its_own_arrays():
    effort = np.array([60.0, 20.0])
    curve = MotorCurve(np.array([0.0, 40.0]), effort)
    effort[:] = 1.0
    assert curve.effort.tolist() == [60.0, 20.0]
    with pytest.raises(InputError, match="speed: at least two increasing speeds from 0 on are expected"):
        MotorCurve(np.array([1.0, 40.0]), effort)
