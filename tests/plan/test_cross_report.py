"""Summary and figure of a planned crossing."""

from __future__ import annotations

import numpy as np
import pytest
from crossing_checks import BESIDE, efforts
from helpers.crossing_ways import WAYS

from parados.trajectory import point_to_point


def test_summary_contains_times_and_peak_efforts(crossing):
    motion = crossing("five-bar")
    told = motion.summary()
    assert f"Crosses at {motion.passages[0].time:.6g} s" in told and "(9.11)" in told
    for name, peak in zip(("q11", "q21"), motion.peak, strict=True):
        assert f"{name}: peak effort {peak:.4g}" in told
    before, after = motion.approach()
    t_s = motion.passages[0].time
    assert before == pytest.approx(efforts(motion, motion.trajectory, t_s - BESIDE), rel=1e-9)
    assert after == pytest.approx(efforts(motion, motion.trajectory, t_s + BESIDE), rel=1e-9)
    naive = np.abs(efforts(motion, motion.naive, motion.naive_crossings[0] + np.array([-1e-6, 1e-6]))).max(axis=0)
    assert motion.naive_peak == pytest.approx(naive, rel=1e-6)
    assert motion.rms == pytest.approx(np.sqrt(np.mean(efforts(motion, motion.trajectory, motion.times) ** 2, axis=0)), rel=1e-3)


@pytest.mark.parametrize("name", ["five-bar", "hexa", "tripteron"])
def test_figure_shows_every_actuator_and_naive_efforts_leave_its_range(name, crossing):
    motion = crossing(name)
    figure = motion.plot("a crossing")
    panels = [ax for ax in figure.axes if ax.get_visible()]
    assert len(panels) == len(motion.model.actuated_names)
    leaves = 0
    for k, ax in enumerate(panels):
        low, high = ax.get_ylim()
        moving = motion.efforts(motion.times[1:-1])[:, k]
        assert low < moving.min() and moving.max() < high
        naive = next(line for line in ax.get_lines() if line.get_label() == "naive motion")
        t, shown = naive.get_data()
        out = (shown < low) | (shown > high)
        leaves += bool(out.any())
        assert not out.any() or min(np.abs(t[out][:, None] - motion.naive_crossings).min(axis=0)) < 2e-3
    assert leaves >= len(panels) - 1


@pytest.mark.parametrize("name", ["five-bar", "hexa"])
def test_naive_efforts_equal_those_of_a_point_to_point_motion(name, crossing, model):
    motion = crossing(name)
    same = point_to_point(*WAYS[name].ends(model(name)), WAYS[name].duration)
    t = 0.37 * WAYS[name].duration
    assert motion.naive_efforts(t)[0] == pytest.approx(model(name).inverse_dynamics(*same(t)), rel=1e-12)
