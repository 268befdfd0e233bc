"""Paths through points and poses, smooth corners, pick-and-place paths, and paths from files."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from parados import trajectory
from parados.errors import InputError

STEP = 1e-5


def check_derivatives(path, s, orders=(0, 1, 2), rel=1e-6):
    """Compare each derivative of a path with central differences of the one below; of a quaternion with its tangent."""
    for k in orders:
        difference = (path.derivative(s + STEP, k) - path.derivative(s - STEP, k)) / (2 * STEP)
        exact = path.tangent(s) if k == 0 else path.derivative(s, k + 1)
        assert difference == pytest.approx(exact, rel=rel, abs=rel * max(1.0, np.abs(exact).max()))


def test_smooth_corner_joins_the_lines_with_three_continuous_derivatives():
    path = trajectory.polyline([[0, 0, 0], [1, 0, 0], [1, 2, 1]], 0.3, corner="smooth")
    assert path.length == pytest.approx(1 + np.sqrt(5)), "the parameter is the length of the polygon"
    check_derivatives(path, np.array([0.2, 0.75, 1.1, 1.2, 2.0]))
    for place in path.breaks[1:-1]:
        sides = [path.derivative(np.array([place + side * 1e-9]), k) for k in range(4) for side in (-1, 1)]
        for before, after in zip(sides[::2], sides[1::2], strict=True):
            assert before == pytest.approx(after, abs=1e-5)
    assert path.derivative(np.array([path.length]), 0)[0] == pytest.approx([1, 2, 1])
    with pytest.raises(InputError, match=r"points\[1\]: the path turns back on itself"):
        trajectory.polyline([[0.0, 0], [1, 0], [0, 0]], 0.1, corner="smooth")


def test_pick_and_place_path_goes_up_across_and_down():
    path = trajectory.pick_and_place([0, -0.1525, -0.8], [0, 0.1525, -0.8], [0, 0, 0.025])
    assert path.length == pytest.approx(0.305 + 2 * 0.025)
    p = path.derivative(np.linspace(0, path.length, 501), 0)
    assert p[0] == pytest.approx([0, -0.1525, -0.8]) and p[-1] == pytest.approx([0, 0.1525, -0.8])
    assert p[:, 2].max() == pytest.approx(-0.775) and path.derivative(np.zeros(1), 1)[0] == pytest.approx([0, 0, 1])
    with pytest.raises(InputError, match="lift: a way up and a way across are needed"):
        trajectory.pick_and_place([0, 0], [0, 0], [0, 1])


def test_path_through_points_passes_them_and_can_be_closed():
    t = np.linspace(0, 2 * np.pi, 13)
    points = np.column_stack([np.cos(t), np.sin(t)])
    path = trajectory.path_through(points, closed=True)
    check_derivatives(path, np.array([0.3, 1.7, 4.4]))
    ends = np.array([0.0, path.length])
    for k in range(4):
        first, last = path.derivative(ends, k)
        assert first == pytest.approx(last, abs=1e-9)
    assert np.linalg.norm(path.derivative(np.linspace(0, path.length, 100), 0), axis=1) == pytest.approx(1, abs=1e-3)
    with pytest.raises(InputError, match=r"points\[2\]: it is the same as the point before"):
        trajectory.path_through([[0, 0], [1, 0], [1, 0]])


@pytest.mark.parametrize("convention", [None, "quaternion", "ZYX"])
def test_path_through_two_points_is_straight(convention):
    turns = Rotation.from_rotvec([[0, 0, 0], [0.6, 0.4, 0.2]])
    angles = turns.as_quat(scalar_first=True) if convention == "quaternion" else turns.as_euler(convention or "ZYX")
    poses = np.hstack([[[0, 0, 0.7], [0.1, 0.05, 0.72]], angles])
    path = trajectory.path_through(poses if convention else poses[:, :3], convention)
    tangents = path.derivative(np.linspace(0, path.length, 9), 1)[:, : 6 if convention == "quaternion" else 3]
    assert np.abs(tangents - tangents[0]).max() < 1e-12, "P, or the twist, keeps its direction"
    assert path.derivative(np.array([path.length]), 0)[0, :3] == pytest.approx([0.1, 0.05, 0.72])


@pytest.mark.parametrize("convention", ["quaternion", "ZYX"])
def test_path_of_poses_turns_on_the_rotation_group(convention):
    turns = Rotation.from_rotvec([[0, 0, 0], [0.3, 0.2, 0], [0.5, 0.5, 0.3]])
    angles = turns.as_quat(scalar_first=True) if convention == "quaternion" else turns.as_euler(convention)
    poses = np.hstack([[[0, 0, 0.7], [0.05, 0, 0.72], [0.1, 0.05, 0.7]], angles])
    path = trajectory.path_through(poses, convention)
    assert (path.n, path.n_rates) == ((7, 6) if convention == "quaternion" else (6, 6))
    check_derivatives(path, np.array([0.3, 0.71]) * path.length, orders=(0, 1), rel=1e-4)
    assert path.derivative(np.array([0.0, path.length]), 0) == pytest.approx(poses[[0, 2]])
    motion = trajectory.along(path, law="quintic", duration=2.0)
    assert (motion.n, motion.n_rates) == (path.n, path.n_rates) and len(motion.limits().velocity.value) == 6
    with pytest.raises(InputError, match=r"poses: \d entries are expected"):
        trajectory.path_through(poses[:, :5], convention)


def test_path_from_a_file(tmp_path, model):
    file = tmp_path / "points.csv"
    file.write_text("t,px,py,pz\n0,0,-0.1,-0.8\n1,0,0,-0.78\n2,0.1,0.1,-0.8\n", encoding="utf-8")
    delta = model("delta-d3-1200")
    smooth, lines = (trajectory.read_path(file, delta, blend=blend) for blend in (None, 0.02))
    for path in (smooth, lines):
        assert path.derivative(np.array([0.0, path.length]), 0) == pytest.approx(np.array([[0, -0.1, -0.8], [0.1, 0.1, -0.8]]))
    assert len(lines.breaks) == 4
    file.write_text("px,py\n0,0\n", encoding="utf-8")
    with pytest.raises(InputError, match="it lacks pz"):
        trajectory.read_path(file, delta)
    file.write_text("px,py,pz\n0,0,-0.8\n", encoding="utf-8")
    with pytest.raises(InputError, match="a path needs two points or more, not 1 row"):
        trajectory.read_path(file, delta)
