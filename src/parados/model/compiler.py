"""The system's C compiler behind a cache.

A library is named after a hash of its source, the compiler's version and its flags. It is written under another name
and moved into place, so that concurrent processes never see half of one.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from parados.errors import CompilerError

__all__ = ["FLAGS", "cache_folder", "compile_library", "compiler", "load_library"]

FLAGS = ("-std=c99", "-O2", "-fno-math-errno", "-fno-trapping-math", "-fPIC", "-shared")


def cache_folder() -> Path:
    """Where compiled models are kept: $PARADOS_CACHE, or `parados` in the user's cache folder."""
    given = os.environ.get("PARADOS_CACHE")
    if given:
        return Path(given)
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "parados"


@cache
def compiler() -> tuple[str, str] | None:
    """Path and version line of the C compiler ($CC, cc, gcc or clang), or None."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path:
            try:
                answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20, check=True)
            except (OSError, subprocess.SubprocessError):
                continue
            return path, answer.stdout.splitlines()[0] if answer.stdout else ""
    return None


def compile_library(source: str) -> Path:
    """The shared library of a C source, from the cache if it is there."""
    found = compiler()
    if found is None:
        raise CompilerError("no C compiler was found (tried $CC, cc, gcc, clang); install one or use backend='vm'")
    path, version = found
    key = hashlib.sha256("\0".join([source, version, *FLAGS]).encode()).hexdigest()[:32]
    folder = cache_folder()
    target = folder / f"{key}.so"
    if target.exists():
        return target
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as build:
            unit = Path(build) / "model.c"
            unit.write_text(source)
            library = Path(build) / "model.so"
            command = [path, *FLAGS, str(unit), "-o", str(library), "-lm"]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode != 0:
                raise CompilerError(f"{path} refused the generated code: {run.stderr.strip()[:2000]}")
            os.replace(library, target)
    except OSError as error:
        raise CompilerError(f"the cache folder {folder} cannot be used: {error}; set PARADOS_CACHE to another one") from error
    return target


def load_library(path: Path, name: str) -> ctypes._CFuncPtr:  # type: ignore[name-defined]
    """The batch function of a compiled kernel."""
    function = getattr(ctypes.CDLL(str(path)), name)
    function.restype = None
    pointer = ctypes.c_void_p
    function.argtypes = [ctypes.c_long, pointer, pointer, pointer, pointer]
    return function
