"""Test the parts of the studio that need no browser: steps to the border of the reach, solids, threads, addresses."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import parados
from parados.plots.skeleton_parts import skeleton_parts
from parados.studio import open_studio
from parados.studio.latest_worker import LatestWorker
from parados.studio.loopback_server import LoopbackServer, free_port, is_loopback
from parados.studio.pose_gizmo import coordinates_of_frame
from parados.studio.posed_robot import PosedRobot, step_towards
from parados.studio.robot_scene import RobotScene
from parados.studio.scene_colours import COLOURS
from parados.studio.solid_shapes import ball, box, coil, cylinder, hull, turns_from_z
from parados.studio.value_sliders import _step

ROUND_OFF = 1e-12


def _posed(model):
    return PosedRobot(model.robot, model, np.array(model.survey.home), model.working_mode())


def test_step_within_reach_arrives(model):
    pose = _posed(model("delta-d3-1200"))
    step = step_towards(pose, np.array([0.1, -0.1, -0.7]))
    assert step.stopped == ""
    assert np.array_equal(step.pose.x, [0.1, -0.1, -0.7])


def test_step_out_of_reach_stops_at_the_border_and_tells_the_leg(model):
    pose = _posed(model("delta-d3-1200"))
    target = np.array([3.0, 0.0, -0.8])
    step = step_towards(pose, target)
    assert "leg" in step.stopped
    beyond = step.pose.x + 2 * (target - pose.x) / 2**14
    with pytest.raises(parados.UnreachableError):
        pose.model.inverse_kinematics(beyond)


@pytest.mark.parametrize("name", ["gough-stewart-lopes", "3-rpr", "3-prs", "agile-eye", "delta-d3-1200"])
def test_frame_of_a_dragged_platform_gives_its_coordinates(model, in_workspace, name):
    pose = _posed(model(name))
    x = in_workspace(pose.model, np.linspace(0.35, 0.6, pose.model.mechanism.n_dof))
    moved = pose.at(x)
    assert np.allclose(coordinates_of_frame(moved, moved.platform), x, atol=1e-9)
    assert np.allclose(coordinates_of_frame(pose, moved.platform), x, atol=1e-9)


def test_points_of_bars_are_those_of_the_bodies(model):
    pose = _posed(model("gough-stewart-lopes"))
    plan = skeleton_parts(pose.model)
    points = plan.placed(pose.bodies)
    struts = [start for part, start in zip(plan.parts, plan.starts, strict=True) if part.kind == "strut"]
    lengths = np.linalg.norm(points[np.array(struts) + 1] - points[struts], axis=1)
    assert np.allclose(lengths, pose.q, atol=1e-9)


@pytest.mark.parametrize("name", ["orthoglide-flexible", "navaro"])
def test_bars_of_elastic_links_have_their_own_colour(model, name):
    pose = _posed(model(name))
    joints = pose.model.mechanism.joints
    elastic = {k for k, joint in enumerate(joints) if joint.beams or joint.superelement}
    server = LoopbackServer("127.0.0.1", None, "parados")
    try:
        scene = RobotScene(server.scene, pose)
        shades = server.scene.get_handle_by_name("/robot/bar").batched_colors
        parts = scene.batched_parts["/robot/bar"]
    finally:
        server.stop()
    bars = {part.points[0].body: tuple(shade) for part, shade in zip(parts, shades, strict=True)}
    assert elastic and {body for body, shade in bars.items() if shade == COLOURS["beam"]} == elastic


@pytest.mark.parametrize(
    ("solid", "volume"), [(cylinder(200), np.pi), (ball(100, 200), 4 / 3 * np.pi), (box(), 8.0)], ids=["cylinder", "ball", "box"]
)
def test_triangles_face_outwards_and_enclose_the_volume(solid, volume):
    assert _volume(*solid) == pytest.approx(volume, rel=1e-3)


def test_hull_encloses_the_thickened_points():
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=float)
    assert _volume(*hull(corners, 0.1)) == pytest.approx(0.1 * (0.5 + 2 * 0.1 + 0.1**2), rel=1e-9)


def _volume(vertices, triangles):
    """Volume by the divergence theorem; negative if the triangles face inwards."""
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def test_turns_bring_z_to_any_direction():
    directions = Rotation.random(20, rng=1).apply([0, 0, 1])
    directions = np.vstack([directions, [[0, 0, -1], [0, 0, 1]]])
    turns = turns_from_z(directions)
    assert np.abs(turns[:, :, 2] - directions).max() < ROUND_OFF
    assert np.abs(np.linalg.det(turns) - 1).max() < ROUND_OFF


def test_coil_begins_and_ends_at_its_ends():
    ends = np.array([[1.0, 2.0, 3.0], [2.0, 2.0, 5.0]])
    wire = coil(ends, 0.1)
    assert np.allclose(wire[0, 0], ends[0])
    assert np.allclose(wire[-1, 1], ends[1])


def test_steps_of_sliders_are_round_numbers():
    assert [_step(width) for width in (0.0024, 0.0051, 1.0, 0.0)] == [0.002, 0.005, 1.0, 1e-6]


def test_worker_skips_requests_that_newer_ones_replace():
    ready, done = threading.Event(), []
    worker = LatestWorker(done.append)
    worker.post("first", ready.wait)
    for k in range(50):
        worker.post("move", lambda k=k: done.append(k))
    ready.set()
    assert worker.wait(10.0)
    assert done == [49]
    worker.close()


def test_worker_survives_an_error():
    errors, done = [], []
    worker = LatestWorker(errors.append)
    worker.post("a", lambda: 1 / 0)
    worker.post("b", lambda: done.append(1))
    assert worker.wait(10.0)
    assert isinstance(errors[0], ZeroDivisionError)
    assert done == [1]
    worker.close()


def test_port_in_use_is_told_in_a_sentence():
    with open_studio(parados.load("five-bar"), browser=False) as studio:
        port = studio.server.get_port()
        with pytest.raises(parados.InputError, match=f"port: {port} at 127.0.0.1 cannot be used"):
            open_studio(studio.robot, port=port, browser=False)
        with open_studio(studio.robot, browser=False) as other:  # without a port the next free one is taken
            assert other.server.get_port() != port
    assert free_port("127.0.0.1", port) == port


def test_page_of_another_server_is_rejected():
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    with open_studio(parados.load("five-bar"), browser=False) as studio:
        address = studio.address.replace("http", "ws")
        with pytest.raises(InvalidStatus, match="403"):
            connect(address, origin="http://evil.example")
        assert studio.server.request_share_url() is None


def test_browser_that_left_before_its_session_was_made_gets_none():
    left = SimpleNamespace(client_id=7)
    with open_studio(parados.load("five-bar"), browser=False) as studio:
        studio._disconnected(left)
        studio._connected(left)
        assert studio.sessions == {}


def test_other_addresses_than_this_machine_are_warned_of():
    assert is_loopback("127.0.0.1") and is_loopback("::1") and is_loopback("localhost")
    assert not is_loopback("0.0.0.0") and not is_loopback("example.org")
    with pytest.warns(parados.RobotWarning, match="everybody who reaches"):
        open_studio(parados.load("five-bar"), host="0.0.0.0", browser=False).close()


def test_unknown_host_is_told_in_a_sentence():
    with pytest.raises(parados.InputError, match=r"host: 'nowhere\.invalid' is not an address of this machine"):
        free_port("nowhere.invalid", None)


def test_missing_extra_is_told_with_its_installation(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(parados.InputError, match=r'pip install "parados\[studio\]"'):
        open_studio(parados.load("five-bar"), browser=False)
