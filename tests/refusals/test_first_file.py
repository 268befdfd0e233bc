"""Test the page on the first robot file: each of its files does what the page says, and its example runs."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text, run_example

import parados
from parados.api import Robot
from parados.robot.reading import parse_robot

PAGE = page_text("first-file.md")
FILES = re.findall(r"^```yaml\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", [0, 1])
def test_unfinished_files_give_the_sentences_of_the_page(number):
    with pytest.raises(parados.RobotFileError) as caught:
        Robot(parse_robot(FILES[number])).checked()
    assert f"\n    {caught.value.findings[0]}\n" in PAGE, caught.value.findings


def test_finished_file_loads_without_remarks():
    robot = Robot(parse_robot(FILES[2])).checked()
    assert robot.remarks == ()
    assert f"\n    my-first-robot is sound: {robot.mobility().freedoms()}.\n" in PAGE


def test_example_runs(tmp_path, monkeypatch):
    (tmp_path / "my-first-robot.yaml").write_text(FILES[2], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (block,) = examples(PAGE)
    run_example(block, "first-file.md")
