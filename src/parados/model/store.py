"""Finished graphs kept between sessions, beside the compiled libraries.

A graph is filed under a hash of the robot's description, of the source of parados itself and of the quantity's name,
so that a change of any of them builds it anew. Files are written under another name and moved into place; one that
cannot be read is built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import casadi as ca
import numpy as np

from parados.model.compiler import cache_folder
from parados.model.graphs import FinishedGraph

__all__ = ["stored_graph"]


def _hash_of_source() -> str:
    """Hash of the source of parados and of CasADi's version."""
    digest = hashlib.sha256(ca.CasadiMeta.version().encode())
    root = Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_FINGERPRINT = _hash_of_source()
"""Taken at import, so that a graph is filed under the source that built it, not under one edited meanwhile."""


def stored_graph(description: str, name: str, build: Callable[[], FinishedGraph]) -> FinishedGraph:
    """The graph of a quantity from the cache, or built and filed there."""
    key = hashlib.sha256("\0".join([description, name, _FINGERPRINT]).encode()).hexdigest()[:32]
    path = cache_folder() / f"{key}.graph"
    found = _read(path)
    if found is not None:
        return found
    finished = build()
    _write(path, finished)
    return finished


def _read(path: Path) -> FinishedGraph | None:
    try:
        held = json.loads(path.read_text())
        return FinishedGraph(ca.Function.deserialize(held["graph"]), tuple(held["pivots"]), np.array(held["scale"]))
    except (OSError, ValueError, KeyError, RuntimeError):
        return None


def _write(path: Path, finished: FinishedGraph) -> None:
    held = {"graph": finished.function.serialize(), "pivots": finished.pivot_names, "scale": finished.pivot_scale.tolist()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".graph-")
        with os.fdopen(handle, "w") as file:
            json.dump(held, file)
        os.replace(temporary, path)
    except OSError:
        return  # a cache that cannot be written only costs time
