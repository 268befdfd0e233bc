"""Test commands with folders in place of files, places that cannot be written, and endings of figures."""

from __future__ import annotations

import pytest
from typer.main import get_command

from parados.cli.main import app

COMMANDS = get_command(app).commands
WRITING = [name for name, command in COMMANDS.items() if any(param.name == "output" for param in command.params)]
WRITING.remove("reproduce")  # without names it only lists its entries; it makes its folder first

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


def test_all_commands_that_compute_files_are_known_here():
    assert {"run", "map", "study", "excite", "identify", "calibrate", "optimal", "simulate", "fmu"} < set(WRITING)


@pytest.mark.parametrize("command", WRITING)
def test_place_is_tried_before_anything_is_computed(parados, command, tmp_path):
    """The other arguments name nothing that exists; a search of two minutes ended with this sentence before."""
    (tmp_path / "file").write_text("kept")
    needed = [param for param in COMMANDS[command].params if param.required and param.name != "output"]
    given = [text for param in needed for text in (param.opts[:1] if param.opts[0].startswith("-") else []) + ["1"]]
    result = parados(command, *given, "-o", tmp_path / "file" / "new" / "out")
    assert result.exit_code == 2
    assert "cannot be written" in result.output and "file' is a file, not a folder" in result.output
    assert (tmp_path / "file").read_text() == "kept" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("command", ["fmu", "poses", "new"])
def test_folder_in_place_of_a_file_is_told_before_anything_is_computed(parados, command, tmp_path):
    needed = [param for param in COMMANDS[command].params if param.required and param.name != "output"]
    result = parados(command, *["1" for _ in needed], "-o", tmp_path)
    assert result.exit_code == 2 and "is a folder; give a file to write" in result.output


def test_a_link_to_nowhere_is_told_before_anything_is_computed(parados, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    result = parados("run", "unknown", "unknown.csv", "-o", tmp_path / "link")
    assert result.exit_code == 2 and "a link to a place that does not exist" in result.output


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
