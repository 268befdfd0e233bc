"""Test that every page of the documentation links to existing files and names existing source files."""

from __future__ import annotations

import re

import pytest
import typer
from tests.pages import GENERATED, PAGES, ROOT, code_words, examples, link_targets, named_files

import parados
from parados.cli.main import app
from parados.model.model import Model
from parados.sources.index import ENTRIES

PLACES = (ROOT, ROOT / "src" / "parados", ROOT / "src" / "parados" / "sources", ROOT / "src" / "parados" / "singularity")
COMMANDS = typer.main.get_command(app).commands.values()
OPTIONS = {option for command in COMMANDS for one in command.params for option in (*one.opts, *one.secondary_opts)}
OPTIONS |= {"--help", "--version", "--install-completion"}
INLINE, OPTION = re.compile(r"`([^`\n]+)`"), re.compile(r"(?<![\w-])--[a-z][\w-]*")
OTHER_PAGES = ("decisions.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""Pages that name options of other programs, or of former versions."""

HOME = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
IDS = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_link_targets_exist(page):
    for target in link_targets(page.read_text(encoding="utf-8")):
        place = (page.parent / target).resolve()
        assert place.exists() or place.relative_to(ROOT / "docs").as_posix() in GENERATED, target


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "decisions.md"], ids=lambda page: page.name)
def test_named_source_files_exist(page):
    for name in named_files(page.read_text(encoding="utf-8")):
        assert any((place / name).exists() for place in PLACES), name


def test_every_public_member_of_a_model_is_on_a_page():
    words = {word for page in PAGES if page.name != "CHANGELOG.md" for word in code_words(page.read_text(encoding="utf-8"))}
    assert not [name for name in dir(Model) if not name.startswith("_") and name not in words]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in OTHER_PAGES], ids=lambda page: page.name)
def test_named_options_exist(page):
    """Options in code within the text belong to a command; options of other programs are in blocks."""
    words = [word for word in INLINE.findall(page.read_text(encoding="utf-8")) if word.startswith(("--", "parados "))]
    assert not {option for word in words for option in OPTION.findall(word)} - OPTIONS


def test_numbers_on_the_home_page_are_true():
    robots, examples_, entries = (int(n) for n in re.search(r"(\d+) robots, (\d+) examples, and (\d+) tables", HOME).groups())
    assert robots == len(parados.catalog()) and entries == len(ENTRIES)
    assert examples_ == len(list((ROOT / "examples").glob("[0-9]*.py")))


def test_head_of_the_model_lists_the_file_of_every_subject():
    parts = {part.__module__.removeprefix("parados.") for part in Model.__mro__ if part.__module__.endswith("_methods")}
    listed = named_files((ROOT / "src" / "parados" / "model" / "model.py").read_text(encoding="utf-8"))
    assert parts and parts == {name.removesuffix(".py").replace("/", ".") for name in listed if name.endswith("_methods.py")}


@pytest.mark.slow
def test_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec("\n".join(examples((ROOT / "README.md").read_text(encoding="utf-8"))), {"__name__": "__example__"})
    assert (tmp_path / "controller").is_dir()
