"""The tables of `sharing.py` name tests that exist, so that no long test comes back because it was renamed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sharing import CHOSEN, LONG, SHORT

HERE = Path(__file__).parent


@pytest.mark.parametrize("beginning", [*LONG, *CHOSEN])
def test_named_test_exists(beginning: str) -> None:
    file, _, function = beginning.partition("[")[0].partition("::")
    (path,) = HERE.rglob(file)
    word_end = r"\b" if "[" in beginning or beginning in CHOSEN else ""
    assert re.search(rf"^def {function}{word_end}", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_no_entry_is_given_twice_or_without_effect() -> None:
    assert len(set(LONG)) == len(LONG)
    assert all(any(end.partition("[")[0] in beginning for beginning in LONG) for end in SHORT)
