"""The page on line geometry: its examples run and check themselves, its links have targets."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text, run_example

PAGE = "line-geometry.md"
TEXT = page_text(PAGE)
BLOCKS = examples(TEXT)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_example_runs(block, capsys):
    run_example(block, PAGE)
    assert "print(" not in block or "flat pencil" in capsys.readouterr().out


def test_every_kind_is_in_the_table():
    assert len(BLOCKS) == 3
    named = {kind.strip() for row in re.findall(r"^\| (\d[^|]*) \|", TEXT, flags=re.MULTILINE) for kind in row.split(",")}
    assert named == {"1", "2a", "2b", "3a", "3b", "3c", "3d", "4a", "4b", "4c", "4d", "5a", "5b", "6"}
