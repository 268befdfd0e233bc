"""Read the pages of the documentation: their examples, links and the files that they name."""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
GENERATED = {"gallery/robots.md", "gallery/reproduced.md", "gallery/examples.md", "reference/commands.md"}
"""Pages below docs/ that exist only in the built site; `tests/test_site.py` checks links to them."""


def page_text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def examples(text: str) -> list[str]:
    """Return the Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def run_example(block: str, name: str) -> None:
    """Run a Python block, which must contain an assert."""
    tree = ast.parse(block)
    assert any(isinstance(node, ast.Assert) for node in ast.walk(tree))
    exec(compile(tree, name, "exec"), {"__name__": "__example__"})


def link_targets(text: str) -> list[str]:
    """Return the local files that a page links to, including pictures."""
    targets = re.findall(r"\]\(([^)#\s]+)", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [target for target in targets if "://" not in target]


def named_files(text: str) -> list[str]:
    """Return the source files that a page names, such as `model/graphs.py`."""
    return [name for name in re.findall(r"`([\w/]+/\w+\.py)`", text) if "NN_" not in name]


def code_words(text: str) -> set[str]:
    """Return the words in the code of a page: in its blocks and between backticks."""
    return {word for code in re.findall(r"^```.*?^```|`[^`\n]+`", text, flags=re.M | re.S) for word in re.findall(r"\w+", code)}


def run_page(text: str, name: str) -> int:
    """Run a page from top to bottom in the current folder, and return the number of blocks that ran.

    Python blocks share their names. Lines `parados ...` of `sh` and `bash` blocks run as commands. A block with a title is
    written to a file of this name. Python in a comment `<!-- setup ... -->` runs too; readers do not see it.
    """
    names = {"__name__": "__example__"}
    count = 0
    pattern = r"^<!-- setup\n(.*?)^-->|^```(\w+)?(?: title=\"([^\"]+)\")?\n(.*?)^```"
    for found in re.finditer(pattern, text, flags=re.MULTILINE | re.DOTALL):
        setup, language, title, block = found.groups()
        if title is not None:
            Path(title).write_text(block, encoding="utf-8")
        elif setup is not None or language == "python":
            exec(compile(setup or block, name, "exec"), names)
        elif language in ("sh", "bash"):
            for line in block.replace("\\\n", " ").splitlines():
                if line.startswith("parados "):
                    command = [sys.executable, "-m", *shlex.split(line, comments=True)]
                    run = subprocess.run(command, capture_output=True, text=True, check=False)
                    assert run.returncode == 0, f"{line}\n{run.stdout}{run.stderr}"
        else:
            continue
        count += 1
    return count
