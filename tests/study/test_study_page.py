"""Test that the examples of the page on studies run, and that it names every index, option, search and file."""

from __future__ import annotations

import pytest
import yaml
from tests.pages import examples, page_text, run_example
from tests.study.studies import STUDIES

from parados.study import INDICES, DesignStates, Sizing, Study
from parados.study.search_table import SEARCHES
from parados.study.study_file import KEYS
from parados.study.study_motions import MOTIONS

PAGE = "studies.md"
TEXT = page_text(PAGE)


@pytest.mark.parametrize("block", examples(TEXT))
def test_example_of_the_page_runs(block):
    run_example(block, PAGE)


def test_page_has_a_row_for_every_index():
    rows = {line.split("`")[1]: line for line in TEXT.splitlines() if line.startswith("| `") and line.count("|") >= 7}
    assert set(rows) == set(INDICES)
    for name, one in INDICES.items():
        cells = [cell.strip() for cell in rows[name].split("|")[1:-1]]
        assert cells[1:4] == [one.over, one.take, one.unit] and cells[5] == ("yes" if one.slopes else "")
        assert all(f"`{option}`" in cells[4] for option in one.options)


def test_page_has_every_search_with_its_options():
    for kind, one in SEARCHES.items():
        (row,) = [line for line in TEXT.splitlines() if line.startswith("|") and f"`{kind}`" in line.split("|")[1]]
        assert all(f"`{option}`" in row for option in one.options)


def test_study_file_of_the_page_is_valid():
    content = yaml.safe_load(TEXT.partition("```yaml\n")[2].partition("```")[0])
    assert set(content) <= set(KEYS)
    content["robot"] = STUDIES / content["robot"]
    made = Study(content.pop("robot"), **content)
    assert made.units["torque"] == "N m" and made.search.total == 1024


def test_page_names_motions_and_members_that_exist():
    assert all(f"`{name}`" in TEXT for name in MOTIONS)
    assert all(hasattr(DesignStates, name) for name in ("q", "qd", "tau", "of", "slopes", "each", "reached"))
    assert all(hasattr(Sizing, name) for name in ("margins", "worst", "instants", "suffices"))
