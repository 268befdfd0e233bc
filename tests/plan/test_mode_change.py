"""A leg changes its working mode: through an LPJTS, which needs criterion (9.15), or a Type 1 singularity, which needs none."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.crossing_ways import WAYS

from parados.charts.chart_motion import working_mode
from parados.errors import InputError
from parados.plan import cross
from parados.plan.mode_change import leg_coordinates
from parados.sources.briot_khalil.tripteron_model import Tripteron

START, END = [0.4, 0.35, 0.4], [0.35, 0.42, 0.45]
BEFORE = (1, 1, 1)
AFTER = [(-1, 1, 1), (1, -1, 1), (1, 1, -1)]


@pytest.fixture(scope="module")
def tripteron(crossing):
    return crossing("tripteron")


def test_joints_continue_while_the_platform_turns_back(tripteron):
    """Before and after the instant the joints are those of the two modes, and no joint jumps between."""
    model, t_s = tripteron.original, tripteron.passages[0].time
    t = np.linspace(0.0, 1.0, 2001)
    joints = tripteron.model.joints(tripteron.trajectory.derivative(t, 0), mode=tripteron.mode)
    assert np.abs(np.diff(joints, axis=0)).max() < 0.01
    for side, mode in ((t < t_s - 0.01, BEFORE), (t > t_s + 0.01, AFTER[0])):
        x = tripteron.platform(t[side]).x
        turns = (joints[side] - model.joints(x, mode=mode)) / (2 * np.pi)
        assert np.abs(turns - turns.round()).max() < 1e-7


def test_platform_touches_the_border_of_one_leg(tripteron):
    """At the singular instant leg 1 is stretched, while its knee joint keeps moving."""
    t_s = tripteron.passages[0].time
    assert tripteron.passages[0].criterion.equation == "(9.15)"
    at, knee = tripteron.trajectory(t_s), tripteron.model.joint_names.index("q13")
    assert abs(np.sin(tripteron.model.joints(at.x, mode=tripteron.mode)[knee])) < 1e-12
    assert abs(tripteron.model.joint_rates(at.x, at.xd, mode=tripteron.mode, joints="all")[knee]) > 0.5


def test_efforts_before_and_after_equal_those_of_the_book(tripteron):
    """The Tripteron of the book (8.71) uses x in each mode; close to the instant x does not determine the joints."""
    t_s = tripteron.passages[0].time
    for mode, times in ((BEFORE, t_s - np.array([0.4, 0.2, 0.1, 0.02])), (AFTER[0], t_s + np.array([0.02, 0.1, 0.2, 0.4]))):
        tau = Tripteron(mode=mode).functions()["inverse_dynamics"]
        for t in times:
            book = np.array(tau(*tripteron.platform(t))).ravel()
            assert tripteron.efforts(t) == pytest.approx(book, rel=1e-7)


def test_derivatives_of_the_platform_agree_with_differences(tripteron):
    t, h = np.linspace(0.05, 0.95, 40), 1e-5
    for k in range(2):
        slope = (tripteron.platform(t + h)[k] - tripteron.platform(t - h)[k]) / (2 * h)
        at = tripteron.platform(t)[k + 1]
        assert np.allclose(slope, at, atol=1e-6 * np.abs(at).max())


def test_ends_are_in_the_requested_modes(tripteron):
    first, last = (tripteron.trajectory(t).x for t in (0.0, 1.0))
    assert working_mode(tripteron.original, tripteron.model, first, tripteron.mode) == BEFORE
    assert working_mode(tripteron.original, tripteron.model, last, tripteron.mode) == AFTER[0]
    assert tripteron.modes == (BEFORE, AFTER[0]) and WAYS["tripteron"].end_mode == AFTER[0]


def test_return_motion_crosses_at_the_same_pose(tripteron):
    """The return motion with the same duration meets the same singular pose."""
    back = cross(tripteron.original, END, START, 1.0, mode=AFTER[0], end_mode=BEFORE)
    assert back.passages[0].time == pytest.approx(1.0 - tripteron.passages[0].time, rel=1e-9)
    there, again = (m.platform(m.passages[0].time).x for m in (tripteron, back))
    assert np.allclose(there, again, atol=1e-9)


@pytest.mark.parametrize("after", [pytest.param(AFTER[1], marks=pytest.mark.slow), AFTER[2]])
def test_other_legs_can_change_their_mode(after, model):
    motion = cross(model("tripteron"), START, END, 1.0, mode=BEFORE, end_mode=after)
    before, behind = motion.approach()
    assert np.abs(before[2] - behind[2]).max() < 1e-3 * np.abs(before).max()
    assert motion.passages[0].residual < 1e-10 and motion.passages[0].criterion.equation == "(9.15)"


def test_type_1_singularity_needs_no_criterion(five_bar):
    """A leg of the five-bar stretches. The efforts stay finite there, so a plain polynomial of degree 5 is enough."""
    motion = cross(five_bar, [0.0, 0.338], [0.05, 0.3], 1.0, end_mode=(-1, -1))
    assert motion.passages == () and motion.naive_crossings == ()
    assert "Meets no singularity in which a criterion must hold." in motion.summary()
    assert np.isfinite(motion.peak).all() and motion.peak == pytest.approx(motion.naive_peak, rel=1e-12)
    x = motion.platform([0.0, 1.0]).x
    assert np.allclose(x, [[0.0, 0.338], [0.05, 0.3]], atol=1e-9)
    t = np.linspace(0.0, 1.0, 1001)
    joints = motion.model.joints(motion.trajectory.derivative(t, 0), mode=motion.mode)
    q12 = joints[:, motion.model.joint_names.index("q12")]
    assert np.sin(q12[0]) * np.sin(q12[-1]) < 0  # the elbow is on the other side


def test_leg_coordinates_describe_the_robot(model):
    """There are three coordinates, with the passive joints of the leg; the ends are the given poses in these coordinates."""
    tripteron = model("tripteron")
    ends = np.array(START), np.array(END)
    leg = next(leg_coordinates(tripteron, ends, (BEFORE, AFTER[0])))
    assert len(leg.start) == 3 and {"q12", "q13"} <= set(leg.chart.labels["x"])
    for y, x, mode in ((leg.start, START, BEFORE), (leg.end, END, AFTER[0])):
        assert np.allclose(leg.chart.pose(y, mode=leg.mode)[:3], x, atol=1e-9)
        assert working_mode(tripteron, leg.chart, y, leg.mode) == mode
    assert np.abs(leg.end - leg.start).max() < np.pi


def test_reasons_name_the_coordinates_to_which_they_apply(five_bar):
    """The five-bar has two choices of coordinates for a mode change; a regular pose in `through` is rejected in both."""
    with pytest.raises(InputError, match=r"in the coordinates q11, q12: through: .*\. In the coordinates q12, q13: through: "):
        cross(five_bar, [0.0, 0.338], [0.05, 0.3], 1.0, end_mode=(-1, -1), through=[0.5, 0.5])
