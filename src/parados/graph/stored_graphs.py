"""Finished graphs kept between sessions, beside the compiled libraries.

A graph is filed under a hash of the robot's description, of the source that graphs are built by and of the quantity's name,
so that a change of any of them builds it anew. CasADi reads a changed text without complaint, or not at all: only text whose
checksum fits is given to it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import casadi as ca
import numpy as np

from parados.graph.finished_graph import FinishedGraph
from parados.storage.entries import discard_entry, read_entry, write_entry
from parados.storage.folder import cache_folder, tell_unwritable

__all__ = ["LAYERS", "stored_graph"]

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
"""What a graph can depend on: `model` and all that it imports, directly or not."""


def _hash_of_source() -> str:
    """Hash of the source of the layers and of CasADi's version."""
    digest = hashlib.sha256(ca.CasadiMeta.version().encode())
    root = Path(__file__).parents[1]
    for layer in LAYERS:
        for path in sorted([*root.glob(f"{layer}.py"), *(root / layer).rglob("*.py")]):
            digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


_FINGERPRINT = _hash_of_source()
"""Taken at import, so that a graph is filed under the source that built it, not under one edited meanwhile."""


def stored_graph(description: str, name: str, build: Callable[[], FinishedGraph]) -> FinishedGraph:
    """The graph of a quantity from the cache, or built and filed there."""
    entry = hashlib.sha256("\0".join([description, name, _FINGERPRINT]).encode()).hexdigest()[:32] + ".graph"
    try:
        folder = cache_folder()
    except OSError:
        return build()  # not even a temporary folder
    found = _read(folder, entry)
    if found is not None:
        return found
    finished = build()
    held = {
        "graph": finished.function.serialize(),
        "pivots": finished.pivot_names,
        "smallest": finished.smallest_pivots.tolist(),
        "careful": finished.careful_pivots.tolist(),
        "blind": finished.blind,
    }
    try:
        write_entry(folder, entry, json.dumps(held).encode())
    except OSError as error:
        tell_unwritable(folder, error)
    return finished


def _read(folder: Path, entry: str) -> FinishedGraph | None:
    content = read_entry(folder, entry)
    if content is None:
        return None
    try:
        held = json.loads(content)
        function = ca.Function.deserialize(held["graph"])
        sizes = np.array(held["smallest"]), np.array(held["careful"])
        return FinishedGraph(function, tuple(held["pivots"]), *sizes, bool(held["blind"]))
    except (ValueError, KeyError, TypeError, RuntimeError):
        discard_entry(folder, entry)  # whole, but of another make of CasADi
        return None
