"""Requests that `plan.cross` rejects: one sentence names the problem, with numbers, and no motion is returned."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from helpers.crossing_ways import WAYS, planned

import parados
from parados.errors import InputError, UnreachableError
from parados.plan import Demands, cross
from parados.singularity.criteria import CrossingCriterion

START, END, SECONDS = [0.0, 0.338], [0.1, 0.1], 1.5
OUTSIDE = [3.0, 3.0]
ROBOTS = Path(__file__).parents[1] / "robots"


def refused(kind, said, call, *args, **named):
    """Check that a call raises an error whose message is one line without a full stop and begins with `said`."""
    with pytest.raises(kind) as raised:
        call(*args, **named)
    told = str(raised.value)
    assert re.match(said, told), told
    assert "\n" not in told and not told.endswith(".") and ". " not in told and len(told) < 400
    return told


@pytest.mark.parametrize(
    ("said", "change"),
    [
        (
            r"no singularity is on the straight way from start to end: its smallest Type 2 distance is 0\.889",
            {"end": [0.02, 0.33]},
        ),
        (r"end: it is the same pose as start", {"end": START}),
        (r"duration: a positive number \[s\] is expected, not 0", {"duration": 0}),
        (r"duration: a positive number \[s\] is expected, not -1\.5", {"duration": -1.5}),
        (r"duration: nan is not a finite number", {"duration": np.nan}),
        (r"duration: inf is not a finite number", {"duration": np.inf}),
        (r"duration: a positive number \[s\] is expected, not '1'", {"duration": "1"}),
        (r"duration: a positive number \[s\] is expected, not \[1\.0\]", {"duration": [1.0]}),
        (r"duration: a positive number \[s\] is expected, not True", {"duration": True}),
        (r"through: the pose \[0\.05, 0\.25\] is not singular, its Type 2 distance is 0\.353", {"through": [0.05, 0.25]}),
        (r"through: shape .* is expected", {"through": [0.05, 0.25, 0.0]}),
        (r"degree: for 1 crossing, a degree from 8 to 30 is expected, not 7", {"degree": 7}),
        (r"degree: for 1 crossing, a degree from 8 .* not 31", {"degree": 31}),
        (r"degree: for 1 crossing, a degree from 8 .* not 8\.5", {"degree": 8.5}),
        (r"degree: for 1 crossing, a degree from 8 .* not True", {"degree": True}),
        (r"start: shape \(2,\) .* not \(3,\)", {"start": [0.0, 0.3, 0.0]}),
        (r"start: one state \(2,\) is expected here, not a stack", {"start": [START, START]}),
        (r"start\[0\]: nan is not a finite number", {"start": [np.nan, 0.3]}),
        (r"minimise: 'mean' is not known; use peak, rms", {"minimise": "mean"}),
        (r"mode\[1\]: leg2 has one choice \(q21\) and takes 1 or -1, not 2", {"mode": (1, 2)}),
        (r"end_mode\[1\]: leg2 has one choice \(q21\) and takes 1 or -1, not 2", {"end_mode": (1, 2)}),
        (r"end_mode: leg1, leg2 change their working modes; plan one leg after the other", {"end_mode": (-1, 1)}),
        (
            r"demands: parados\.plan\.Demands\(speed=..., effort=...\) is expected, not \{'effort': 9\}",
            {"demands": {"effort": 9}},
        ),
        (r"demands\.speed: one positive number, or 2 .* not -1", {"demands": Demands(speed=-1)}),
        (r"demands\.speed: one positive number, or 2 .* not \[1, 2, 3\]", {"demands": Demands(speed=[1, 2, 3])}),
        (r"demands\.effort: one positive number, or 2 .* not 0", {"demands": Demands(effort=0)}),
        (r"demands\.effort: nan is not a finite number", {"demands": Demands(effort=np.nan)}),
        (r"demands\.effort: numbers are expected, not 'strong'", {"demands": Demands(effort="strong")}),
    ],
)
def test_invalid_request_is_rejected(said, change, five_bar):
    refused(InputError, said, cross, **{"model": five_bar, "start": START, "end": END, "duration": SECONDS, **change})


@pytest.mark.parametrize("name", ["start", "end", "through"])
def test_message_names_the_pose_out_of_reach(name, five_bar):
    asked = {"start": START, "end": END, "duration": SECONDS, name: OUTSIDE}
    refused(UnreachableError, rf"{name}: leg1 cannot reach x = \[3\.0, 3\.0\]", cross, five_bar, **asked)


def test_straight_way_that_leaves_the_reach_is_rejected(five_bar):
    """The way goes through the hole around the foot of leg 2, which a folded leg does not reach."""
    start, end = np.array([0.14, 0.1]), np.array([0.14, -0.1])
    told = refused(InputError, "the straight way from start to end leaves the reach", cross, five_bar, start, end, 1.0)
    at = float(re.search(r"at ([0-9.]+) of it", told)[1])
    five_bar.joints(start + (at - 1e-3) * (end - start))
    with pytest.raises(UnreachableError):
        five_bar.joints(start + (at + 1e-3) * (end - start))


# -- demands that cannot be met ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("demands", "what"), [(Demands(effort=1.0), "effort"), (Demands(speed=0.5), "speed")])
def test_message_gives_the_value_that_exceeds_a_demand(demands, what, five_bar):
    said = rf"no crossing motion was found: the {what} of q[12]1 reaches [0-9.]+ .*, above its bound of [0-9.]+"
    told = refused(InputError, said, cross, five_bar, START, END, SECONDS, demands=demands)
    free = cross(five_bar, START, END, SECONDS)
    at = free.trajectory(free.times)
    peaks = np.abs(five_bar.joint_rates(at.x, at.xd) if what == "speed" else five_bar.inverse_dynamics(*at)).max(axis=0)
    reached, bound = (float(re.search(rf"{word} ([0-9.]+)", told)[1]) for word in ("reaches", "bound of"))
    assert reached > bound and reached == pytest.approx(peaks.max(), rel=1e-3)  # the value of the best motion found


def test_too_short_duration_is_rejected(five_bar):
    """The same bound allows a motion of 1.5 s and rejects one of 0.2 s."""
    bounds = Demands(effort=12.0)
    assert cross(five_bar, START, END, SECONDS, demands=bounds).peak.max() <= 12.0
    refused(InputError, "no crossing motion was found: the effort of", cross, five_bar, START, END, 0.2, demands=bounds)


# -- robots --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dualv", "navaro"])
def test_redundant_robot_has_nothing_to_cross(name, model):
    said = r"no singularity is on the straight way from start to end \(redundant actuators hold the platform"
    refused(InputError, said, planned, model(name), name)


def test_way_without_a_singularity_is_rejected(model):
    refused(InputError, "no singularity is on the straight way from start to end", planned, model("dualemps"), "dualemps")


def test_way_through_a_type_3_singularity_is_rejected(model):
    refused(InputError, r"the straight way .* meets a Type 3 singularity at 0\.7143 of it", planned, model("c5"), "c5")


def test_way_through_a_constraint_singularity_is_rejected(model):
    """At 1.3 times the distance to its Type 2 singularity, the Orthoglide has a constraint singularity."""
    orthoglide = model("orthoglide")
    start, end = WAYS["orthoglide"].ends(orthoglide)
    farther = start + 1.4 / 1.2 * (end - start)
    said = r"the straight way from start to end meets a constraint singularity at 0\.933 of it"
    refused(InputError, said, cross, orthoglide, start, farther, 1.0)


def test_change_of_mode_with_a_quaternion_is_rejected():
    platform = parados.load(ROBOTS / "6-ups-quaternion.yaml").compile("vm")
    home = platform.survey.home
    said = "end_mode: describe the platform by angles instead of a quaternion"
    refused(InputError, said, cross, platform, home, home + 0.01 * np.eye(7)[0], 1.0, end_mode=platform.survey.mode)


# -- no incomplete results ------------------------------------------------------------------------------------------------


def test_rejected_request_does_not_change_the_model(five_bar):
    before, way = five_bar.inverse_dynamics(START, [0.1, 0.0], [0.0, 0.0]), (five_bar, START, END, SECONDS)
    first = cross(*way)
    refused(InputError, "no crossing", cross, *way, demands=Demands(effort=1.0))
    assert np.array_equal(before, five_bar.inverse_dynamics(START, [0.1, 0.0], [0.0, 0.0]))
    assert first.passages[0].time == cross(*way).passages[0].time


@pytest.mark.parametrize(
    ("start", "end"),
    [([0.361, 0.271, 0.556], [0.201, 0.584, -0.264]), ([0.378, 0.485, 0.3], [0.754, 0.509, -0.18])],
)
def test_efforts_of_a_planned_motion_are_finite_at_singular_instants(start, end, model):
    """Each way has two singularities, one of them close to an end and crossed slowly; the planner may also reject it."""
    rpr = model("3-rpr")
    try:
        motion = cross(rpr, start, end, 2.0)
    except InputError as refusal:
        assert str(refusal).startswith("no crossing motion was found: ")
        return
    assert np.isfinite(motion.peak).all()
    assert all(np.isfinite(motion.efforts(p.time)).all() for p in motion.passages)


def test_motion_that_violates_the_criterion_is_rejected(five_bar, monkeypatch):
    """If the planner ignores the criterion, the final check of the efforts rejects every motion."""
    monkeypatch.setattr(CrossingCriterion, "least_change", lambda self, xd, xdd, friction=True: np.asarray(xdd))
    said = r"no crossing motion was found: the efforts do not converge to one value at the singularity at 0\."
    refused(InputError, said, cross, five_bar, START, END, SECONDS)
