"""Command `parados new`: the file that it writes passes `parados check`, and bad names get one line."""

from __future__ import annotations

import re


def test_new_writes_a_file_that_passes_the_check(parados, tmp_path):
    path = tmp_path / "mine.yaml"
    written = parados("new", "3-rrr", "-o", path)
    assert written.exit_code == 0, written.output
    assert "3 degrees of freedom" in written.output
    checked = parados("check", path)
    assert checked.exit_code == 0
    assert re.match(r"my-3-rrr is sound: 3 degrees of freedom", checked.output)


def test_new_keeps_an_existing_file(parados, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    kept = parados("new", "3-RRR", "-o", path)
    assert kept.exit_code == 2
    assert "exists; give another name with -o, or --force" in kept.stderr
    assert path.read_text(encoding="utf-8") == "mine"


def test_new_refuses_a_name_in_one_line(parados):
    refused = parados("new", "3-RXR")
    assert refused.exit_code == 2
    assert refused.stderr.strip().count("\n") == 0
    assert "is not one of the joints R, P, U, S" in refused.stderr
