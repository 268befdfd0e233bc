"""Test the tabs Forces, Singularities, Vibration and Modes in a session without a browser."""

import time

import numpy as np
import pytest
from helpers.headless_studio import headless_session

import parados
from parados.singularity import classify

PATIENCE = 60.0
"""Longest wait for a task beside the page [s]; it is over much sooner, unless the machine is busy."""


def until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def panel(session, title):
    return next(one for one in session.panels if one.title == title)


def test_forces_follow_a_typed_wrench_and_a_payload():
    robot = parados.load("delta-d3-1200")
    model, still = robot.compile(), np.zeros(3)
    with headless_session(robot) as (session, client):
        for label in ("Show efforts", "Show weights", "Reactions"):
            client.set(label, True)
        client.set("Force [N]", (5.0, 0.0, -20.0))
        session.worker.wait()
        forces = panel(session, "Forces")
        tau = model.inverse_dynamics(robot.home, still, still, wrench=[5.0, 0, -20.0, 0, 0, 0])
        assert all(f"{value:.4g} N m" in forces._efforts.content for value in tau)
        assert all(f"{value:.4g} N m" in panel(session, "Pose")._table.content for value in tau)
        client.set("No wrench")
        client.set("Payload at P [kg]", 2.0)
        until(lambda: session.pose.robot.payload[9] == 2.0)
        session.worker.wait()
        tau = model.inverse_dynamics(robot.home, still, still, wrench=2.0 * np.array([*model.mechanism.gravity, 0, 0, 0]))
        assert all(f"{value:.4g} N m" in forces._efforts.content for value in tau)
        client.set("Payload at P [kg]", 0.0)
        session.worker.wait()
        assert session.pose.robot is robot
        assert client.told == []


def test_typed_wrench_is_kept_while_the_forces_are_shown_again():
    """viser writes a typed value before it tells the panel; the session may show the forces between the two."""
    with headless_session(parados.load("delta-d3-1200")) as (session, client):
        client.write("Force [N]", (5.0, 0.0, -20.0))
        panel(session, "Forces").show(session.pose, None)
        client.set("Force [N]")
        session.worker.wait()
        assert session.wrench.tolist() == [5, 0, -20, 0, 0, 0]
        client.set("No wrench")
        session.worker.wait()
        assert tuple(client.control("Force [N]").value) == (0, 0, 0)


def test_singular_pose_is_told_instead_of_efforts():
    robot = parados.load("five-bar")
    with headless_session(robot) as (session, client):
        client.set("Nearest singularity")
        until(lambda: client.told)
        assert client.told[0][0] == "Nearest singularity"
        found = classify(session.pose.model, session.pose.x, mode=session.pose.mode, tolerance=1e-5)
        assert "Type 2" in found.kinds
        tab = panel(session, "Singularities")
        assert all(kind in tab._sentence.content for kind in found.kinds if kind != "Type 3")
        client.set("Force [N]", (0.0, 10.0, 0.0))
        session.worker.wait()
        forces = panel(session, "Forces")
        assert np.isnan(forces.found.tau).all()
        assert "is singular (Type 2" in forces._reason.content


def test_free_motion_swings_until_the_robot_moves():
    robot = parados.load("3-rpr")
    with headless_session(robot) as (session, client):
        client.set("Play the free motion")
        session.worker.wait()
        assert "not near a singularity" in client.told[-1][1]
        client.set("Nearest singularity")
        until(lambda: len(client.told) > 1)
        client.set("Play the free motion")
        session.worker.wait()
        motion = panel(session, "Singularities")._motion
        assert motion.playing
        plate = motion._ghost._plate
        begin = np.array(plate.position), np.array(plate.wxyz)
        until(lambda: np.abs(plate.position - begin[0]).max() + np.abs(plate.wxyz - begin[1]).max() > 1e-3)
        session.move(robot.home)
        session.worker.wait()
        assert not motion.playing


def test_mode_of_a_gallery_is_taken_by_a_click():
    with headless_session(parados.load("five-bar")) as (session, client):
        client.set("Draw working modes")
        modes = panel(session, "Modes")
        until(lambda: modes._working.titles)
        assert len(modes._working.titles) == 4
        mode = session.pose.mode
        other = next(k for k, one in enumerate(session.pose.model.working_modes()) if one != mode)
        modes._working.chosen(other)
        session.worker.wait()
        assert session.pose.mode == session.pose.model.working_modes()[other]
        assert client.told == []


def test_all_assembly_modes_keep_the_actuated_joints():
    with headless_session(parados.load("3-rpr")) as (session, client):
        q = session.pose.q
        client.set("Find assembly modes")
        gallery = panel(session, "Modes")._assembly
        until(lambda: gallery.titles or client.told)
        assert len(gallery.titles) >= 2
        seen = []
        for k in range(len(gallery.titles)):
            gallery.chosen(k)
            session.worker.wait()
            assert session.pose.q == pytest.approx(q, abs=1e-8)
            seen.append(session.pose.x)
        assert min(np.abs(a - b).max() for i, a in enumerate(seen) for b in seen[:i]) > 1e-3


def test_vibration_mode_moves_and_stops():
    robot = parados.load("five-bar-flexible")
    with headless_session(robot) as (session, client):
        tab = panel(session, "Vibration")
        assert tab._table.content == ""
        client.set("Play the mode")
        until(lambda: tab._scene._tubes is not None)
        lowest = session.pose.model.natural_frequencies(robot.home, count=1)[0]
        assert f"{lowest:.4g} Hz" in tab._told.content
        begin = np.array(tab._scene._tubes.batched_positions)
        until(lambda: np.abs(tab._scene._tubes.batched_positions - begin).max() > 1e-3)
        session.move(robot.home + np.array([0.01, 0.0]))
        until(lambda: tab._at is session.pose and session.pose.x[0] > robot.home[0])
        assert client.told == []
        stop = [one for one in client.gui._gui_input_handle_from_uuid.values() if getattr(one, "label", "") == "Stop the mode"]
        for callback in stop[-1]._impl.update_cb:
            callback(None)
        session.worker.wait()
        assert tab._scene._tubes is None


def test_rigid_robots_have_no_tab_of_vibrations():
    with headless_session(parados.load("five-bar")) as (session, _):
        assert "Vibration" not in [one.title for one in session.panels]
