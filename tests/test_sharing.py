"""The tables of `sharing.py` name tests that exist, so that no long test comes back because it was renamed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

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


def collected(marks: str) -> list[str]:
    """Return the tests that pytest collects, each as file::test[case] without its folder."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "no:cacheprovider", "--collect-only", "-q", "-m", marks]
    found = subprocess.run([*command, str(HERE)], cwd=HERE.parent, capture_output=True, text=True, check=True).stdout
    places = [line.partition("::") for line in found.splitlines() if "::" in line]
    return [f"{Path(file).name}::{test}" for file, _, test in places]


@pytest.mark.slow
def test_entries_name_cases_that_exist_and_chosen_robots_are_tested() -> None:
    """Cases have names that pytest makes: only collecting all tests shows whether an entry still means one."""
    every = collected("")
    assert not [beginning for beginning in LONG if not any(name.startswith(beginning) for name in every)]
    quick = collected("not slow")
    unused = [
        (test, robot)
        for test, robots in CHOSEN.items()
        for robot in robots
        if not any(name.startswith(f"{test}[") and robot in name for name in quick)
    ]
    assert not unused
