"""The example of the page on sensitivities runs, and the page names every attribute that it lists."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text, run_example

from parados.sensitivity import MonteCarlo, Sensitivity, WorstCase

PAGE = "sensitivity.md"
TEXT = page_text(PAGE)


@pytest.mark.parametrize("block", examples(TEXT))
def test_example_of_the_page_runs(block):
    run_example(block, PAGE)


@pytest.mark.parametrize(
    ("title", "result"), [("Sensitivities", Sensitivity), ("Worst case", WorstCase), ("Random robots", MonteCarlo)]
)
def test_attributes_of_the_page_exist(title, result):
    part = TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]
    known = {*dir(result), *result.__dataclass_fields__}
    named = set(re.findall(r"`([a-z_]+)`", part)) - {"guess"}
    assert named and named <= known
