"""Quantities that depend on the working mode, and quantities that do not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parados
from parados.topology.mechanism import BASE, PLATFORM

SAME = 1e-12
"""Relative, or in metres; a closed form and its reference differ by round-off only."""


@given(data=st.data())
def test_the_tripteron_is_decoupled_in_every_working_mode(data, model, draw, off):
    """q = (z, x + a, y - a) with a = 0.5 in every working mode (Briot & Khalil 9.5)."""
    m = model("tripteron")
    x = draw(data, m).x
    modes = m.working_modes()
    assert len(modes) == 8
    for mode in modes:
        assert off(m.inverse_kinematics(x, mode=mode), [x[2], x[0] + 0.5, x[1] - 0.5]) < SAME
        assert off(m.inverse_jacobian(x, mode=mode), [[0, 0, 1], [1, 0, 0], [0, 1, 0]]) < SAME


def test_the_inertia_of_the_tripteron_depends_on_the_working_mode(model):
    m = model("tripteron")
    M = [m.mass_matrix(m.survey.home, mode=mode) for mode in ((1, 1, 1), (-1, -1, -1))]
    assert np.abs(M[0] - M[1]).max() > 1e-3


@pytest.mark.parametrize("name", ["five-bar", "delta-d3-1200", "orthoglide", "dualv", "tripteron"])
def test_working_modes_are_different_closed_configurations(name, model, some_states):
    m = model(name)
    x = some_states(name, 1)[0].x
    found = set()
    for mode in m.working_modes():
        try:
            found.add(tuple(np.round(m.joints(x, mode=mode), 6)))
        except parados.UnreachableError:
            continue
        assert _gap(m, x, mode) < SAME
    assert len(found) > 1
    assert tuple(np.round(m.joints(x), 6)) in found


@given(data=st.data())
def test_the_default_working_mode_closes_all_loops(data, every_robot, model, draw):
    m = model(every_robot)
    assert _gap(m, draw(data, m).x, None) < SAME


def _gap(m, x, mode):
    """Largest distance between the two points of a closure that has no free translation [m]."""
    frames = {k: T for k, T in enumerate(m.link_frames(x, mode=mode))}
    frames[BASE], frames[PLATFORM] = np.eye(4), m.platform_frame(x, mode=mode)
    tied = [c for c in m.mechanism.closures if not c.free_translations]
    return max((np.abs((frames[c.a] @ c.frame_a - frames[c.b] @ c.frame_b)[:3, 3]).max() for c in tied), default=0.0)
