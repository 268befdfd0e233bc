"""Build the documentation site in strict mode, and test what a reader gets: links, anchors, equations, search, no network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from tests.pages import ROOT

import parados
from parados.model.model import Model
from parados.sources.index import ENTRIES

LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src")}
"""Attributes whose targets a browser loads by itself."""

PACKAGES = [name for name in parados.__all__ if (Path(parados.__file__).parent / name / "__init__.py").exists()]


class Page(HTMLParser):
    """Links, names and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if value is None:
                continue
            if key in ("id", "name"):
                self.names.add(value)
            if tag == "a" and key == "href":
                self.links.append(value)
            if (tag, key) in LOADED:
                self.loaded.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """Folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    places = f"{Path(parados.__file__).parents[1]}{os.pathsep}{ROOT}"
    environment = {**os.environ, "PYTHONPATH": places, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Page]:
    """All pages of the site."""
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_no_link_is_broken(site, pages):
    broken = []
    for path, page in pages.items():
        if path.name == "404.html":  # its links start from the root of a server
            continue
        for link in (*page.links, *page.loaded):
            target, anchor = urldefrag(unquote(link))
            if "://" in target or target.startswith(("mailto:", "data:")):
                continue
            place = (path.parent / target).resolve() if target else path
            if not place.exists() or (anchor and place in pages and anchor not in pages[place].names):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert len(pages) > 90 and not broken


def test_nothing_is_loaded_from_the_network(pages):
    assert not [url for page in pages.values() for url in page.loaded if url.startswith(("http:", "https:", "//"))]


def test_equations_are_mathml(site):
    text = (site / "theory" / "dynamics.html").read_text(encoding="utf-8")
    assert text.count("<math") > 10 and '<span class="equation-number">(8.71)</span>' in text
    assert '<mover accent="true"><mi>v</mi><mo>&#x002D9;</mo></mover>' in text and "<mover>" not in text  # dots of full size
    assert not [path for path in site.rglob("*.html") if "arithmatex" in path.read_text(encoding="utf-8")]


def test_search_finds_pages(site):
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    wanted = {"payload": "live-parameters", "Coulomb": "notation", "assembly_modes": "api/model", "h4": "gallery/robots"}
    for word, place in wanted.items():
        assert [page for page in found if word in page["title"] + page["text"] and page["location"].startswith(place)], word
    assert (site / "search" / "search_index.js").exists()  # for pages that are opened as files


def test_search_works_in_a_browser_without_a_server(site, browser):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").fill("payload")
    found = page.locator(".md-search-result__link")
    found.first.wait_for(timeout=60_000)
    assert "live-parameters.html" in " ".join(link.get_attribute("href") for link in found.all())
    page.close()


def test_galleries_show_every_robot_and_every_entry(site):
    robots = (site / "gallery" / "robots.html").read_text(encoding="utf-8")
    assert not [name for name in parados.catalog() if f"pictures/{name}.png" not in robots]
    entries = (site / "gallery" / "reproduced.html").read_text(encoding="utf-8")
    assert not [entry.id for entry in ENTRIES if f">{entry.id}<" not in entries]


def test_reference_has_every_public_name(pages, site):
    model = pages[site / "api" / "model.html"].names
    assert not [name for name in dir(Model) if not name.startswith("_") and f"parados.model.model.Model.{name}" not in model]
    for package in PACKAGES:
        names = {name.rpartition(".")[2] for name in pages[site / "api" / f"{package}.html"].names}
        assert not set(getattr(parados, package).__all__) - names, package


def test_every_page_of_the_folder_is_in_the_navigation(site):
    home = Page((site / "index.html").read_text(encoding="utf-8")).links
    wanted = {str(path.relative_to(ROOT / "docs").with_suffix(".html")) for path in (ROOT / "docs").rglob("*.md")}
    missing = {name.replace("README", "index") for name in wanted} - {urldefrag(link)[0] for link in home} - {"index.html"}
    assert not missing
