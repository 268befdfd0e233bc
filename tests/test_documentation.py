"""Test that every page of the documentation links to existing files and names existing source files."""

from __future__ import annotations

import pytest
from tests.pages import PAGES, ROOT, examples, link_targets, named_files

PLACES = (ROOT, ROOT / "src" / "parados", ROOT / "src" / "parados" / "sources", ROOT / "src" / "parados" / "singularity")
IDS = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_link_targets_exist(page):
    for target in link_targets(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "decisions.md"], ids=lambda page: page.name)
def test_named_source_files_exist(page):
    for name in named_files(page.read_text(encoding="utf-8")):
        assert any((place / name).exists() for place in PLACES), name


@pytest.mark.slow
def test_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec("\n".join(examples((ROOT / "README.md").read_text(encoding="utf-8"))), {"__name__": "__example__"})
    assert (tmp_path / "controller").is_dir()
