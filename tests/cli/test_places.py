"""Test commands with folders in place of files, places that cannot be written, and endings of figures."""

from __future__ import annotations

import pytest

MOTION = "t,px,py\n" + "".join(f"{0.1 * k:.1f},{0.002 * k:.3f},0.25\n" for k in range(8))


@pytest.mark.parametrize(
    "command",
    [
        ("run", "five-bar", ".", "-o", "out"),
        ("identify", "five-bar", ".", "-o", "out"),
        ("compare", "five-bar", "."),
        ("calibrate", "five-bar", ".", "-o", "out"),
        ("optimal", "five-bar", "--path", ".", "--effort", "3", "-o", "out"),
    ],
    ids=lambda command: command[0],
)
def test_folder_in_place_of_a_file_is_named(parados, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = parados(*command)
    assert result.exit_code == 2
    assert "'.' is a folder; give the path of a file" in result.output
    assert not list(tmp_path.iterdir())


def test_place_that_cannot_be_written_gets_one_sentence_without_numbers_of_errors(parados, tmp_path):
    motion = tmp_path / "motion.csv"
    motion.write_text(MOTION)
    result = parados("run", "five-bar", motion, "-o", "/proc/out")
    assert result.exit_code == 2
    assert "'/proc/out' cannot be written: No such file or directory" in result.output
    assert "Errno" not in result.output


@pytest.mark.parametrize(("ending", "first"), [("png", b"\x89PNG"), ("PNG", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_figure_has_the_format_of_its_ending(parados, ending, first, tmp_path):
    picture = tmp_path / f"robot.{ending}"
    assert parados("show", "five-bar", "--plot", picture).exit_code == 0
    assert picture.read_bytes().startswith(first)


def test_unknown_ending_of_a_figure_is_rejected(parados, tmp_path):
    result = parados("show", "five-bar", "--plot", tmp_path / "robot.foo")
    assert result.exit_code == 2
    assert "use the ending .png, .svg or .pdf" in result.output
    assert not list(tmp_path.iterdir())
