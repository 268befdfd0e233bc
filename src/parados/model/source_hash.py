"""A hash of the source that graphs are built by: one that was edited files its graphs apart."""

from __future__ import annotations

import hashlib
from pathlib import Path

__all__ = ["LAYERS", "SOURCE_HASH"]

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
    "model",
)
"""Layers that a graph can depend on: `model` and all that it imports, without `text` and `plots`, which show results."""


def _hash_of_source() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for layer in LAYERS:
        for path in sorted([*root.glob(f"{layer}.py"), *(root / layer).rglob("*.py")]):
            digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


SOURCE_HASH = _hash_of_source()
"""Taken at import, so that a graph is filed under the source that built it, not under one edited meanwhile."""
