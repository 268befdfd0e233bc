"""Fixtures: a separate cache folder for every test, its warnings, and files of other users."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parados.storage import folder as folder_module


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a cache folder that does not exist yet; no warning has been given about it."""
    path = tmp_path / "deep" / "cache"
    monkeypatch.setenv("PARADOS_CACHE", str(path))
    monkeypatch.setattr(folder_module, "_warned", set())
    return path


@pytest.fixture
def messages() -> Iterator[Callable[[], list[str]]]:
    """Function that returns the warnings of the test so far."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield lambda: [str(w.message) for w in caught]


@pytest.fixture
def give_away() -> Callable[[Path], None]:
    """Function give_away(path) that makes another user the owner of a path; only root can do this."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to make files of another user")
    return lambda path: os.chown(path, 12345, 12345, follow_symlinks=False)
