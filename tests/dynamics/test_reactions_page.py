"""The examples of the pages on reactions and on the tree run, and the pages name only attributes that exist."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text, run_example

from parados.model.multipliers import Multipliers
from parados.model.reaction_result import Reactions
from parados.model.tree_models import TreeModels

PAGE = "reactions.md"
TEXT = page_text(PAGE)


@pytest.mark.parametrize("block", [*examples(TEXT), *examples(page_text("tree.md"))])
def test_example_of_the_pages_runs(block):
    run_example(block, PAGE)


def test_methods_of_the_tree_on_its_page_exist():
    part = page_text("tree.md").partition("| method | book | result |")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`([a-z_]+)\(", " ".join(rows)))
    public = {name for name in dir(TreeModels) if not name.startswith("_")}
    assert named == public


@pytest.mark.parametrize(("title", "result"), [("Result", Reactions), ("Multipliers of the book", Multipliers)])
def test_attributes_of_the_page_exist(title, result):
    part = TEXT.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`([a-z_0-9]+)", " ".join(rows))) - {"loads"}
    assert len(named) > 5 and named <= {*dir(result), *result.__dataclass_fields__}
