"""Hooks of MkDocs for the site: generated pages, links and equations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from docs.building.api_pages import with_functions_of_modules
from docs.building.command_page import command_page
from docs.building.equations import with_mathml
from docs.building.example_pages import example_list, example_page, example_pictures
from docs.building.page_links import from_root, inside_site
from docs.building.readme_parts import with_readme_parts
from docs.building.robot_gallery import robot_gallery
from docs.building.source_gallery import source_gallery
from helpers.notebooks import EXAMPLES, notebook
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
CATALOG = ROOT / "src" / "parados" / "robots"

GENERATED = {
    "gallery/robots.md": robot_gallery,
    "gallery/reproduced.md": source_gallery,
    "gallery/examples.md": example_list,
    "reference/commands.md": command_page,
}
COPIED = {"about/contributing.md": "CONTRIBUTING.md", "about/changelog.md": "CHANGELOG.md"}


def on_files(files: Files, *, config: Any) -> Files:
    """Add the generated pages."""
    pages: dict[str, str | bytes] = {place: make() for place, make in GENERATED.items()}
    for place, name in COPIED.items():
        pages[place] = from_root((ROOT / name).read_text(encoding="utf-8"), place)
    for path in EXAMPLES:
        pages[f"examples/{path.stem}.md"] = example_page(path)
        pages[f"examples/{path.stem}.ipynb"] = nbformat.writes(notebook(path))
        pages[f"examples/{path.name}"] = path.read_bytes()
        pages |= {f"examples/{name}": content for name, content in example_pictures(path).items()}
    for path in CATALOG.glob("*.yaml"):
        pages[f"gallery/{path.name}"] = path.read_bytes()
    for place, content in pages.items():
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Let links reach pages of the site, take parts of the README, and complete the reference."""
    if page.file.generated_by is not None:
        return markdown
    place = page.file.src_uri
    return inside_site(with_functions_of_modules(with_readme_parts(markdown, place), place), place)


def on_page_content(html: str, **_: Any) -> str:
    """Show equations as MathML."""
    return with_mathml(html)
