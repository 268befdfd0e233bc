"""Every kind of singularity has a name, a meaning, a distance, colours, and a curve in the figure of a path."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from parados.singularity.maps.looks import COLOURS, LOOKS, NAMES
from parados.singularity.measures import Distances, distances
from parados.singularity.path_crossings import crossings
from parados.singularity.singularity_kinds import KINDS, MEANINGS
from parados.studio.map_colours import CURVES


def test_every_kind_has_a_meaning_a_distance_and_colours():
    assert set(KINDS) == set(MEANINGS) == set(COLOURS)
    assert set(KINDS) < set(LOOKS) and set(LOOKS) == set(NAMES) == set(CURVES)
    assert set(KINDS) < {field.name for field in fields(Distances)}


def test_figure_of_a_path_shows_every_kind_that_the_robot_has(model):
    robot = model("3-prrr-redundant", "vm")
    home = robot.survey.home
    found = crossings(robot, (home, home + np.array([0.01, 0.01, 0.01, 0.1])))
    labels = {line.get_label() for axes in found.plot().axes for line in axes.get_lines()}
    assert {"Type 1", "Type 2", "LPJTS", "LAJTS", "serial", "constraint"} <= labels


def test_smallest_distances_are_those_of_the_kinds_that_the_robot_has(model):
    robot = model("five-bar", "vm")
    found = distances(robot, np.array([[0, 0.26], [0.01, 0.27], [5.0, 5.0]]))
    assert "lajts" not in found.smallest and not np.isfinite(found.of_kind("lajts")).any()  # each leg has one actuator
    assert np.isnan(found.smallest["type1"][2])
    assert np.allclose(found.smallest["type1"][:2], found.type1[:2].min(axis=1), rtol=0, atol=0)
    assert np.allclose(found.nearest[:2], np.min([values[:2] for values in found.smallest.values()], axis=0), rtol=0, atol=0)
