"""Test the examples as notebooks: what becomes text and code, and that they run with pictures."""

from __future__ import annotations

import ast

import nbformat
import pytest
from helpers.notebooks import EXAMPLES, SHOWN, execute, notebook

QUICK = {"01_first_robot"}
"""Notebooks that `make test` executes; `make test-all` executes all."""

CHOSEN = [pytest.param(path, id=path.stem, marks=() if path.stem in QUICK else pytest.mark.slow) for path in EXAMPLES]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebook_has_the_code_of_the_example_and_a_picture(path):
    made = notebook(path)
    nbformat.validate(made)
    assert made.cells[0].source.startswith("# ")
    code = [cell.source for cell in made.cells if cell.cell_type == "code"]
    shown = [line.removeprefix(SHOWN) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(SHOWN)]
    assert shown and set(shown) <= set(code)
    script = ast.parse(path.read_text(encoding="utf-8").replace("Path(__file__).parent", "Path.cwd()")).body[1:]
    cells = [statement for source in code if source not in shown for statement in ast.parse(source).body]
    assert [ast.unparse(statement) for statement in cells] == [ast.unparse(statement) for statement in script]


@pytest.mark.parametrize("path", CHOSEN)
def test_notebook_runs_and_shows_a_picture(path):
    made = execute(notebook(path))
    outputs = [output for cell in made.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    shown = [output.get("data", {}) for output in outputs]
    assert any("image/png" in data or "<iframe" in data.get("text/html", "") for data in shown)
