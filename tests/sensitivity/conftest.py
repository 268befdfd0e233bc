"""Models with live parameters that several tests share."""

from __future__ import annotations

import pytest

import parados

GEOMETRY = ["rf", "re", "l1", "l2"]


@pytest.fixture(scope="session")
def five_bar():
    return parados.load("five-bar").compile("vm", live=["d11", "d12", "d13", "d21", "d22", "d23", "m4", "fv11"])


@pytest.fixture(scope="session")
def delta():
    return parados.load("delta-d3-1200").compile("vm", live=[*GEOMETRY, "m0", "m1", "m2"])


@pytest.fixture(scope="session")
def flexible():
    return parados.load("five-bar-flexible").compile("vm", live=["m4"])
