"""Test that the examples of the page on control run, and that the page names every public law."""

from __future__ import annotations

import pytest
from tests.pages import code_words, examples, page_text, run_example

from parados import control

BLOCKS = examples(page_text("control.md"))


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_example_of_the_page_runs(number):
    run_example(BLOCKS[number], f"block {number} of control.md")


def test_page_names_every_public_class():
    words = code_words(page_text("control.md"))
    left_out = {"Action", "Law", "Measured"}  # what `update` takes and returns, and the base class
    assert not set(control.__all__) - words - left_out
