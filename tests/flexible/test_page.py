"""The page on flexible robots: its examples run and contain checks, it cites equations, and its links exist."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text, run_example

PAGE = "flexible.md"
TEXT = page_text(PAGE)
BLOCKS = examples(TEXT)


@pytest.mark.parametrize("block", BLOCKS)
def test_examples_on_the_page_run(block, capsys):
    run_example(block, PAGE)
    assert "print(" not in block or "Hz" in capsys.readouterr().out


def test_the_page_has_an_example_and_cites_equations():
    assert BLOCKS
    assert {"10", "11", "F"} == {number.split(".")[0] for number in re.findall(r"\(([\dF]+\.\d+)\)", TEXT)}
