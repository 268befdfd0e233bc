"""Pages of the formulations: each has all sections, and its examples run with their asserts."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "formulations"
PAGES = sorted(FOLDER.glob("*.md"))
SECTIONS = ["The idea", "Equations", "Corrections", "Cost", "When to use it", "Example"]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = [(page, number, block) for page in PAGES for number, block in enumerate(BLOCK.findall(page.read_text()))]


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "README"], ids=lambda page: page.stem)
def test_page_has_all_sections(page):
    text = page.read_text()
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    parts = dict(zip(SECTIONS, re.split(r"^## .+$", text, flags=re.MULTILINE)[1:], strict=True))
    assert len(parts["The idea"].split()) > 50
    assert len(re.findall(r"\(\d[\d.]*[a-d]?\)", parts["Equations"])) >= 10
    assert BLOCK.search(parts["Example"])


@pytest.mark.parametrize(("page", "number", "block"), EXAMPLES, ids=[f"{page.stem}-{number}" for page, number, _ in EXAMPLES])
def test_example_runs(page, number, block):
    """The example runs and contains at least one assert."""
    tree = ast.parse(block)
    assert any(isinstance(node, ast.Assert) for node in tree.body)
    exec(compile(tree, f"{page.name}[{number}]", "exec"), {"__name__": "__example__"})


def test_every_page_has_an_example_and_is_in_the_index():
    index = (FOLDER / "README.md").read_text()
    for page in PAGES:
        assert any(page == example[0] for example in EXAMPLES), page.name
        assert page.stem == "README" or f"({page.name})" in index


def test_links_point_to_existing_files():
    for page in PAGES:
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)\)", prose):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
