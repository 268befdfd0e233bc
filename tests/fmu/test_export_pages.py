"""The Python blocks of the pages on exported C and on FMUs run."""

from __future__ import annotations

import pytest
from tests.pages import examples, page_text, run_example

BLOCKS = [(page, block) for page in ("export.md", "fmu.md") for block in examples(page_text(page))]


@pytest.mark.parametrize(("page", "block"), BLOCKS, ids=[f"{page}-{k}" for k, (page, _) in enumerate(BLOCKS)])
def test_examples_of_the_page_run(page, block):
    run_example(block, page)
