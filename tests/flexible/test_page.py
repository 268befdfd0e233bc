"""The page on flexible robots: its examples run and contain checks, it cites equations, and its links exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "flexible.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_examples_on_the_page_run(block, capsys):
    tree = ast.parse(block)
    assert any(isinstance(node, ast.Assert) for node in tree.body)
    exec(compile(tree, PAGE.name, "exec"), {"__name__": "__example__"})
    assert "print(" not in block or "Hz" in capsys.readouterr().out


def test_the_page_has_an_example_and_cites_equations():
    assert BLOCKS
    assert {"10", "11", "F"} == {number.split(".")[0] for number in re.findall(r"\(([\dF]+\.\d+)\)", TEXT)}


def test_link_targets_exist():
    for target in re.findall(r"\]\(([^)#]+)", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)):
        assert (PAGE.parent / target).exists(), target
