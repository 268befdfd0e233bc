"""Test that the examples on the page about simulation run and hold."""

import pytest
from tests.pages import examples, page_text, run_example

BLOCKS = examples(page_text("simulation.md"))


def test_the_page_has_examples():
    assert len(BLOCKS) == 4


@pytest.mark.parametrize(
    "block", [BLOCKS[0], *[pytest.param(block, marks=pytest.mark.slow) for block in BLOCKS[1:]]], ids=range(4)
)
def test_example_of_the_page_holds(block, capsys):
    run_example(block, "docs/simulation.md")
