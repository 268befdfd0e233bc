"""The page on fast motions: its examples run and their asserts hold."""

from __future__ import annotations

from tests.pages import examples, page_text


def test_examples_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in examples(page_text("time-optimal.md")):
        exec(block, names)
    assert "Which limit holds the motion back" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fastest.csv", "fastest.png"]
