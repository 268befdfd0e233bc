"""The example of the page on reactions runs, and the page names only attributes that exist."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text, run_example

from parados.model.multipliers import Multipliers
from parados.model.reaction_result import Reactions

PAGE = "reactions.md"
TEXT = page_text(PAGE)


@pytest.mark.parametrize("block", examples(TEXT))
def test_example_of_the_page_runs(block):
    run_example(block, PAGE)


@pytest.mark.parametrize(("title", "result"), [("Result", Reactions), ("Multipliers of the book", Multipliers)])
def test_attributes_of_the_page_exist(title, result):
    part = TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`([a-z_0-9]+)", " ".join(rows))) - {"loads"}
    assert len(named) > 5 and named <= {*dir(result), *result.__dataclass_fields__}
