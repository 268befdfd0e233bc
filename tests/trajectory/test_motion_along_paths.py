"""Test paths parametrised by their length, and motions along them."""

from __future__ import annotations

import numpy as np
import pytest
from central_differences import worst_difference, worst_jump
from hypothesis import given
from hypothesis import strategies as st

from parados.errors import InputError
from parados.trajectory import along, arc, circle, line, point_to_point, polyline, speed_law, through

PATHS = {
    "line": line([0, 0, 0], [1, 2, 3]),
    "arc": arc([1, 0, 0], [0, 1, 1], [-1, 0.5, 0]),
    "half": arc([1, 0], [-1, 0], [0, -1]),
    "circle": circle([0, 0, 1], [0, 1, 1], 0.3),
    "part": circle([1, 1], None, 2, start=[1, 0], angle=1.0),
    "polyline": polyline([[0, 0], [1, 0], [1, 1], [2, 1]], 0.2),
}


@pytest.mark.parametrize("name", PATHS)
def test_path_parameter_is_the_arc_length(name):
    path = PATHS[name]
    s = np.linspace(0, path.length, 41)
    assert np.abs(np.linalg.norm(path.derivative(s, 1), axis=1) - 1).max() < 1e-13
    fine = path.derivative(np.linspace(0, path.length, 20001), 0)
    assert abs(np.linalg.norm(np.diff(fine, axis=0), axis=1).sum() / path.length - 1) < 1e-6


@pytest.mark.parametrize("name", PATHS)
def test_motion_along_a_path_starts_and_ends_at_its_ends_and_keeps_limits(name):
    path = PATHS[name]
    limits = {"v_max": 1.0, "a_max": 2.0}
    motions = (
        along(path, law="quintic", duration=2.0),
        along(path, v_max=1.0, a_max=2.0, j_max=30.0),
        along(path, law="trapezoidal", **limits),
        along(path, law=through([0, 0.4 * path.length, path.length], [0, 1, 2])),
    )
    for motion in motions:
        assert worst_difference(motion) < 1e-6
        assert np.abs(motion(motion.times[0]).x - path.derivative(np.array([0.0]), 0)).max() < 1e-13
        assert np.abs(motion(motion.times[1]).x - path.derivative(np.array([path.length]), 0)).max() < 1e-12
        t = np.linspace(*motion.times, 101)
        assert worst_jump(motion, 1) < 1e-9 if len(motion.breaks) > 2 else True
        if motion in motions[1:3]:
            assert np.linalg.norm(motion(t).xd, axis=1).max() < 1 + 1e-12


def test_motion_along_a_line_equals_point_to_point():
    t = np.linspace(0, 2, 33)
    for law in ("quintic", "jerk-limited"):
        one, other = along(line([0, 1], [1, 3]), law=law, duration=2.0)(t), point_to_point([0, 1], [1, 3], 2.0, law=law)(t)
        for a, b in zip(one, other, strict=True):
            assert np.abs(a - b).max() < 1e-12


def test_acceleration_on_a_circle_is_centripetal():
    motion = along(circle([0, 0], None, 0.5), law="trapezoidal", v_max=1.0, a_max=4.0)
    assert abs(np.linalg.norm(motion(motion.duration / 2).xdd) - 1.0**2 / 0.5) < 1e-12


@given(
    points=st.lists(st.tuples(*[st.floats(-1, 1)] * 3), min_size=3, max_size=3, unique=True),
)
def test_arc_passes_its_three_points(points):
    a, via, b = (np.array(p) for p in points)
    u, v = via - a, b - a
    if np.linalg.norm(np.cross(u, v)) < 1e-2 or np.linalg.norm(b - via) < 1e-2:
        return
    path = arc(a, via, b)
    x = path.derivative(np.linspace(0, path.length, 4001), 0)
    size = path.radius
    assert np.abs(x[0] - a).max() < 1e-11 * (1 + size) and np.abs(x[-1] - b).max() < 1e-10 * (1 + size)
    assert np.linalg.norm(x - via, axis=1).min() < path.length / 4000
    assert path.length < 2 * np.pi * size


def test_length_of_a_polyline_with_rounded_corners():
    path = PATHS["polyline"]
    assert abs(path.length - (3 - 4 * 0.2 + 2 * 0.2 * np.pi / 2)) < 1e-13
    straight = polyline([[0, 0], [1, 0], [2, 0]], 0.3)
    assert abs(straight.length - 2) < 1e-13


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: line([0, 0], [0, 0]), "no length"),
        (lambda: line([0, 0], [0]), "b: 2 entries are expected, as in a, not 1"),
        (lambda: line([0], [0, 0]), "b: 1 entry is expected, as in a, not 2"),
        (lambda: arc([0, 0], [1, 1], [2, 2]), "on one line"),
        (lambda: arc([0, 0], [1, 1], [1, 1]), "on one line"),
        (lambda: arc([0, 0], [0, 0], [1, 1]), "on one line"),
        (lambda: circle([0, 0, 0], None, 1.0), "in the plane, give a centre of two numbers and normal=None"),
        (lambda: circle([0, 0, 0], [0, 0, 0], 1.0), "not zero"),
        (lambda: circle([0, 0, 0], [0, 0, 1], -1.0), "radius"),
        (lambda: circle([0, 0, 0], [0, 0, 1], 1.0, start=[0, 0, 2]), "axis"),
        (lambda: polyline([[0, 0], [1, 0], [1, 0.3]], 0.5), r"does not fit on the line from points\[1\]"),
        (lambda: polyline([[0, 0], [1, 0], [0, 0]], 0.1), "turns back"),
        (lambda: polyline([[0, 0], [1, 0]], 0.0), "blend"),
        (lambda: along(line(0, 1)), "jerk-limited needs either v_max, a_max, j_max, or a duration; given: none of them"),
        (lambda: along(line(0, 1), law="trapezoidal", v_max=1.0), "needs either v_max, a_max, or a duration; given: v_max"),
        (lambda: along(line(0, 1), duration=1.0, v_max=1.0), "not both; leave out either duration or v_max"),
        (lambda: along(line(0, 1), law="quintic", v_max=1.0), "needs a duration"),
        (lambda: along(line(0, 1), law=point_to_point(0, 2, 1.0)), "must go from 0 to the length of the path, 1"),
        (lambda: along(line(0, 1), law=point_to_point([0, 0], [1, 1], 1.0)), "one coordinate"),
        (lambda: along(line(0, 1), law=point_to_point(0, 1, 1.0), duration=2.0), "leave out duration"),
        (lambda: speed_law(1.0, law="linear", duration=1.0), "law"),
    ],
)
def test_invalid_arguments_are_rejected(call, message):
    with pytest.raises(InputError, match=message):
        call()
