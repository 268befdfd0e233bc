"""Pages of the examples. They show notebooks: executed ones if `make notebooks` has made them, and else their text and code."""

from __future__ import annotations

import ast
import base64
import re
from pathlib import Path

import nbformat
from helpers.notebooks import EXAMPLES, FOLDER, notebook

__all__ = ["example_list", "example_page", "example_pictures"]

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def example_list() -> str:
    """Return the page that lists the examples, as Markdown."""
    rows = [HEAD]
    for path in EXAMPLES:
        title, about = _title(path)
        rows.append(f"- [{title}](../examples/{path.stem}.md): {about}")
    return "\n".join(rows) + "\n"


def example_page(path: Path) -> str:
    """Return the page of an example as Markdown."""
    link = f"\n\n[Notebook]({path.stem}.ipynb){{ download }} · [Script]({path.name}){{ download }}\n"
    parts = []
    for number, cell in enumerate(_made(path).cells):
        if cell.cell_type == "markdown":
            parts.append(cell.source + (link if number == 0 else ""))
            continue
        parts.append(f"```python\n{cell.source}\n```")
        parts += [_output(path, number, k, output) for k, output in enumerate(cell.get("outputs", []))]
    return "\n\n".join(parts) + "\n"


def example_pictures(path: Path) -> dict[str, bytes]:
    """Return the pictures of an executed notebook by file name."""
    found = {}
    for number, cell in enumerate(_made(path).cells):
        for k, output in enumerate(cell.get("outputs", [])):
            if "image/png" in output.get("data", {}):
                found[_picture(path, number, k)] = base64.b64decode(output["data"]["image/png"])
    return found


def _made(path: Path) -> nbformat.NotebookNode:
    executed = FOLDER / f"{path.stem}.ipynb"
    return nbformat.read(executed, as_version=4) if executed.exists() else notebook(path)


def _output(path: Path, number: int, k: int, output: nbformat.NotebookNode) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        return f"![figure]({_picture(path, number, k)})"
    text = COLOURS.sub("", output.get("text", "") or data.get("text/plain", ""))
    return f"```text\n{text.rstrip()}\n```"


def _picture(path: Path, number: int, k: int) -> str:
    return f"{path.stem}-{number}-{k}.png"


def _title(path: Path) -> tuple[str, str]:
    """Return the title and the first sentence of an example."""
    title, _, body = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n", 2)
    first = body.strip().split("\n\n")[0].replace("\n", " ")
    return title, re.split(r"(?<=[.?]) ", first)[0]


HEAD = """# Examples

Each example is a script of the folder `examples`, and the same as a Jupyter notebook. It ends with checks on numbers that are
known without parados. `make notebooks` runs all notebooks.
"""
