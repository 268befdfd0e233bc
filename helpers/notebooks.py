"""Turn the examples into Jupyter notebooks, and run them.

python -m helpers.notebooks [name ...]

The docstring of an example becomes the first text, a comment after an empty line becomes a text, `# -- title ---` a heading, and
everything else code. A comment `# In a notebook: EXPRESSION` becomes code that shows a result, such as a picture. The folder of
the script becomes the current folder.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

__all__ = ["EXAMPLES", "FOLDER", "execute", "notebook"]

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))
FOLDER = ROOT / "build" / "notebooks"
"""Where executed notebooks are written."""

HEADING = re.compile(r"# -- (.*?) -+$")
SHOWN = "# In a notebook: "
LONGEST = 600
"""Longest time of one cell [s]."""


def notebook(path: Path) -> nbformat.NotebookNode:
    """Return the notebook of an example, not yet executed."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    cells = [("text", _introduction(ast.get_docstring(tree) or "", path.name))]
    for block in _blocks(text, tree):
        cells += _cells(block)
    made = new_notebook(metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    make = {"text": new_markdown_cell, "code": new_code_cell}
    for number, (kind, source) in enumerate(cells):
        cell = make[kind](source.strip("\n").replace("Path(__file__).parent", "Path.cwd()"))
        cell["id"] = f"{path.stem}-{number}"
        made.cells.append(cell)
    return made


def execute(made: nbformat.NotebookNode, folder: Path = ROOT / "examples") -> nbformat.NotebookNode:
    """Execute a notebook in a folder, by default beside the examples; an error in a cell is raised."""
    from nbclient import NotebookClient

    place = {"metadata": {"path": str(folder)}}
    quiet = ["--IPKernelApp.log_level=40"]
    return NotebookClient(made, kernel_name="python3", timeout=LONGEST, resources=place, extra_arguments=quiet).execute()


def _blocks(text: str, tree: ast.Module) -> list[str]:
    """Divide the lines after the docstring before each comment that follows an empty line, but not inside of a statement."""
    lines = text.split("\n")
    inside = {number for node in tree.body for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    first = tree.body[0].end_lineno or 1
    starts = [k for k in range(first + 1, len(lines)) if lines[k].startswith("#") and k + 1 not in inside and not lines[k - 1]]
    return ["\n".join(lines[i:j]).strip("\n") for i, j in zip([first, *starts], [*starts, len(lines)], strict=True)]


def _introduction(docstring: str, name: str) -> str:
    """Return the docstring as Markdown, without the line that says how to run the script."""
    title, _, body = docstring.split("\n", 2)
    return f"# {title}\n{body}".replace(f"    python examples/{name}\n\n", "")


def _cells(block: str) -> list[tuple[str, str]]:
    """Return the cells of a paragraph that may begin with comments."""
    lines = block.split("\n")
    count = next((k for k, line in enumerate(lines) if not line.startswith("#")), len(lines))
    cells: list[tuple[str, str]] = []
    words: list[str] = []
    for line in lines[:count]:
        heading = HEADING.match(line)
        if heading:
            words += [f"## {heading[1][0].upper()}{heading[1][1:]}", ""]
        elif line.startswith(SHOWN):
            cells += [*_text(words), ("code", line.removeprefix(SHOWN))]
            words = []
        else:
            words.append(line.removeprefix("#").removeprefix(" "))
    cells += _text(words)
    code = "\n".join(lines[count:]).strip("\n")
    return cells + ([("code", code)] if code else [])


def _text(words: list[str]) -> list[tuple[str, str]]:
    return [("text", "\n".join(words))] if any(words) else []


def main(names: list[str]) -> None:
    """Execute the notebooks of some examples, or of all, and write them into `FOLDER`."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in EXAMPLES:
        if names and path.stem not in names:
            continue
        nbformat.write(execute(notebook(path)), FOLDER / f"{path.stem}.ipynb")
        print(f"{FOLDER.name}/{path.stem}.ipynb")


if __name__ == "__main__":
    main(sys.argv[1:])
