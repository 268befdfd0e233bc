"""Hash of the source code that builds graphs: after an edit, graphs are stored under another name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

__all__ = ["LAYERS", "SOURCE_HASH", "hash_of_source"]

LAYERS = (
    "errors",
    "arguments",
    "storage",
    "spatial",
    "graph",
    "robot",
    "topology",
    "geometry",
    "kinematics",
    "dynamics",
    "flexible",
    "assembly",
    "model",
)
"""Layers that a graph can depend on: `model` and all that it imports, without `text` and `plots`, which show results."""


def hash_of_source(layers: Iterable[str]) -> str:
    """Return the hash of the files of some layers."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for layer in layers:
        for path in sorted([*root.glob(f"{layer}.py"), *(root / layer).rglob("*.py")]):
            digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


SOURCE_HASH = hash_of_source(LAYERS)
"""Hash at import time: a graph is stored under the source that built it, also if the files are edited later."""
