"""Crossing motions of the catalog's robots, planned once in each session."""

from __future__ import annotations

from functools import cache

import pytest
from helpers.crossing_ways import planned


@pytest.fixture(scope="session")
def crossing(model):
    """Return a function crossing(name) that gives the planned motion of a robot of the catalog."""
    return cache(lambda name: planned(model(name), name))


@pytest.fixture(scope="session")
def five_bar(model):
    return model("five-bar")
