"""Test the tab Maps: places and colours of maps in the scene, moving slices, clicks."""

import numpy as np
import pytest
from helpers.headless_studio import headless_session

import parados
from parados.singularity.maps import singularity_map
from parados.studio.map_colours import aspect_picture, index_picture, map_legend, value_legend
from parados.studio.map_slices import map_place
from parados.studio.map_work import SINGULARITIES, MapRequest, computed_map, mapped_indices
from parados.studio.posed_robot import PosedRobot
from parados.studio.robot_source import source_of
from parados.study import index_map


def posed(name):
    robot = parados.load(name)
    model = robot.compile()
    return PosedRobot(robot, model, robot.home, model.working_mode())


@pytest.fixture(scope="module")
def delta():
    return posed("delta-d3-1200")


def test_a_map_is_where_its_poses_are(delta):
    made = singularity_map(delta.model, {"pz": (-0.9, -0.7, 5), "px": (-0.1, 0.2, 4)}, at={"py": 0.05})
    place = map_place(made.grid, delta)
    frames = np.array([delta.model.platform_frame(x) for x in made.grid.poses(made.grid.nodes)])
    assert np.allclose(place.points(made.grid.nodes), frames[:, :3, 3], atol=1e-12)
    assert np.allclose(place.turn[:, 2], [0, 1, 0]) and np.isclose(np.linalg.det(place.turn), 1)
    point = np.array([0.07, 0.05, -0.83])
    assert np.allclose(place.pose(point), point)
    assert np.allclose(place.shadow(np.array([0.1, 0.3, -0.8])), [0.1, 0.05, -0.8])
    eye = np.array([0.5, -2.0, 0.3])
    assert np.allclose(place.met(eye, (point - eye) / np.linalg.norm(point - eye)), point)
    assert place.met(eye, eye - point) is None and place.met(eye, np.array([1.0, 0.0, 0.0])) is None


def test_maps_over_angles_have_no_place_in_the_scene():
    pose = posed("3-rpr")
    made = singularity_map(pose.model, {"px": (0.4, 0.6, 4), "a3": (-0.3, 0.3, 4)})
    assert map_place(made.grid, pose) is None


def test_pictures_are_transparent_out_of_reach_only(delta):
    made = singularity_map(delta.model, {"px": 16, "py": 12})
    picture = aspect_picture(made, made.modes[0])
    inside = made.array(made.modes[0].aspects.number) >= 0
    assert picture.shape == (16, 12, 4) and 0.2 < inside.mean() < 0.95
    assert np.array_equal(picture[..., 3] > 0, inside)
    signs = {tuple(shade) for shade in picture[inside][:, :3]}
    assert signs and "reach" in map_legend(made, made.modes[0])
    values = index_map(delta.model, ["dexterity"], {axis.name: (axis.lower, axis.upper, axis.count) for axis in made.grid.axes})
    shades = index_picture(values, "dexterity")
    assert np.array_equal(shades[..., 3] > 0, values.reached.reshape(16, 12))
    best = np.nanargmax(values.fields["dexterity"])
    assert shades.reshape(-1, 4)[best, 0] > 200 > 90 > shades.reshape(-1, 4)[best, 2]  # yellow
    assert "dexterity" in value_legend(values, "dexterity")


def test_a_request_is_computed_around_the_pose_that_is_shown(delta):
    shown = delta.at(np.array([0.0, 0.1, -0.85]))
    made = computed_map(shown, MapRequest(SINGULARITIES, ("px", "py"), 8, ranges={"px": (-0.1, 0.1)}), lambda _: None)
    assert made.grid.at[2] == -0.85 and (made.grid.axes[0].lower, made.grid.axes[0].count) == (-0.1, 8)
    moved = computed_map(shown, MapRequest("dexterity", ("px", "py"), 6, at={"pz": -0.7}), lambda _: None)
    assert moved.grid.at[2] == -0.7 and "dexterity" in moved.fields
    assert "dexterity" in mapped_indices() and "encoder_error" not in mapped_indices()


