"""Keep the prepared solutions of a robot in the cache folder, so that it is prepared once."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.storage.entries import read_entry, write_entry
from parados.storage.folder import cache_folder, warn_unwritable

__all__ = ["kept_points"]

Arrays = dict[str, NDArray[Any]]


def kept_points(key: bytes, make: Callable[[], Arrays]) -> Arrays:
    """Return the arrays that are kept under a key, or make and keep them."""
    entry = hashlib.sha256(key).hexdigest()[:32] + ".paths"
    try:
        folder = cache_folder()
    except OSError:
        return make()
    content = read_entry(folder, entry)
    if content is not None:
        with np.load(io.BytesIO(content)) as held:
            return {name: held[name] for name in held.files}
    made = make()
    held_bytes = io.BytesIO()
    np.savez(held_bytes, allow_pickle=False, **made)
    try:
        write_entry(folder, entry, held_bytes.getvalue())
    except OSError as error:
        warn_unwritable(folder, error)
    return made
