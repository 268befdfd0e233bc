"""Store finished graphs in the cache, next to the compiled libraries.

The name of a stored graph is a hash of everything that the graph depends on; after any change the graph is built again. CasADi
does not detect all damage of a stored text. Therefore only text with a correct checksum is given to CasADi.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import casadi as ca
import numpy as np

from parados.graph.finished_graph import FinishedGraph
from parados.storage.entries import discard_entry, read_entry, write_entry
from parados.storage.folder import cache_folder, warn_unwritable

__all__ = ["stored_graph"]


def stored_graph(parts: Sequence[str], build: Callable[[], FinishedGraph]) -> FinishedGraph:
    """Return a graph from the cache, or build it and store it there.

    parts : everything that the graph depends on, except the version of CasADi
    """
    parts = [*parts, ca.CasadiMeta.version()]
    entry = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32] + ".graph"
    try:
        folder = cache_folder()
    except OSError:
        return build()  # there is not even a temporary folder
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
        warn_unwritable(folder, error)
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
        discard_entry(folder, entry)  # undamaged, but this build of CasADi cannot read it
        return None
