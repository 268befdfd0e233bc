"""Every robot of the catalog is answered, by a motion or by a refusal, within seconds."""

from __future__ import annotations

import time

import pytest
from benchmarks.crossing_ways import ALIKE, HELD, WAYS, planned
from crossing_checks import ONE_VALUE, worst_step

import parados

LONG = ("gough-stewart-fried", "3-rrr-parallelogram", *ALIKE)
ROBOTS = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in [*WAYS, *HELD, *ALIKE]]
COLD, WARM = 30.0, 5.0
"""[s] elapsed with C kernels still to be compiled on a busy machine, and of the processor once they are there."""


def answer(model, name):
    """A motion, or the sentence that refuses it."""
    try:
        return planned(model, name)
    except parados.ParadosError as refusal:
        return str(refusal)


@pytest.mark.parametrize("name", ROBOTS)
def test_every_robot_answers_in_time(name, model, record_property):
    """The first call compiles kernels, which a busy machine takes its time for; the second is measured strictly."""
    m = model(name)
    begin = time.perf_counter()
    first = answer(m, name)
    assert time.perf_counter() - begin < COLD
    begin = time.process_time()
    answer(m, name)
    took = time.process_time() - begin
    record_property("seconds of a crossing", took)
    assert took < WARM
    assert isinstance(first, str) == (name in HELD)
    assert name in HELD or worst_step(first) < ONE_VALUE


def test_every_robot_of_the_catalog_has_its_way():
    assert sorted([*WAYS, *ALIKE, *HELD]) == parados.catalog()
