"""Test motions with rest at every point, sums of motions, and tables of motions."""

from __future__ import annotations

import numpy as np
import pytest
from central_differences import worst_difference

from parados.errors import InputError
from parados.trajectory import concatenate, point_by_point, point_to_point, pose_to_pose, sampled, superpose
from parados.trajectory.speed_laws import LAWS

POINTS = np.array([[0.0, 1.0], [0.2, 1.0], [0.2, -0.3], [0.1, 0.1]])
TURN = pose_to_pose("quaternion", [0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0], 1.0)
SEVEN = point_to_point(np.zeros(7), [0, 0, 0, 1, 0, 0, 0], 1.0)


@pytest.mark.parametrize("law", LAWS)
def test_every_edge_equals_point_to_point(law):
    motion = point_by_point(POINTS, 0.7, stop=0.3, law=law)
    assert motion.duration == pytest.approx(3.0) and worst_difference(motion) < 1e-6
    t = np.linspace(0, 0.7, 50)[1:-1]
    for k in range(3):
        edge = point_to_point(POINTS[k], POINTS[k + 1], 0.7, law=law)
        for order in range(4):
            expected = edge.derivative(t, order)
            assert np.abs(motion.derivative(t + k, order) - expected).max() <= 1e-9 * np.abs(expected).max()
        stop = motion(k + np.array([0.7, 0.85]))
        assert np.abs(stop.x - POINTS[k + 1]).max() < 1e-15 and not stop.xd.any() and not stop.xdd.any()


def test_motion_is_exactly_at_rest_at_corners():
    """Dry friction depends on the sign of the velocity, so round-off must not give a velocity at rest."""
    motion = point_by_point(POINTS, 0.1)
    corners = motion(0.1 * np.arange(4) * (1 + 1e-15))
    assert not corners.xd.any() and not corners.xdd.any()


def test_table_contains_the_states_at_its_times():
    motion = point_by_point(POINTS, 0.5)
    table = motion.table(np.linspace(0, 1.5, 31))
    assert len(table) == 31 and table.timed and set(table.named) == {"x", "xd", "xdd"}
    for part, expected in zip(table.states, motion(table.t), strict=True):
        assert np.array_equal(part, expected)


def test_superposed_motions_add_up():
    across = point_to_point([0, 0], [1, 0], 2.0)
    up = concatenate(*[point_to_point([0, a], [0, b], 1.0) for a, b in ((0, 3), (3, 0))])
    motion = superpose(across, up)
    t = np.linspace(0, 2, 101)
    for k in range(4):
        assert np.array_equal(motion.derivative(t, k), across.derivative(t, k) + up.derivative(t, k))
    assert motion.breaks.tolist() == [0.0, 1.0, 2.0]
    assert motion.limits().highest.value == pytest.approx([1, 3])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: superpose(), "one or more"),
        (lambda: superpose(point_to_point(0, 1, 1.0), point_to_point(0, 1, 2.0)), "from 0 s to 2 s"),
        (
            lambda: superpose(point_to_point(0, 1, 1.0), point_to_point([0, 1], [1, 1], 1.0)),
            "of 1 coordinate .* is expected, not of 2",
        ),
        (lambda: superpose(TURN), "of 7 coordinates without a quaternion is expected, not of 7 coordinates with a quaternion"),
        (
            lambda: concatenate(SEVEN, TURN),
            r"trajectories\[1\]: it has 7 coordinates with a quaternion, but the one before has 7",
        ),
        (lambda: point_by_point([[0.0]], 1.0), "points"),
        (lambda: point_by_point(POINTS, 1.0, stop=-1.0), "stop"),
        (lambda: point_by_point(POINTS, 0.0), "travel"),
        (lambda: sampled(np.arange(8.0), np.arange(8.0)).table(9.0), "outside"),
    ],
)
def test_invalid_arguments_are_rejected(call, message):
    with pytest.raises(InputError, match=message):
        call()
