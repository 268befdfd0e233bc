"""The page on crossing: its examples run, its report equals the printed one."""

from __future__ import annotations

import re

import pytest
from tests.pages import examples, page_text

from parados.plan import cross

TEXT = page_text("crossing.md")


def test_examples_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in examples(TEXT):
        exec(block, names)
    assert capsys.readouterr().out.startswith("Crosses at 0.8183 s")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crossing.csv", "crossing.png"]
    assert names["motion"].model.labels["x"] == ("pz", "q12", "q13")


def test_printed_report_equals_that_of_the_page(five_bar):
    printed = re.search(r"^```text\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)[1]
    numbers = [re.findall(r"-?\d+\.\d+", text) for text in (printed, cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5).summary())]
    ours = [float(n) for n in numbers[1][:8]]  # the ninth is round-off
    assert [float(n) for n in numbers[0][:8]] == pytest.approx(ours, rel=1e-4)
