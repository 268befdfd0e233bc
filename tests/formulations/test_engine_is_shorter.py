"""The general engine needs fewer operations than every formulation that computes the same efforts from x, xd and xdd.

`test_briot_oracle.py` checks the same for the robots of the book, with all of their parameter sets.
"""

from __future__ import annotations

import pytest

from parados.graph.c_source import operations
from parados.sources.falezza_delta.model import FalezzaDelta
from parados.sources.fried_c5.model import functions as c5_functions
from parados.sources.fried_gough_stewart.model import FriedGoughStewart
from parados.sources.lopes_stewart.model import LopesStewart

FORMULATIONS = {
    "c5": lambda: c5_functions("platform")["inverse_dynamics"],
    "c5-plates-on-rods": lambda: c5_functions("rods")["inverse_dynamics"],
    "delta-d3-1200": lambda: FalezzaDelta().functions()["inverse_dynamics"],
    "delta-d3-1200-simplified": lambda: FalezzaDelta().functions()["simplified_inverse_dynamics"],
    "gough-stewart-fried": lambda: FriedGoughStewart().functions()["inverse_dynamics"],
    "gough-stewart-lopes": lambda: LopesStewart().functions()["inverse_dynamics"],
}


@pytest.mark.parametrize("name", FORMULATIONS)
def test_engine_needs_fewer_operations(name, model):
    assert model(name).kernel("inverse_dynamics").operations["total"] < sum(operations(FORMULATIONS[name]()).values())
