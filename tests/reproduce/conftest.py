"""What the tests of the regenerated documents share."""

from __future__ import annotations

from functools import cache

import pytest

from parados.sources.index import select


@pytest.fixture(scope="session")
def computed():
    """computed(id): an entry, made once a session."""
    return cache(lambda id: select([id])[0].compute())
