"""The page on crossing: its examples run, its links and pictures exist, its report equals the printed one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parados.plan import cross

PAGE = Path(__file__).parents[2] / "docs" / "crossing.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_examples_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)
    names = {}
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), names)
    assert capsys.readouterr().out.startswith("Crosses at 0.8183 s")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crossing.csv", "crossing.png"]
    assert names["motion"].model.labels["x"] == ["pz", "q12", "q13"]


def test_printed_report_equals_that_of_the_page(five_bar):
    printed = re.search(r"^```text\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)[1]
    numbers = [re.findall(r"-?\d+\.\d+", text) for text in (printed, cross(five_bar, [0.0, 0.338], [0.1, 0.1], 1.5).summary())]
    ours = [float(n) for n in numbers[1][:8]]  # the ninth is round-off
    assert [float(n) for n in numbers[0][:8]] == pytest.approx(ours, rel=1e-4)


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", TEXT))
def test_link_targets_exist(target):
    assert (PAGE.parent / target).exists()
