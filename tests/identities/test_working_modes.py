"""What a working mode changes, and what it does not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

SAME = 1e-12
"""Relative; a closed form and what it is checked against differ by round-off."""


@given(data=st.data())
def test_the_tripteron_is_decoupled_in_every_mode(data, model, draw, off):
    """q = (z, x + a, y - a) with a = 0.5, whatever its elbows do (Briot & Khalil 9.5)."""
    m = model("tripteron")
    x = draw(data, m).x
    modes = m.working_modes()
    assert len(modes) == 8
    for mode in modes:
        assert off(m.inverse_kinematics(x, mode), [x[2], x[0] + 0.5, x[1] - 0.5]) < SAME
        assert off(m.inverse_jacobian(x, mode), [[0, 0, 1], [1, 0, 0], [0, 1, 0]]) < SAME


def test_the_inertia_of_the_tripteron_does_depend_on_it(model):
    m = model("tripteron")
    M = [m.mass_matrix(m.survey.home, mode=mode) for mode in ((1, 1, 1), (-1, -1, -1))]
    assert np.abs(M[0] - M[1]).max() > 1e-3


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "orthoglide", "dualv", "tripteron"])
def test_every_mode_holds_the_platform(name, model, some_states, off):
    """All modes are closed configurations of the same pose; default_mode is one of them."""
    m = model(name)
    x = some_states(name, 1)[0].x
    expected = m.platform_frame(x)
    configurations = set()
    for mode in m.working_modes():
        try:
            joints = m.joints(x, mode)
        except ValueError:
            continue
        assert off(m.platform_frame(x, mode), expected) < SAME
        configurations.add(tuple(np.round(joints, 6)))
    assert len(configurations) > 1
    assert tuple(np.round(m.joints(x), 6)) in configurations
