"""Robots with their ball joints in the tree load as those with cut ball joints do, and have the same efforts.

The rows of a closure without a free rotation also vanish where its frames are turned over by a half or a third of a turn.
Random starts almost always end there if several legs have a ball joint in the tree.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import parados
from parados.api import Robot, describe
from parados.geometry.closing_search import ClosingSearch
from parados.geometry.inverse import numeric_form
from parados.geometry.numeric import NumericInverse
from parados.robot.reading import parse_robot

ROBOTS = Path(__file__).parents[1] / "robots"
SHIPPED = Path(parados.__file__).parent / "robots"
SAME = 1e-9
"""Largest relative difference of efforts: round-off of two trees with different joints."""

CUT = re.compile(r"    closure: \{(to: \w+, )?joint: S, (?:frame: \{at: \[(\w+), 0, 0\]\}, )?")
"""A cut ball joint in a file of the catalog: the body of the closure, if the file names it, and the length of the last link."""

FAST = ["3-prs", "3-rps"]
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("tricept", "3-rps-wrist")]
SIX = [pytest.param(name, marks=pytest.mark.slow) for name in ("gough-stewart-lopes", "gough-stewart-fried", "hexa", "hexaglide")]


@cache
def with_balls(name):
    """Return the description of a robot of the catalog with its ball joints in the tree."""

    def in_tree(cut):
        to, length = cut[1] or "", cut[2] or 0
        return f'      - {{name: "b{{i}}", kind: S, d: {length}}}\n    closure: {{{to}joint: fixed, '

    text, count = CUT.subn(in_tree, (SHIPPED / f"{name}.yaml").read_text(encoding="utf-8"))
    assert count == 1, "the legs with ball joints are written once"
    return parse_robot(text)


def efforts(spec):
    """Return the effort of each actuator by its name, near home."""
    model = Robot(spec).checked().compile("vm")
    direction = np.resize([1.0, -0.5, 0.3, 0.7, -0.8, 0.2], model.mechanism.n_x)
    x = model.survey.home + 0.1 * direction * (model.survey.upper - model.survey.lower)
    return dict(zip(model.actuated_names, model.inverse_dynamics(x, 0.3 * direction[::-1], 0.7 * direction), strict=True))


@cache
def of_the_catalog(name):
    """Return the effort of each actuator of a robot of the catalog."""
    return efforts(describe(name))


def off_the_catalog(name, **changes):
    """Return the largest relative difference of efforts between a robot with balls in the tree and that of the catalog."""
    expected = of_the_catalog(name)
    got = efforts(with_balls(name).model_copy(update=changes))
    return max(abs(got[joint] - expected[joint]) for joint in expected) / max(map(abs, expected.values()))


@pytest.mark.parametrize("name", [*FAST, *SLOW, *SIX])
def test_numeric_robots_with_balls_in_the_tree_have_the_efforts_of_the_catalog(name):
    assert off_the_catalog(name, numeric=True) < SAME


@pytest.mark.parametrize("name", [*FAST, *SLOW[:1]])
@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0)])
def test_order_of_legs_with_balls_in_the_tree_does_not_matter(name, order):
    legs = with_balls(name).legs
    permuted = (*legs[3:], *[legs[k] for k in order])  # the middle leg of the tricept comes first
    assert off_the_catalog(name, numeric=True, legs=permuted) < SAME


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FAST, *SLOW])
def test_closed_forms_with_balls_in_the_tree_have_the_efforts_of_the_catalog(name):
    assert off_the_catalog(name) < SAME


def test_six_rods_with_two_balls_each_load_with_numeric_geometry():
    spec = parse_robot((ROBOTS / "delta-six-rods.yaml").read_text(encoding="utf-8"))
    assert Robot(spec.model_copy(update={"numeric": True})).checked()


def test_search_from_nothing_finds_the_true_orientations_of_three_balls():
    spec = with_balls("3-prs")
    solver = NumericInverse(numeric_form(Robot(spec).mechanism))
    home = np.array(spec.home, dtype=float)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        closed, u = ClosingSearch(solver).from_nothing(home, rng.uniform(-1, 1, solver.n_unknowns), rng)
        assert closed
        assert solver.residual(home[None], u[None])[0] < 1e-11


@pytest.mark.parametrize(("name", "compared"), [("3-prs with balls", 3 * 9), ("3-rrr", 3 * 3), ("3-prs", 0)])
def test_axes_are_compared_where_a_closure_leaves_at_most_one_rotation_free(name, compared):
    spec = with_balls("3-prs") if name.endswith("balls") else describe(name)
    assert numeric_form(Robot(spec).mechanism).axis_gaps().numel() == compared
