"""The page on line geometry: its examples run and check themselves, its links have targets."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "line-geometry.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_example_runs(block, capsys):
    tree = ast.parse(block)
    assert any(isinstance(node, ast.Assert) for node in tree.body)
    exec(compile(tree, PAGE.name, "exec"), {"__name__": "__example__"})
    assert "print(" not in block or "flat pencil" in capsys.readouterr().out


def test_every_kind_is_in_the_table():
    assert len(BLOCKS) == 3
    named = {kind.strip() for row in re.findall(r"^\| (\d[^|]*) \|", TEXT, flags=re.MULTILINE) for kind in row.split(",")}
    assert named == {"1", "2a", "2b", "3a", "3b", "3c", "3d", "4a", "4b", "4c", "4d", "5a", "5b", "6"}


def test_link_targets_exist():
    for target in re.findall(r"\]\(([^)#]+)", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)):
        assert (PAGE.parent / target).exists(), target
