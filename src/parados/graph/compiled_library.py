"""Load compiled functions from the cache, or build them.

The name of a library is a hash of its source, the compiler's version, its flags and the machine. parados loads a copy of the
checked bytes and then removes the copy. Thus a program that runs is not affected if a file of the cache is changed or cut. A
library that is missing, fails its check or cannot be loaded is built again.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import tempfile
from collections.abc import Callable
from pathlib import Path

from parados.errors import CompilerError
from parados.graph import compiler
from parados.storage.entries import discard_entry, read_entry, write_entry
from parados.storage.folder import cache_folder, warn_unwritable
from parados.storage.scratch import scratch_folder, tidy_once

__all__ = ["compiled_function"]

Function = Callable[[int], int]
"""A compiled function: it takes the address of its arguments and returns a number."""


def compiled_function(source: str, name: str, flags: tuple[str, ...] = ()) -> Function:
    """Return the compiled function `long name(const void *)` of a C source.

    flags : flags of the compiler in addition to the usual ones, such as those for the instructions of this processor

    Raises CompilerError if it cannot be built or loaded.
    """
    found = compiler.compiler()
    parts = [source, found[1] if found else "", *compiler.FLAGS, *flags, platform.system(), platform.machine()]
    entry = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32] + ".so"
    try:
        folder = cache_folder()
        content = read_entry(folder, entry) if found else None
        if content is not None:
            try:
                return _load(folder, entry, content, name)
            except OSError:
                discard_entry(folder, entry)
        content = compiler.build_library(source, flags)
        try:
            write_entry(folder, entry, content)
        except OSError as error:
            warn_unwritable(folder, error)
        return _load(folder, entry, content, name)
    except OSError as error:
        raise CompilerError(f"the compiled library cannot be loaded: {error}") from error


def _load(folder: Path, entry: str, content: bytes, name: str) -> Function:
    """Load a library from a copy in the system's temporary folder; if programs cannot run there, from a copy in the cache.

    The copy keeps the name of the entry, because a loader takes two files with the same path for the same library.
    """
    try:
        return _load_copy(Path(tempfile.gettempdir()), entry, content, name)
    except OSError:
        return _load_copy(folder, entry, content, name)


def _load_copy(parent: Path, entry: str, content: bytes, name: str) -> Function:
    tidy_once(parent)
    with scratch_folder(parent, "load", tidy=False) as scratch:
        (scratch / entry).write_bytes(content)
        library = ctypes.CDLL(str(scratch / entry))
    try:
        function: ctypes._FuncPointer = getattr(library, name)
    except AttributeError as error:
        raise OSError(f"{entry} does not contain the function {name}") from error
    function.restype = ctypes.c_long
    function.argtypes = [ctypes.c_void_p]
    return function
