"""The tab Motion without a browser: making, playing, scrubbing, ghosts, plots, uploads; and the tab Share."""

from __future__ import annotations

import time
from functools import cache

import numpy as np
import pytest
from helpers.headless_studio import headless_session

import parados
from parados import plan, trajectory
from parados.studio.motion_clock import MotionClock
from parados.studio.motion_panel import MotionPanel
from parados.studio.motion_plots import Curve, plots_of, range_of
from parados.studio.motion_uploads import uploaded_motion
from parados.studio.played_sources import played_motion
from parados.studio.posed_robot import PosedRobot
from parados.studio.share_panel import SharePanel


@cache
def five_bar():
    return parados.load("five-bar")


@pytest.fixture(scope="module")
def session():
    with headless_session(five_bar()) as (made, _):
        yield made


@pytest.fixture
def panel(session):
    return next(one for one in session.panels if isinstance(one, MotionPanel))


def run(session, request):
    """Run a request in the session's thread; wait until nothing is left, long tasks included."""
    session.client.told.clear()
    session.post("test", request)
    assert session.worker.wait(60)


def wait_for(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def add_points(session, panel, *points):
    panel.form.points.clear()
    for x in points:
        run(session, lambda x=x: session.place(session.pose.at(np.array(x))))
        run(session, panel.form._add_point)


def test_circle_is_made_about_the_present_pose(session, panel):
    run(session, lambda: session.place(session.pose.at(np.array([0.01, 0.25]))))
    panel.form._kind.value, panel.form._radius.value = "Circle", 0.02
    run(session, panel.form.make)
    radii = np.linalg.norm(session.motion.path[:, :2] - [0.01, 0.25], axis=1)
    assert np.allclose(radii, 0.02)
    assert panel._folder.visible and panel._time.max == session.motion.t[-1]


def test_motion_through_points_comes_through_them(session, panel):
    points = ((0.0, 0.25), (0.04, 0.28), (-0.03, 0.27))
    add_points(session, panel, *points)
    panel.form._kind.value, panel.form._stop.value = "Point to point", False
    run(session, panel.form.make)
    gaps = [np.linalg.norm(session.motion.x - point, axis=1).min() for point in points]
    assert max(gaps) < 1e-3  # distance of the sampled rows [m]
    panel.form._stop.value = True
    run(session, panel.form.make)
    assert np.abs(session.motion.x[len(session.motion) // 2] - points[1]).max() < 1e-3


def test_one_point_is_not_enough(session, panel):
    add_points(session, panel, (0.0, 0.25))
    panel.form._kind.value = "Point to point"
    run(session, panel.form.make)
    assert "two or more are needed" in session.client.told[-1][1]


def test_crossing_is_shown_beside_the_naive_motion(session, panel):
    add_points(session, panel, (0.0, 0.338), (0.1, 0.1))
    panel.form._kind.value = "Cross a singularity"
    run(session, panel.form.make)
    wait_for(lambda: session.motion is not None and session.motion.ghost is not None)
    assert session.worker.wait(10)
    assert panel._ghost.visible and panel._scene._ghost is not None
    assert "naive motion" in panel._about.content
    run(session, lambda: setattr(panel._ghost, "value", False) or panel._apply())
    assert panel._scene._ghost is None


def test_fastest_motion_is_faster_than_the_given_one(session, panel):
    run(session, lambda: session.place(session.pose.at(np.array([0.0, 0.26]))))
    panel.form._kind.value, panel.form._back.value, panel.form._duration.value = "Circle", False, 2.0
    run(session, panel.form.make)
    panel.form._effort.value = 12.0
    run(session, panel.form.make_fastest)
    wait_for(lambda: session.motion is not None and session.motion.title == "Fastest motion")
    assert session.motion.duration < 1.0
    assert np.abs(session.motion.efforts).max() < 12.0 * (1 + 1e-3)  # samples at jumps of the acceleration


def test_simulation_follows_the_motion(session, panel):
    add_points(session, panel, (0.0, 0.25), (0.03, 0.27))
    panel.form._kind.value, panel.form._stop.value, panel.form._duration.value = "Point to point", False, 0.5
    run(session, panel.form.make)
    run(session, panel._run)
    wait_for(lambda: session.motion is not None and session.motion.title.startswith("Simulation"))
    assert np.abs(session.motion.x[-1] - [0.03, 0.27]).max() < 1e-4  # error of the sampled law [m]


def test_played_motion_moves_the_robot_and_pauses_when_somebody_drags_it(session, panel):
    played = played_motion(session.pose.model, trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 0.4))
    run(session, lambda: panel.load(played))
    panel.clock.loop = panel._loop.value = True
    run(session, panel._switch)
    seen = set()
    wait_for(lambda: seen.add(float(session.pose.x[0])) or len(seen) > 4, 10)
    assert panel._play.label == "Pause"
    run(session, lambda: session.place(session.pose.at(np.array([0.0, 0.26])), "another panel"))
    assert not panel.clock.running and panel._play.label == "Play"


def test_scrubbing_shows_the_row_at_that_time(session, panel):
    played = played_motion(session.pose.model, trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0))
    run(session, lambda: panel.load(played))
    run(session, lambda: panel.go_to(0.5))
    assert np.allclose(session.pose.x, [0.025, 0.265], atol=1e-4)
    assert panel._time.value == 0.5
    assert "* 0.5000)" in panel._plots._cursors[0].content


def test_motion_is_evaluated_anew_for_a_changed_robot():
    robot = parados.load("five-bar-feasible")
    with headless_session(robot) as (session, _):
        panel = next(one for one in session.panels if isinstance(one, MotionPanel))
        name = next(iter(robot.parameters))
        changed = robot.with_parameters(**{name: 1.01 * robot.parameters[name]})
        motion = trajectory.point_to_point(robot.home, robot.home + np.array([0.01, 0.0]), 1.0)
        run(session, lambda: panel.load(played_motion(session.pose.model, motion)))
        before = session.motion
        pose = PosedRobot(changed, changed.compile(), robot.home, session.pose.mode)
        run(session, lambda: session.place(pose))
        run(session, panel._frame)
        assert session.motion is not before and session.motion.model is pose.model
        assert session.pose.robot is changed


def test_plots_have_a_range_that_a_ghost_does_not_break():
    calm, wild = np.array([0.0, 2.0]), np.array([-1e6, 1e6])
    low, high = range_of([Curve("a", calm, "#000000"), Curve("a naive", wild, "#000000", True)])
    assert -1.5 < low < 0 and 2 < high < 3.5
    assert range_of([Curve("a", np.full(3, np.nan), "#000000")])[0] < 0


def test_plots_name_actuators_and_units():
    own = five_bar().compile("vm")
    plots = plots_of(played_motion(own, plan.cross(own, [0.0, 0.338], [0.1, 0.1], 1.5)))
    assert list(plots) == ["Efforts [N m]", "Actuated joints [rad]", "Energies [J]"]
    assert [curve.name for curve in plots["Efforts [N m]"]] == ["q11", "q21", "q11 naive", "q21 naive"]


def test_clock_repeats_or_stops_at_the_end():
    clock = MotionClock(lambda: None)
    clock.set_motion(1.0, 3.0)
    clock.speed, clock.loop = 2.0, True
    clock.advance(1.25)
    assert np.isclose(clock.time, 1.5)
    clock.loop = False
    clock.advance(5.0)
    assert clock.time == 3.0 and not clock.running


def test_files_are_motions_or_logs(tmp_path):
    own = five_bar().compile("vm")
    pose = PosedRobot(five_bar(), own, five_bar().home, own.working_mode(None))
    motion = trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 1.0)
    motion.save(tmp_path / "a.csv", labels=own.labels["x"])
    played = uploaded_motion(pose, "C:\\temp\\a.csv", (tmp_path / "a.csv").read_bytes())
    assert played.title == "a.csv" and np.isclose(played.duration, 1.0)
    t, states = motion.sample(201)
    q, tau = own.inverse_kinematics(states.x), own.inverse_dynamics(*states)
    rows = "\n".join(",".join(f"{v:.12g}" for v in (a, *b, *c)) for a, b, c in zip(t, q, tau, strict=True))
    logged = uploaded_motion(pose, "log.csv", f"t,q11,q21,tau_q11,tau_q21\n{rows}\n".encode())
    assert logged.measured is not None and np.abs(logged.path[-1, :2] - [0.05, 0.28]).max() < 1e-3
    with pytest.raises(parados.InputError, match="px, py for a motion, or q11, q21"):
        uploaded_motion(pose, "b.csv", b"t,foo\n0,1\n1,2\n")


