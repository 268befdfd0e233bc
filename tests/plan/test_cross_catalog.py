"""The planner returns a motion or a reason for every robot of the catalog; `make bench` measures the time."""

from __future__ import annotations

import pytest
from crossing_checks import ONE_VALUE, worst_step
from helpers.crossing_ways import ALIKE, HELD, WAYS, planned
from tests.sharing import SHOWN

import parados

LONG = ("gough-stewart-fried", "3-rrr-parallelogram", *ALIKE, *SHOWN)
ROBOTS = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in [*WAYS, *HELD, *ALIKE]]


def answer(model, name):
    """Return a motion, or the message of the error."""
    try:
        return planned(model, name)
    except parados.ParadosError as refusal:
        return str(refusal)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_robot_gets_a_motion_or_a_reason(name, model):
    found = answer(model(name), name)
    assert isinstance(found, str) == (name in HELD)
    assert name in HELD or worst_step(found) < ONE_VALUE


def test_every_robot_of_the_catalog_is_planned_or_known_to_be_rejected():
    assert sorted([*WAYS, *ALIKE, *HELD]) == parados.catalog()
