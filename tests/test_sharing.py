"""The tables of `sharing.py` name tests that exist, so that no long test comes back because it was renamed."""

from __future__ import annotations

import re
from pathlib import Path

from sharing import CHOSEN, LONG, SHORT

HERE = Path(__file__).parent


def test_named_tests_exist() -> None:
    """One path to each file: two files of one name would make an entry ambiguous."""
    paths: dict[str, list[Path]] = {}
    for path in HERE.rglob("test_*.py"):
        paths.setdefault(path.name, []).append(path)
    missing = []
    for beginning in [*LONG, *CHOSEN]:
        file, _, function = beginning.partition("[")[0].partition("::")
        (path,) = paths[file]
        word_end = r"\b" if "[" in beginning or beginning in CHOSEN else ""
        if not re.search(rf"^def {function}{word_end}", path.read_text(encoding="utf-8"), re.MULTILINE):
            missing.append(beginning)
    assert not missing


def test_no_entry_is_given_twice_or_without_effect() -> None:
    assert len(set(LONG)) == len(LONG)
    assert all(any(end.partition("[")[0] in beginning for beginning in LONG) for end in SHORT)
