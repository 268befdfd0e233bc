"""Test that help teaches: commands by task, examples that exist, and completion in shells."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys

import pytest
import typer

from parados.cli.command_examples import EXAMPLES_OF, FILES_OF
from parados.cli.grouped_help import EXAMPLES, OTHERS, TITLES
from parados.cli.main import app

GROUP = typer.main.get_command(app)


def test_every_command_is_in_a_group_of_the_help(parados):
    told = parados("--help").output
    assert all(f"{title}:" in told for title in TITLES if title != OTHERS)
    assert all(f"\n  {name} " in told for name in GROUP.commands)


def test_commands_are_listed_once():
    assert sorted(GROUP.list_commands(None)) == sorted(GROUP.commands)


@pytest.mark.parametrize("line", [*[line for line, _ in EXAMPLES], *EXAMPLES_OF.values()])
def test_examples_of_the_help_name_commands_and_options(line):
    _, name, *words = shlex.split(line)
    options = {option for parameter in GROUP.commands[name].params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= options


def test_every_command_explains_itself_and_its_options():
    for name, command in GROUP.commands.items():
        assert command.help and command.help[0].isupper(), name
        assert not [parameter.name for parameter in command.params if not parameter.help], name


@pytest.mark.parametrize("name", GROUP.commands)
def test_help_of_every_command_has_an_example_and_names_its_files(parados, name):
    told = parados(name, "--help").output
    assert f"Example:\n    {EXAMPLES_OF[name]}\n" in told
    if any(parameter.name == "output" for parameter in GROUP.commands[name].params):
        text = " ".join(told.split())
        assert any(word in text for word in ("OUTPUT gets", "OUTPUT is", "older gets", "results are", "my-FAMILY.yaml"))


def test_files_that_the_help_names_are_written(parados, motion_csv, circle, tmp_path):
    parados("run", "five-bar", motion_csv(circle), "-o", tmp_path / "run")
    over = ("--over", "px=-0.1:0.1:5", "--over", "py=0.15:0.3:5")
    parados("workspace", "five-bar", *over, "-o", tmp_path / "workspace")
    parados("map", "five-bar", *over, "-o", tmp_path / "map")
    for name in ("run", "workspace", "map"):
        written = {path.name for path in (tmp_path / name).iterdir()}
        assert set(re.findall(r"[a-z]+[.](?:csv|png|md|html|npz|xlsx)", FILES_OF[name])) <= written


def test_bash_completes_commands():
    asked = {"_PARADOS_COMPLETE": "complete_bash", "COMP_WORDS": "parados si", "COMP_CWORD": "1"}
    code = "from parados.cli.main import app; app(prog_name='parados')"
    run = subprocess.run([sys.executable, "-c", code], env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert set(run.stdout.split()) == {"simulate", "size"}


def test_bash_completes_names_of_robots():
    asked = {"_PARADOS_COMPLETE": "complete_bash", "COMP_WORDS": "parados show gough-stewart-l", "COMP_CWORD": "2"}
    code = "from parados.cli.main import app; app(prog_name='parados')"
    run = subprocess.run([sys.executable, "-c", code], env={**os.environ, **asked}, capture_output=True, text=True, check=False)
    assert set(run.stdout.split()) == {"gough-stewart-lopes", "gough-stewart-lopes-fat"}
