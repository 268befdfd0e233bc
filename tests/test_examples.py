"""Test that every example runs in any folder and that its asserts hold."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import parados

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_holds(example: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(parados.__file__).parents[1]), "PYTHONWARNINGS": "error"}
    run = subprocess.run(
        [sys.executable, str(example)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout and not run.stderr
    assert not list(tmp_path.iterdir()), "an example must not write files"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_is_a_page_with_a_check(example: Path) -> None:
    text = example.read_text(encoding="utf-8")
    title, underline, *_ = text.removeprefix('"""').splitlines()
    assert set(underline) == {"="} and len(underline) >= len(title)
    assert f"python examples/{example.name}" in text
    assert "\nassert " in text
