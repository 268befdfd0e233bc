"""Operation counts on the pages of the formulations equal those of the code; the index has a row for every model."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "formulations"
SPEC = importlib.util.spec_from_file_location("count_operations", FOLDER / "count_operations.py")
COUNTS = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(COUNTS)

INDEX = (FOLDER / "README.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in INDEX.splitlines() if line.startswith("| ")][1:]
STALE = "the counts on the pages are out of date; run `python docs/formulations/count_operations.py`"


@pytest.mark.parametrize("page", COUNTS.PAGES, ids=lambda page: page.stem)
def test_counts_equal_those_of_the_code(page):
    text = page.read_text()
    wrong = {
        found[0]: now
        for found in COUNTS.COUNT.finditer(text)
        if (now := COUNTS.count(found["model"], found["function"], found["kind"])) != int(found["stated"])
    }
    assert COUNTS.COUNT.search(text), page.name
    assert not wrong, f"{STALE}: {wrong}"


def test_every_formulation_has_a_complete_row():
    """Every formulation has a row with its own count and, in the next column, the engine's count for the same robot."""
    assert len(ROWS) == 14
    models = set()
    for row in ROWS[1:]:
        assert len(row) == 9 and all(row), row
        own, engine = (COUNTS.COUNT.fullmatch(cell) for cell in row[5:7])
        assert own["model"] in COUNTS.FORMULATIONS
        assert f"`{engine['model']}`" in row[1]
        models.add(own["model"])
    assert models == set(COUNTS.FORMULATIONS)


def test_rewriting_corrects_a_wrong_count():
    wrong = re.sub(r"(<!--briot_tripteron/inverse_dynamics-->)\d+", r"\g<1>1", INDEX)
    assert wrong != INDEX
    mended = COUNTS.rewritten(wrong)
    assert COUNTS.COUNT.search(mended[mended.index("<!--briot_tripteron") :])["stated"] == str(
        COUNTS.count("briot_tripteron", "inverse_dynamics")
    )
