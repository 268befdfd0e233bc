"""Test that messages name the options of a command, not the arguments of a function, and that options have an effect."""

from __future__ import annotations

import pytest

MESSAGES = {
    "argument with another name": (
        ("simulate", "five-bar", "--states", "0", "--duration", "0.1"),
        "parados: --states: a number of states",
    ),
    "argument with the same name": (("map", "five-bar", "--length=-1"), "parados: --length: a positive number [m] is expected"),
    "argument with a key": (("map", "five-bar", "--over", "px=0:1:1", "--over", "py"), "parados: --over['px']: a count"),
    "values of other coordinates": (("workspace", "five-bar", "--fix", "qq=1"), "parados: --fix: 'qq' is not a coordinate"),
    "working modes": (("map", "five-bar", "--modes", "1,1,1"), "parados: --modes: one entry for each leg"),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_message_begins_with_the_name_of_the_option(parados, tmp_path, name):
    words, told = MESSAGES[name]
    result = parados(*words, "-o", tmp_path / "out")
    assert result.exit_code == 2 and result.output.strip().startswith(told), result.output


def test_message_about_something_else_is_unchanged(parados, tmp_path):
    result = parados("map", "five-robot", "-o", tmp_path / "out", "--length", "1")
    assert result.output.startswith("parados: 'five-robot' is not in the catalog"), result.output


@pytest.mark.parametrize("command", ["map", "study", "reproduce", "optimal"])
def test_empty_name_of_a_folder_is_rejected(parados, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    result = parados(command, *(() if command == "reproduce" else ("five-bar",)), "-o", "")
    assert result.exit_code == 2 and "the name is empty; give a name, or . for the current folder" in result.output
    assert not list(tmp_path.iterdir())


def test_long_name_of_a_folder_is_rejected_before_anything_is_computed(parados):
    result = parados("map", "five-robot", "-o", "c" * 300)
    assert result.exit_code == 2 and "cannot be written: File name too long" in result.output


def test_corners_without_a_blend_are_rejected(parados, motion_csv, tmp_path):
    points = motion_csv({"px": [-0.05, 0.0, 0.08], "py": [0.25, 0.29, 0.3]})
    result = parados("optimal", "five-bar", "--path", points, "-o", tmp_path / "out", "--effort", "9", "--corner", "arc")
    assert result.exit_code == 2
    assert "--corner: 'arc' corners need a blend, a length [m]; without it the path is a smooth curve" in result.output


@pytest.mark.parametrize("ends", ["1e-20:2e-20", "0.1:0.1000000000000000001"])
def test_range_that_is_too_narrow_gets_a_true_sentence(parados, tmp_path, ends):
    result = parados("map", "five-bar", "--over", f"px={ends}:5", "--over", "py=0.2:0.3:5", "-o", tmp_path / "out")
    assert result.exit_code == 2 and ("is too narrow" in result.output) == (ends == "1e-20:2e-20"), result.output
