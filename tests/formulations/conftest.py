"""Fixture of the tests that compare the papers' own models with the engine."""

from __future__ import annotations

import pytest

from sharing import models


@pytest.fixture(scope="session")
def model():
    """Function model(name) that returns a model on the virtual machine; for a few states, compiling C takes longer."""
    return models("vm")
