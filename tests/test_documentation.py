"""Test that every page of the documentation links to existing files and names existing source files."""

from __future__ import annotations

import pytest
from tests.pages import GENERATED, PAGES, ROOT, code_words, examples, link_targets, named_files

from parados.model.model import Model

PLACES = (ROOT, ROOT / "src" / "parados", ROOT / "src" / "parados" / "sources", ROOT / "src" / "parados" / "singularity")
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


def test_head_of_the_model_lists_the_file_of_every_subject():
    parts = {part.__module__.removeprefix("parados.") for part in Model.__mro__ if part.__module__.endswith("_methods")}
    listed = named_files((ROOT / "src" / "parados" / "model" / "model.py").read_text(encoding="utf-8"))
    assert parts and parts == {name.removesuffix(".py").replace("/", ".") for name in listed if name.endswith("_methods.py")}


@pytest.mark.slow
def test_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec("\n".join(examples((ROOT / "README.md").read_text(encoding="utf-8"))), {"__name__": "__example__"})
    assert (tmp_path / "controller").is_dir()
