"""Fixtures of the tests of reproduced tables and figures."""

from __future__ import annotations

from functools import cache

import pytest

from parados.sources.index import select


@pytest.fixture(scope="session")
def computed():
    """Return a function computed(id) that computes an entry once per session."""
    return cache(lambda id: select([id])[0].compute())
