"""Crossings along a path: analytic roots of the five-bar, circles of the Tripteron, hexapods turned beyond 90 degrees."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from five_bar_conditions import D2, D3, FEET, MODES, alignment, in_reach, roots, stretched_couplers

import parados
from parados.errors import InputError
from parados.singularity.path_crossings import crossings
from parados.trajectory import along, circle, line, point_to_point

EXACT = 1e-10
"""Promised accuracy of the path parameter at a crossing."""

ROBOTS = Path(__file__).parents[1] / "robots"
OWN = Path(__file__).parent / "robots"


def of_kind(found, kind):
    return np.array([c.at for c in found if kind in c.what.kinds])


def margin(P):
    """Return a number that is positive if both legs reach P; only its zeros are used."""
    sizes = np.linalg.norm(P - FEET, axis=1)
    return min((D2 + D3 - sizes).min(), (sizes - (D2 - D3)).min())


def straight(f, a, b):
    """Return f as a function of the parameter on the straight path from a to b."""
    return lambda s: f(a + s * (b - a))


def roots_between(f, instants):
    """Return the roots in each interval, sampled more densely at its ends, where f changes like a square root."""
    parts = []
    for low, high in pairwise(instants):
        if np.isfinite(f((low + high) / 2)):
            near = lambda c, low=low, high=high: f(low + (high - low) * (1 - np.cos(c)) / 2)  # noqa: E731
            parts += [low + (high - low) * (1 - np.cos(c)) / 2 for c in roots(near, 1e-5, np.pi - 1e-5)]
    return np.array(parts)


def same(got, expected, tolerance=EXACT):
    return len(got) == len(expected) and np.allclose(np.sort(got), np.sort(expected), rtol=0, atol=tolerance)


@pytest.mark.parametrize("mode", MODES)
def test_every_crossing_of_random_lines_is_found(model, mode):
    robot, rng = model("five-bar", "vm"), np.random.default_rng(7)
    type2 = leaves = 0
    for _ in range(6):
        a, b = rng.uniform([-0.4, -0.4], [0.4, 0.4], (2, 2))
        found = crossings(robot, (a, b), mode=mode)
        border = roots(straight(margin, a, b))
        aligned = roots_between(straight(lambda P: alignment(P, mode), a, b), [0, *border, 1])
        assert same(of_kind(found, "Type 2"), aligned), (a, b)
        assert same([c.at for c in found if c.leaves], border), (a, b)
        assert same(of_kind(found, "Type 1"), border), (a, b)
        assert len(found) == len(aligned) + len(border)
        assert [c.at for c in found] == sorted(c.at for c in found)
        type2, leaves = type2 + len(aligned), leaves + len(border)
    assert type2 >= 2 and leaves >= 4  # otherwise the lines do not test much


def test_path_of_the_book_has_one_crossing(model):
    """The path from P_0 to P_f of 9.4.2 has one Type 2 singularity."""
    robot, a, b = model("five-bar", "vm"), np.array([0, 0.338]), np.array([0.1, 0.1])
    (crossing,) = crossings(robot, (a, b))
    (expected,) = roots(lambda s: alignment(a + s * (b - a), (1, -1)))
    assert abs(crossing.at - expected) < 1e-13 and not crossing.leaves
    assert np.allclose(crossing.x, a + crossing.at * (b - a), rtol=1e-15) and crossing.what.kinds == ("Type 2",)
    assert crossing.summary().startswith("At 0.58490459")


def test_circle_has_two_crossings(model):
    """The circle has its centre at a singular point; the trajectory along it does not start at zero speed."""
    robot = model("five-bar", "vm")
    P, mode, _ = next(c for c in stretched_couplers() if c[1] == (1, -1) and in_reach(c[0], 0.05))
    motion = along(circle(P, None, 0.02, start=P + np.array([0.02, 0])), duration=2.5)
    found = crossings(robot, motion, mode=mode)
    expected = roots(lambda t: alignment(motion(t).x, mode), *motion.times)
    assert len(expected) == 2 and same([c.at for c in found], expected, 1e-10 * 2.5)


def test_regular_path_has_no_crossing(model):
    assert crossings(model("five-bar", "vm"), ([-0.02, 0.25], [0.02, 0.28])) == []
    assert crossings(model("gough-stewart-lopes", "vm"), ([0, 0, 1.8, 0, 0, 0], [0.1, 0.1, 2, 0.2, 0.1, 0.1])) == []


def test_straight_path_and_motion_along_it_cross_at_the_same_pose(model):
    robot, a, b = model("five-bar", "vm"), [0, 0.338], [0.1, 0.1]
    (by_way,), (by_time,) = crossings(robot, (a, b)), crossings(robot, point_to_point(a, b, 1.5))
    assert np.allclose(by_way.x, by_time.x, rtol=0, atol=1e-11)


def test_singular_ends_are_found(model):
    robot = model("five-bar", "vm")
    P, mode, along_links = next(c for c in stretched_couplers() if c[1] == (1, -1) and in_reach(c[0], 0.05))
    aside = P + 0.01 * np.array([-along_links[1], along_links[0]])
    for ends, at in (((P, aside), 0), ((aside, P), 1)):
        (crossing,) = crossings(robot, ends, mode=mode)
        assert abs(crossing.at - at) < EXACT and crossing.what.kinds == ("Type 2",)


@pytest.mark.parametrize(
    ("radius", "a", "b"), [(0.74, [0.1, 0.1, 0.4], [0.7, 0.5, 0.4]), (0.02, [0.2, 0.01, 0.3], [0.0, 0.0, 0.3])]
)
def test_tripteron_leaves_its_reach_at_the_circles_of_a_leg(model, radius, a, b):
    """Leg 1 is stretched or folded at a distance d3 +- d4 from the axis of its slide."""
    a, b = np.array(a), np.array(b)
    found = crossings(model("tripteron", "vm"), (a, b))
    expected = roots(lambda s: np.hypot(*(a + s * (b - a))[:2]) - radius)
    assert len(expected) == 1 and same([c.at for c in found], expected)
    assert found[0].leaves and found[0].what.kinds == ("LPJTS",) and "leaves the reach" in found[0].summary()


def test_tripteron_path_beside_a_circle_has_no_crossing(model):
    """A line 1.5 mm outside the hole of a leg has no crossing; a line through the hole has two."""
    robot = model("tripteron", "vm")
    assert crossings(robot, ([0.2, 0.0215, 0.3], [-0.2, 0.0215, 0.3])) == []
    through = crossings(robot, ([0.2, 0.005, 0.3], [-0.2, 0.005, 0.3]))
    half = np.sqrt(0.02**2 - 0.005**2)
    assert same([c.at for c in through], [(0.2 - half) / 0.4, (0.2 + half) / 0.4])


def test_hexapod_crosses_a_singularity_at_90_degrees(model):
    """At the centre the platform is singular at 90 degrees and any height (Fichter)."""
    robot = model("gough-stewart-lopes", "vm")
    (crossing,) = crossings(robot, ([0, 0, 1.7, 0.2, 0, 0], [0, 0, 2.1, 2.2, 0, 0]))
    assert abs(crossing.at - (np.pi / 2 - 0.2) / 2) < EXACT
    assert crossing.what.kinds == ("Type 2",)


def test_hexapod_with_a_quaternion_crosses_a_singularity_at_90_degrees():
    """The path is the chord between two unit quaternions, normalised: half of the rotation at half of the path."""
    robot = parados.load(ROBOTS / "6-ups-quaternion.yaml").compile("vm")
    turn = 2.0
    end = [0, 0, 0.7, np.cos(turn / 2), 0, 0, np.sin(turn / 2)]
    (crossing,) = crossings(robot, ([0, 0, 0.7, 1, 0, 0, 0], end), samples=101)
    expected = roots(lambda s: np.arctan2(s * np.sin(1.0), 1 - s + s * np.cos(1.0)) - np.pi / 4)
    assert same([crossing.at], expected)
    assert np.linalg.norm(crossing.x[3:7]) == pytest.approx(1, abs=1e-15)


def test_constraint_singularity_on_a_path_is_found():
    robot = parados.load(OWN / "snu-3-upu.yaml").compile("vm")
    (crossing,) = crossings(robot, ([-0.04, -0.08, 0.55], [0.03, 0.06, 0.65]))
    assert crossing.what.kinds == ("constraint",) and abs(crossing.at - 4 / 7) < EXACT
    assert np.abs(crossing.x[:2]).max() < 1e-11


@pytest.mark.parametrize("end", [[0.3, -0.3, 0.2], [0.2, -0.25, 0.1]])
def test_lajts_on_a_path_is_found(end):
    """If two axes coincide, the joints are not determined; this happens at a sample, or between two samples."""
    robot = parados.load(OWN / "two-wrists.yaml").compile("vm")
    (crossing,) = crossings(robot, ([0.3, 0.3, 0.2], end))
    assert crossing.what.kinds == ("Type 1", "LAJTS") and not crossing.leaves
    assert abs(crossing.at - 0.3 / (0.3 - end[1])) < EXACT


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (([0, 0.3], [0.1]), r"end of the way: shape \(2,\) or \(N, 2\) is expected"),
        (([0, 0.3], [0.1, np.nan]), r"end of the way\[1\]: nan is not a finite number"),
        (([0, 0.3], [0.1, 0.2], [0, 0]), "way: a trajectory, or a pair of poses"),
        ("there", "way: a trajectory, or a pair of poses"),
    ],
)
def test_invalid_paths_are_rejected(model, way, told):
    with pytest.raises(InputError, match=told):
        crossings(model("five-bar", "vm"), way)


def test_bad_samples_and_coordinates_are_rejected(model):
    robot = model("five-bar", "vm")
    with pytest.raises(InputError, match="samples: a whole number from 3 to 1000000 is expected, not 2"):
        crossings(robot, ([0, 0.3], [0.1, 0.2]), samples=2)
    with pytest.raises(InputError, match="way: a motion of 2 coordinates"):
        crossings(robot, along(line([0, 0, 0], [0.1, 0, 0]), duration=1))
