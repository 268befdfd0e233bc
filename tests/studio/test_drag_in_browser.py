"""Test dragging in Chromium: messages, shadows of slow browsers, efforts, sliders, the border of the reach, two browsers."""

import numpy as np
import pytest
from helpers.studio_page import StudioPage, studio_page

import parados

ALONG = 0.18
"""Place on the arrow of the gizmo at which the mouse takes it, over the size of the robot."""

FRAMES = 15

THROTTLE = 50
"""Least time between two messages of one drag in viser 1.1 [ms]."""


STOP = """(throttle) => {
  window.ownTimer = window.setTimeout; window.held = [];
  window.setTimeout = (run, time, ...rest) => time === throttle ? window.held.push(run) : window.ownTimer(run, time, ...rest);
}"""
"""Stop viser's timer of a drag."""


def _tip(session):
    """(3,) the place at which the mouse takes the red arrow."""
    return np.add(session.pose.platform[:3, 3], [ALONG * session.robot_scene.size, 0.0, 0.0])


def _drag_x(page, distance):
    """Drag the red arrow of the platform by a distance along x [m]."""
    start = _tip(page.session)
    page.drag(start, np.add(start, [distance, 0.0, 0.0]))


@pytest.fixture(scope="module")
def hexapod(browser):
    with studio_page(browser, parados.load("gough-stewart-lopes")) as page:
        yield page


def test_dragged_arrow_moves_the_platform_along_its_axis(hexapod):
    before = hexapod.session.pose.x.copy()
    _drag_x(hexapod, 0.25)
    moved = hexapod.session.pose.x - before
    assert 0.15 < moved[0] < 0.35
    assert np.abs(moved[1:]).max() < 0.02
    hexapod.home()


def test_each_pose_of_a_drag_is_sent_once_and_in_order(hexapod):
    """viser sends again after the time THROTTLE; the test stops this timer, so that viser alone would send one pose."""
    page, session = hexapod.page, hexapod.session
    seen = []

    async def record(event):
        seen.append((event.phase, event.target.position[0]))

    session.gizmo._handle.on_update(record)
    page.evaluate(STOP, THROTTLE)
    start = _tip(session)
    hexapod.take(start)
    hexapod.glide(start, np.add(start, [0.2, 0.0, 0.0]), FRAMES)
    hexapod.wait_for(lambda: len(seen) > FRAMES, "the poses of the drag")
    page.mouse.up()
    hexapod.wait_for(lambda: seen[-1][0] == "end", "the end of the drag")
    page.evaluate("() => { window.setTimeout = window.ownTimer; window.held.forEach((run) => run()); }")
    phases, places = zip(*seen, strict=True)
    assert phases == ("start", *["update"] * FRAMES, "end")
    assert np.all(np.diff(places[1:-1]) > 0)
    session.gizmo._handle.remove_update_callback(record)
    hexapod.home()


def test_shadows_are_left_out_while_frames_are_slow_and_come_back(hexapod):
    """Every frame takes 60 ms here, by a loop before it."""
    page = hexapod.page
    hexapod.wait_for_shadows()
    rest = hexapod.lights()
    page.evaluate("""() => { window.moving = true; (function slow() {
      const end = performance.now() + 60; while (performance.now() < end);
      window.__viserMutable.requestRender(); if (window.moving) requestAnimationFrame(slow); })(); }""")
    hexapod.wait_for(lambda: not any(shadow for shadow, _ in hexapod.lights()), "light without shadows")
    assert sum(bright for _, bright in hexapod.lights()) == pytest.approx(sum(bright for _, bright in rest))
    page.evaluate("() => { window.moving = false; }")
    hexapod.wait_for(lambda: hexapod.lights() == rest, "shadows")


def test_drag_out_of_reach_stops_at_the_border_and_names_the_leg(browser):
    with studio_page(browser, parados.load("delta-d3-1200")) as page:
        _drag_x(page, 0.9)
        pose = page.session.pose
        limit = np.add(pose.x, [1e-3, 0.0, 0.0])
        with pytest.raises(parados.UnreachableError):
            pose.model.inverse_kinematics(limit)
        assert "Stopped at the border" in page.page.content()
        assert page.session.status.text.count("leg") >= 1


def test_typed_number_moves_the_platform(hexapod):
    hexapod.type_number("pz", 2.05)
    hexapod.wait_for(lambda: abs(hexapod.session.pose.x[2] - 2.05) < 1e-6)
    hexapod.home()


def test_typed_joint_moves_the_platform_by_forward_geometry(hexapod):
    q = hexapod.session.pose.q.copy()
    hexapod.type_number("l1 ", 2.25)
    hexapod.wait_for(lambda: abs(hexapod.session.pose.q[0] - 2.25) < 1e-6)
    assert np.allclose(hexapod.session.pose.q[1:], q[1:], atol=1e-4)  # other sliders show rounded numbers
    hexapod.home()


def test_two_browsers_have_their_own_robots(browser, hexapod):
    other = StudioPage(browser, hexapod.studio)
    other.type_number("px", 0.2)
    other.wait_for(lambda: abs(other.session.pose.x[0] - 0.2) < 1e-6)
    assert hexapod.session.pose.x[0] == pytest.approx(0.0, abs=1e-9)
    key = other.session.client.client_id
    other.close()
    hexapod.wait_for(lambda: key not in hexapod.studio.sessions, "the session of a browser that left")


def test_frames_names_and_dark_mode_can_be_switched_on(hexapod):
    light = hexapod.picture()
    hexapod.tab("View")
    for name in ("Frames of the links", "Names of the joints", "Dark"):
        hexapod.check(name)
    shown = hexapod.session.scene.get_handle_by_name
    hexapod.wait_for(lambda: shown("/frames") is not None and shown("/names/17") is not None, "frames and 18 names")
    assert light.mean() > 200
    hexapod.wait_for(lambda: hexapod.picture().mean() < 100, "a dark page")
    hexapod.check("Dark")
    hexapod.tab("Pose")


def test_efforts_are_shown_as_bars_and_arrows(hexapod):
    hexapod.tab("Forces")
    hexapod.check("Show efforts")
    hexapod.wait_for(lambda: hexapod.session.scene.get_handle_by_name("/efforts/forces") is not None, "arrows")
    assert hexapod.page.get_by_text("Efforts at rest").first.is_visible()
    hexapod.check("Show efforts")
    hexapod.tab("Pose")
