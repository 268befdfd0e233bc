"""The page on singularities: its examples run and check themselves, its links have targets, its table is complete."""

from __future__ import annotations

import dataclasses
import re

import pytest
from tests.pages import examples, page_text, run_example

import parados.singularity
from parados.singularity import Distances

PAGE = "singularities.md"
TEXT = page_text(PAGE)
BLOCKS = examples(TEXT)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_example_runs(block, capsys):
    run_example(block, PAGE)
    assert "print(" not in block or capsys.readouterr().out


def test_every_distance_is_in_the_table():
    assert len(BLOCKS) == 6
    named = re.findall(r"^\| `(\w+)` \|", TEXT, flags=re.MULTILINE)
    known = {field.name for field in dataclasses.fields(Distances)} - {"reached", "legs", "length"}
    assert set(named) == known



def test_public_names_exist():
    assert all(hasattr(parados.singularity, name) for name in parados.singularity.__all__)
