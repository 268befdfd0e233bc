"""Geometry of twists and wrenches, and their description in words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parados.errors import InputError
from parados.singularity.screw_words import tell_twist, tell_wrench, twist_geometry, wrench_geometry

NUMBER = st.floats(-2, 2).map(lambda v: round(v, 3))
TWIST = st.tuples(*[NUMBER] * 6).filter(lambda t: np.linalg.norm(t[3:]) > 0.1)
PLACE = st.tuples(*[NUMBER] * 3)


def about(point, axis, at, pitch=0.0):
    """A twist [v, w] at P of a turn about an axis, by the definition of a velocity."""
    w = np.asarray(axis, dtype=float)
    return np.concatenate([pitch * w + np.cross(w, np.subtract(at, point)), w])


@given(TWIST, PLACE)
def test_twist_follows_from_its_geometry(twist, at):
    screw, w = twist_geometry(twist, at), np.array(twist[3:])
    again = about(screw.point, np.linalg.norm(w) * screw.direction, at, screw.pitch)
    np.testing.assert_allclose(again, twist, atol=3e-6)  # a pitch below 1e-6 m is left out
    assert abs((screw.point - at) @ screw.direction) < 1e-12


@given(TWIST, PLACE)
def test_wrench_follows_from_its_geometry(swapped, at):
    wrench = np.concatenate([swapped[3:], swapped[:3]])
    screw = wrench_geometry(wrench, at)
    force = np.linalg.norm(wrench[:3]) * screw.direction
    again = np.concatenate([force, screw.pitch * force + np.cross(screw.point - at, force)])
    np.testing.assert_allclose(again, wrench, atol=3e-6)


ABOUT = "turns about the axis along "


@pytest.mark.parametrize(
    ("twist", "at", "told"),
    [
        (about([0.1, 0, 0.25], [0, 0, 2], [0.3, 0.2, 0.25]), [0.3, 0.2, 0.25], ABOUT + "z through (0.10, 0.00, 0.25) m"),
        (about([0, 0, 0.5], [0, -1, 0], [0, 0, 0]), [0, 0, 0], ABOUT + "y through (0.00, 0.00, 0.50) m"),
        (
            about([1, 0, 0], [0, 0, 1], [0] * 3, 0.03),
            [0] * 3,
            ABOUT + "z through (1.00, 0.00, 0.00) m and moves 0.03 m/rad along it",
        ),
        ([1, 1, 0, 0, 0, 0], [5, 5, 5], "moves along (0.71, 0.71, 0.00)"),
        ([-1, -1, 0, 0, 0, 0], [5, 5, 5], "moves along (0.71, 0.71, 0.00)"),
        ([0, 0, -3, 0, 0, 1e-7], [0, 0, 0], "moves along z"),
    ],
)
def test_twist_is_described_in_words(twist, at, told):
    assert tell_twist(twist, at=at) == told


def test_wrench_is_described_in_words():
    assert tell_wrench([0, 2, 0, 0, 0, 1]) == "a force along y through (0.50, 0.00, 0.00) m"
    assert tell_wrench([0, 0, 0, 0, 3, 3]) == "a moment about (0.00, 0.71, 0.71)"
    assert (
        tell_wrench([2, 0, 0, 0.5, 0, 0]) == "a force along x through (0.00, 0.00, 0.00) m with a moment of 0.25 N m/N about it"
    )
    assert [wrench_geometry(w).kind for w in ([1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0])] == [
        "force",
        "moment",
        "wrench",
    ]


def test_twists_have_the_right_kind_and_pitch():
    assert twist_geometry([1, 0, 0, 0, 0, 0]).kind == "translation" and twist_geometry([1, 0, 0, 0, 0, 0]).pitch == np.inf
    assert twist_geometry([1, 0, 0, 0, 0, 2]).kind == "rotation" and twist_geometry([0, 0, 1, 0, 0, 2]).pitch == 0.5


def test_length_sets_the_negligible_size_and_the_digits():
    slow = [1.0, 0, 0, 0, 0, 1e-5]
    assert twist_geometry(slow, length=1.0).kind == "rotation" and twist_geometry(slow, length=0.01).kind == "translation"
    assert tell_twist(about([0.0123, 0, 0], [0, 0, 1], [0, 0, 0]), length=0.05).endswith("(0.0123, 0.0000, 0.0000) m")


def test_axis_names_are_used():
    assert tell_twist([0, 0, 1, 0, 0, 0], labels=("forward", "left", "up")) == "moves along up"
    assert (
        tell_twist([1e-7, 0, 1, 0, 0, 0]) == "moves along z"
        and tell_twist([1e-5, 0, 1, 0, 0, 0]) == "moves along (0.00, 0.00, 1.00)"
    )


def test_bad_arguments_are_rejected():
    for bad in ([0] * 6, [1, 2, 3], [np.nan] * 6):
        with pytest.raises(InputError, match="twist"):
            twist_geometry(bad)
    with pytest.raises(InputError, match="wrench"):
        tell_wrench([0] * 6)
    with pytest.raises(InputError, match="at"):
        twist_geometry([1] * 6, at=[0, 0])
    with pytest.raises(InputError, match="length"):
        tell_twist([1] * 6, length=-1)
