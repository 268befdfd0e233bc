"""Fixture of the tests of the studio: one browser for all of them."""

import pytest


@pytest.fixture(scope="session")
def browser():
    from tests.studio.studio_page import chromium

    with chromium() as started:
        yield started
