"""The errata page: every row names an existing test or states that there is none, and every test is on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "errata.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in PAGE.splitlines() if line.startswith("| ")]
ROWS = [row for row in ROWS if row[0] != "place"]
WITHOUT = ("notation", "stated, not measured here")
REFERENCE = re.compile(r"`(test_\w+)::(test_\w+)`")


def functions(file):
    return set(re.findall(r"^def (test_\w+)\(", file.read_text(), re.MULTILINE))


def test_rows_are_complete():
    assert len(ROWS) > 70
    for row in ROWS:
        assert len(row) == 5, row
        assert all(row[:4]), row
        assert REFERENCE.search(row[4]) or row[4].rstrip(" |") in WITHOUT, row


@pytest.mark.parametrize(("file", "function"), sorted(set(REFERENCE.findall(PAGE))))
def test_every_named_test_exists(file, function):
    places = [TESTS / folder / f"{file}.py" for folder in ("formulations", "errata", "reproduce", "dynamics")]
    assert any(place.exists() and function in functions(place) for place in places)


def test_every_test_is_on_the_page():
    named = {function for _, function in REFERENCE.findall(PAGE)}
    for file in (TESTS / "errata").glob("test_book_*.py"):
        controls = {"test_parameters_of_the_feasible_robot_are_feasible"}
        assert functions(file) - controls <= named, file.name
