"""The page on singularities: its examples run and check themselves, its links have targets, its table is complete."""

from __future__ import annotations

import ast
import dataclasses
import re
from pathlib import Path

import pytest

import parados.singularity
from parados.singularity import Distances

PAGE = Path(__file__).parents[2] / "docs" / "singularities.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_example_runs(block, capsys):
    tree = ast.parse(block)
    assert any(isinstance(node, ast.Assert) for node in ast.walk(tree))
    exec(compile(tree, PAGE.name, "exec"), {"__name__": "__example__"})
    assert "print(" not in block or capsys.readouterr().out


def test_every_distance_is_in_the_table():
    assert len(BLOCKS) == 5
    named = re.findall(r"^\| `(\w+)` \|", TEXT, flags=re.MULTILINE)
    known = {field.name for field in dataclasses.fields(Distances)} - {"reached", "legs", "length"}
    assert set(named) == known


def test_link_targets_exist():
    for target in re.findall(r"\]\(([^)#]+)", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL)):
        assert (PAGE.parent / target).exists(), target


def test_public_names_exist():
    assert all(hasattr(parados.singularity, name) for name in parados.singularity.__all__)
