"""Table 1 and Figs. 3-9 of Fried et al., regenerated."""

from __future__ import annotations

import numpy as np
import pytest

from parados.reproduce.entry import Verdict
from parados.reproduce.fried_gough_stewart.runs import HELIX, runs
from parados.reproduce.index import select

ENTRIES = {entry.id: entry for entry in select(["000"])}


@pytest.fixture(scope="module")
def done():
    return {id: entry.compute() for id, entry in ENTRIES.items()}


@pytest.mark.parametrize("id", ENTRIES)
def test_no_line_is_missed(id, done):
    assert done[id].lines and done[id].figures and done[id].data and done[id].choices
    assert [line.what for line in done[id].lines if line.verdict is Verdict.MISSED] == []


def test_every_number_of_table_1_has_a_line(done):
    printed = {line.printed for line in done["000/table-1"].lines if line.verdict is Verdict.AGREES}
    numbers = {float(text.split()[0]) for text in printed}
    assert numbers == {0.5, 1, 3, 0.0002, 0.0038, 0.0013, 6.25e-4, 0.083, 0.375, 0.1875}


def test_the_motion_is_smooth_and_from_rest_to_rest():
    m = HELIX.motion(2001)
    for value, rate in ((m.x, m.xd), (m.xd, m.xdd)):
        assert np.allclose(np.gradient(value, m.t, axis=0)[2:-2], rate[2:-2], atol=2e-5)
    for rest in (m.xd, m.xdd):
        assert not rest[[0, -1]].any()
    assert not m.xd[:, 3:].any()


def test_speed_is_symmetric_about_the_middle(done):
    v = np.stack([done["000/fig-4"].data["velocity"][f"{k}d [m/s]"] for k in "xyz"])
    speed = np.linalg.norm(v, axis=0)
    assert np.allclose(speed, speed[::-1])
    assert speed.argmax() == len(speed) // 2


def test_at_rest_the_forces_carry_the_weight():
    """Virtual work at the start: forces times leg rates are the growth of the potential energy."""
    for run in runs().values():
        x, h = run.motion.x[0], 1e-5
        growth = [
            (run.model.energy(x + h * e, 0 * x).potential - run.model.energy(x - h * e, 0 * x).potential) / (2 * h)
            for e in np.eye(6)
        ]
        assert np.allclose(run.model.inverse_jacobian(x).T @ run.tau[0], growth, atol=1e-6)


def test_both_inertias_give_the_same_forces_at_rest_and_others_in_between(done):
    data = done["000/fig-9"].data["forces"]
    change = np.stack([data[f"Gamma{i} printed [N]"] - data[f"Gamma{i} constant [N]"] for i in range(1, 7)])
    assert np.abs(change[:, [0, -1]]).max() < 1e-12
    assert 0.03 < np.abs(change).max() < 0.1
