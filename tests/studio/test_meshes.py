"""Test meshes of robot files: the key, the files beside the robot file, and their places in the scene."""

import pickle

import numpy as np
import pytest
import trimesh
from helpers.headless_studio import headless_session
from typer.testing import CliRunner

import parados
from parados.cli.main import app
from parados.errors import InputError, RobotFileError
from parados.plots.skeleton_parts import body_frames
from parados.robot.reading import parse_robot
from parados.studio.body_meshes import body_meshes, read_mesh
from parados.studio.posed_robot import PosedRobot
from parados.studio.robot_source import source_of
from parados.topology.mechanism import BASE, PLATFORM

TEXT = """name: arm
parameters: {a: {value: 0.4, range: [0.2, 0.8]}}
mesh: {file: foot.obj}
platform: {carrier: q2, frame: {at: [0.3, 0, 0]}, mesh: {file: hand.stl, scale: 0.001}}
legs:
  - name: leg
    joints:
      - {name: q1, kind: R, active: true, link: {mass: 1}, mesh: {file: bar.stl, scale: 0.001, frame: {at: [a/2, 0, 0]}}}
      - {name: cap, kind: fixed, d: 0.1, r: 0.05, mesh: {file: bar.stl, scale: 0.0001}}
      - {name: q2, kind: R, active: true, antecedent: q1, d: a, link: {mass: 1}}
home: [0.3, 0.5]
"""


@pytest.fixture
def arm(tmp_path):
    trimesh.creation.box(extents=(400, 20, 20)).export(tmp_path / "bar.stl")
    trimesh.creation.box(extents=(50, 50, 50)).export(tmp_path / "hand.stl")
    trimesh.creation.box(extents=(0.2, 0.2, 0.02)).export(tmp_path / "foot.obj")
    path = tmp_path / "arm.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_meshes_are_scaled_and_placed_on_their_bodies(arm):
    robot = parados.load(arm)
    model, told = robot.compile("vm"), []
    foot, hand, bar, cap = body_meshes(model, told.append)
    assert told == [] and [one.body for one in (foot, hand, bar, cap)] == [BASE, PLATFORM, 0, 0]
    pose = PosedRobot(robot, model, robot.home, model.working_mode())
    frames = body_frames(model, pose.links, pose.platform)
    placed = bar.vertices @ frames[0, :3, :3].T + frames[0, :3, 3]
    middle = pose.links[0] @ [0.2, 0, 0, 1]
    assert np.allclose(placed.mean(axis=0), middle[:3], atol=1e-6)
    assert np.allclose(np.ptp(bar.vertices, axis=0), [0.4, 0.02, 0.02], atol=1e-6)
    assert np.allclose(cap.vertices.mean(axis=0), [0.1, 0, 0.05], atol=1e-6)
    assert np.allclose(np.ptp(foot.vertices, axis=0), [0.2, 0.2, 0.02], atol=1e-6)
    assert np.allclose(np.ptp(hand.vertices, axis=0), 0.05, atol=1e-6)


def test_pickles_and_changed_robots_keep_their_meshes(arm):
    robot = parados.load(arm)
    for other in (pickle.loads(pickle.dumps(robot)), robot.with_parameters(a=0.6), robot.with_payload(1.0)):
        assert other.spec.folder == arm.parent.resolve()
        told = []
        found = body_meshes(other.compile("vm"), told.append)
        assert len(found) == 4 and told == []
    longer = body_meshes(robot.with_parameters(a=0.6).compile("vm"), told.append)[2]
    assert np.allclose(longer.vertices.mean(axis=0), [0.3, 0, 0], atol=1e-6)


def test_meshes_change_no_model(arm):
    plain = "\n".join(line for line in TEXT.splitlines() if not line.startswith("mesh"))
    plain = plain.replace(", mesh: {file: hand.stl, scale: 0.001}", "").replace(", mesh: {file: bar.stl, scale: 0.0001}", "")
    plain = plain.replace(", mesh: {file: bar.stl, scale: 0.001, frame: {at: [a/2, 0, 0]}}", "")
    x, xd, xdd = np.array([0.3, 0.5]), np.array([1.0, -2.0]), np.array([0.5, 0.7])
    own = parados.load(arm).compile("vm").inverse_dynamics(x, xd, xdd)
    assert np.array_equal(own, parados.Robot(parse_robot(plain)).compile("vm").inverse_dynamics(x, xd, xdd))


def test_the_studio_shows_meshes_in_place_of_bars(arm):
    robot = parados.load(arm)
    with headless_session(robot, arm, source_of(robot, arm)) as (session, client):
        assert {"/robot1/mesh0", "/robot1/mesh1", "/robot1/mesh2", "/robot1/mesh3"} <= client.nodes()
        assert "/robot1/platform" not in client.nodes()
        bars = session.robot_scene._kinds
        assert bars.count("bar") < [part.kind for part in session.robot_scene._plan.parts].count("bar")
        node = client.scene.get_handle_by_name("/robot1/mesh2")
        session.move([0.9, 0.5])
        client.settle()
        turned = np.array([np.cos(0.45), 0, 0, np.sin(0.45)])
        assert np.isclose(abs(np.asarray(node.wxyz) @ turned), 1.0)


def test_a_missing_mesh_is_told_and_the_robot_works(arm):
    (arm.parent / "bar.stl").unlink()
    with pytest.warns(parados.RobotWarning, match=r"legs\[0\].joints\[0\].mesh \(q1\): bar.stl is not beside the robot file"):
        robot = parados.load(arm)
    told = []
    assert len(body_meshes(robot.compile("vm"), told.append)) == 2 and len(told) == 2
    result = CliRunner().invoke(app, ["check", str(arm)])
    assert result.exit_code == 0 and "bar.stl is not beside the robot file" in " ".join(result.output.split())


def test_an_unreadable_mesh_is_told(arm):
    (arm.parent / "hand.stl").write_text("this is no mesh", encoding="utf-8")
    with pytest.raises(InputError, match=r"hand\.stl"):
        read_mesh(arm.parent / "hand.stl")


@pytest.mark.parametrize("name", ["../bar.stl", "/etc/bar.stl", "a/../../bar.stl", "C:/bar.stl", "..\\bar.stl"])
def test_a_mesh_must_be_beside_the_robot_file(name):
    with pytest.raises(RobotFileError, match=r"mesh.file: .* is not beside the robot file; give a name such as leg.stl"):
        parse_robot(TEXT.replace("foot.obj", f"'{name}'"))


def test_a_link_out_of_the_folder_is_not_followed(arm, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "foot.obj"
    (arm.parent / "foot.obj").rename(outside)
    (arm.parent / "foot.obj").symlink_to(outside)
    with pytest.warns(parados.RobotWarning, match="foot.obj leads out of the folder of the robot file"):
        parados.load(arm)


def test_other_values_of_the_key_are_refused():
    for wrong, sentence in (
        ("{file: foot.png}", "mesh.file: 'foot.png' is not a mesh; use a file that ends in .stl or .obj"),
        ("{file: foot.stl, scale: 0}", "mesh.scale: a number above zero is expected"),
        ("{scale: 2}", "mesh.file: this key is missing"),
        ("{file: foot.stl, colour: red}", "mesh.colour: this key is not known here; the known keys are file, scale, frame"),
        ("3", "mesh: a mapping is expected with keys from file, scale, frame"),
    ):
        with pytest.raises(RobotFileError) as error:
            parse_robot(TEXT.replace("mesh: {file: foot.obj}", f"mesh: {wrong}"))
        assert sentence in str(error.value)
