"""Every robot of the catalog is answered, by a motion or by a refusal; how soon is a figure of `make bench`."""

from __future__ import annotations

import pytest
from benchmarks.crossing_ways import ALIKE, HELD, WAYS, planned
from crossing_checks import ONE_VALUE, worst_step

import parados

LONG = ("gough-stewart-fried", "3-rrr-parallelogram", *ALIKE)
ROBOTS = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in [*WAYS, *HELD, *ALIKE]]


def answer(model, name):
    """A motion, or the sentence that refuses it."""
    try:
        return planned(model, name)
    except parados.ParadosError as refusal:
        return str(refusal)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_robot_is_answered(name, model):
    found = answer(model(name), name)
    assert isinstance(found, str) == (name in HELD)
    assert name in HELD or worst_step(found) < ONE_VALUE


def test_every_robot_of_the_catalog_has_its_way():
    assert sorted([*WAYS, *ALIKE, *HELD]) == parados.catalog()