def test_rows_without_times_are_played_evenly():
    own = five_bar().compile("vm")
    pose = PosedRobot(five_bar(), own, five_bar().home, own.working_mode(None))
    played = uploaded_motion(
        pose, "r.csv", b"px,py,xd_px,xd_py,xdd_px,xdd_py\n0,0.25,0,0,0,0\n0.01,0.25,0,0,0,0\n0.02,0.25,0,0,0,0\n"
    )
    assert np.allclose(np.diff(played.t), 1 / 30)
    assert "no times" in played.remarks[0]


def test_share_makes_a_page_and_moving_pictures(session, panel):
    share = next(one for one in session.panels if isinstance(one, SharePanel))
    played = played_motion(session.pose.model, trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 0.5))
    run(session, lambda: panel.load(played))
    share._size.value = "small (480 x 360)"
    for form, begin in (("html", b"<!doctype html>"), ("gif", b"GIF89a"), ("mp4", None), ("png", b"\x89PNG")):
        session.client.files.clear()
        ask = share._page if form == "html" else share._picture if form == "png" else lambda form=form: share._record(form)
        run(session, ask)
        wait_for(lambda: session.client.files or session.client.told)
        content = session.client.files[f"five-bar.{form}"]
        assert content.startswith(begin) if begin else content[4:8] == b"ftyp"
    assert session.gizmo.visible


def test_long_recordings_are_rejected(session, panel):
    share = next(one for one in session.panels if isinstance(one, SharePanel))
    played = played_motion(session.pose.model, trajectory.point_to_point([0.0, 0.25], [0.05, 0.28], 100.0))
    run(session, lambda: panel.load(played))
    run(session, lambda: share._record("gif"))
    assert "use a higher speed" in session.client.told[-1][1]