def test_maps_in_a_session(delta):
    with headless_session(delta.robot, source=source_of(delta.robot)) as (session, client):
        client.write("Points along each", 14)
        client.set("Compute the map")
        client.settle()
        plane = client.scene.get_handle_by_name("/map/plane")
        assert plane.image.shape[2] == 4 and np.isclose(plane.position[2], delta.x[2])
        assert any(name.startswith("/map/curve") for name in client.nodes())
        client.set("pz [m]", -0.7, newest=True)  # the slider of the slice: the newest of this name
        client.settle()
        plane = client.scene.get_handle_by_name("/map/plane")
        assert np.isclose(plane.position[2], -0.7)
        client.click("/map/plane", ray_origin=(0.05, 0.02, 1.0), ray_direction=(0.0, 0.0, -1.0))
        client.settle()
        assert np.allclose(session.pose.x, [0.05, 0.02, -0.7])
        assert np.allclose(client.scene.get_handle_by_name("/map/pose").position, [0.05, 0.02, -0.7])
        before = plane
        client.set("l1 [m]", 0.4)  # the map follows the parameters
        client.settle()
        assert client.scene.get_handle_by_name("/map/plane") is not before
        client.set("Clear")
        client.settle()
        assert not any(name.startswith("/map/") for name in client.nodes())
        client.write("Third coordinate", "pz")
        client.write("Points along each", 10)
        client.set("Compute the map")
        client.settle()
        assert {"/map/border"} <= client.nodes()
        client.write("Third coordinate", "px")
        client.set("Compute the map")
        client.settle()
        assert any("twice" in text for _, text in client.told)


def test_maps_are_in_the_working_mode_that_is_shown():
    shown = posed("five-bar").in_mode((1, 1))
    over, at = {"px": (-0.1, 0.1, 6), "py": (0.15, 0.3, 6)}, shown.x
    asked = MapRequest("dexterity", ("px", "py"), 6, ranges={"px": (-0.1, 0.1), "py": (0.15, 0.3)})
    made = computed_map(shown, asked, lambda _: None)
    expected = index_map(shown.model, ["dexterity"], over, at=at, mode=(1, 1))
    assert made.mode == (1, 1) and np.array_equal(made.fields["dexterity"], expected.fields["dexterity"], equal_nan=True)
    assert "working mode +1 +1" in value_legend(made, "dexterity")
    assert "working mode" not in value_legend(index_map(shown.model, ["dexterity"], over), "dexterity")


def test_an_index_map_follows_the_working_mode():
    robot = parados.load("five-bar")
    with headless_session(robot, source=source_of(robot)) as (session, client):
        client.write("Map", "dexterity")
        client.write("Points along each", 10)
        client.set("Compute the map")
        client.settle()
        before = client.scene.get_handle_by_name("/map/plane").image
        assert "working mode" not in client.html()
        session.post("mode", lambda: session.place(session.pose.in_mode((1, 1))))
        client.settle()
        plane = client.scene.get_handle_by_name("/map/plane")
        assert "working mode +1 +1" in client.html() and not np.array_equal(plane.image, before)


def test_a_slice_out_of_reach_has_a_sentence_in_place_of_a_map(delta):
    with headless_session(delta.robot, source=source_of(delta.robot)) as (_, client):
        client.write("Points along each", 10)
        client.set("Compute the map")
        client.settle()
        legend = client.html()
        client.set("pz [m]", -3.0, newest=True)
        client.settle()
        assert not any(name.startswith("/map/") for name in client.nodes())
        assert "reaches no pose" in client.html() and "poses within reach" in legend and "poses within reach" not in client.html()
        client.set("pz [m]", float(delta.x[2]), newest=True)
        client.settle()
        assert "/map/plane" in client.nodes() and client.html() == legend


def test_a_working_mode_without_a_map_has_a_sentence_in_place_of_it(monkeypatch):
    def computed(pose, asked, progress):
        if pose.mode == (1, 1):
            raise parados.InputError("over: no pose is reached in this working mode")
        return computed_map(pose, asked, progress)

    monkeypatch.setattr("parados.studio.map_panel.computed_map", computed)
    robot = parados.load("five-bar")
    with headless_session(robot, source=source_of(robot)) as (session, client):
        client.write("Map", "dexterity")
        client.write("Points along each", 10)
        client.set("Compute the map")
        client.settle()
        before, first = session.pose, client.scene.get_handle_by_name("/map/plane").image
        assert before.mode != (1, 1)
        session.post("mode", lambda: session.place(before.in_mode((1, 1))))
        client.settle()
        assert "/map/plane" not in client.nodes() and "over the map:" not in client.html()
        assert "no pose is reached" in client.html() and "Computing the map" not in client.html()
        session.post("mode", lambda: session.place(before))
        client.settle()
        assert np.array_equal(client.scene.get_handle_by_name("/map/plane").image, first)
        assert "no pose is reached" not in client.html()


def test_a_map_over_an_angle_is_a_picture_with_the_pose_on_it():
    robot = parados.load("3-rpr")
    with headless_session(robot, source=source_of(robot)) as (session, client):
        client.write("Second coordinate", "a3")
        client.write("Points along each", 10)
        client.set("Compute the map")
        client.settle()
        assert "data:image/png" in client.html() and "left:" in client.html()
        before = client.html()
        session.move(robot.home + np.array([0.05, 0, 0.1]))
        client.settle()
        assert client.html() != before
