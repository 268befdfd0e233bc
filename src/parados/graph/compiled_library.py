"""Load compiled functions from the cache, or build them with the C compiler of the system.

The name of a library is a hash of its source, the compiler's version, its flags and the machine. parados loads a copy of the
checked bytes and then removes the copy. Thus a program that runs is not affected if a file of the cache is changed or cut. A
library that is missing, fails its check or cannot be loaded is built again. The compiler and its child processes are stopped
after a time limit.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from parados.errors import CompilerError, InputError
from parados.storage.entries import discard_entry, read_entry, write_entry
from parados.storage.folder import cache_folder, warn_unwritable
from parados.storage.scratch import scratch_folder

__all__ = ["FLAGS", "build_library", "compiled_function", "compiler", "run_limited", "time_limit"]

Function = Callable[[int], int]
"""A compiled function: it takes the address of its arguments and returns a number."""

FLAGS = ("-std=c99", "-O2", "-fno-math-errno", "-fno-trapping-math", "-fPIC", "-shared")

_hung: set[str] = set()
"""Compilers that exceeded the time limit. They are not run again, because every other kernel would wait as long."""


def compiled_function(source: str, name: str, flags: tuple[str, ...] = ()) -> Function:
    """Return the compiled function `long name(const void *)` of a C source.

    flags : flags of the compiler in addition to the usual ones, such as those for the instructions of this processor

    Raises CompilerError if it cannot be built or loaded.
    """
    found = compiler()
    parts = [source, found[1] if found else "", *FLAGS, *flags, platform.system(), platform.machine()]
    entry = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32] + ".so"
    try:
        folder = cache_folder()
        content = read_entry(folder, entry) if found else None
        if content is not None:
            try:
                return _load(folder, entry, content, name)
            except OSError:
                discard_entry(folder, entry)
        content = build_library(source, flags)
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
    with scratch_folder(parent, "load") as scratch:
        (scratch / entry).write_bytes(content)
        library = ctypes.CDLL(str(scratch / entry))
    try:
        function: ctypes._FuncPointer = getattr(library, name)
    except AttributeError as error:
        raise OSError(f"{entry} does not contain the function {name}") from error
    function.restype = ctypes.c_long
    function.argtypes = [ctypes.c_void_p]
    return function


@cache
def compiler() -> tuple[str, str] | None:
    """Find the C compiler ($CC, cc, gcc or clang): its path and version line, or None."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path:
            try:
                code, answer, _ = run_limited([path, "--version"], 20.0)
            except (OSError, subprocess.SubprocessError):
                continue
            if code == 0:
                return path, answer.splitlines()[0] if answer else ""
    return None


def time_limit() -> float:
    """Return the time limit of the compiler [s]: $PARADOS_COMPILER_TIMEOUT, 300 by default."""
    given = os.environ.get("PARADOS_COMPILER_TIMEOUT", "300")
    try:
        limit = float(given)
        if limit > 0:
            return limit
    except ValueError:
        pass
    raise InputError(f"PARADOS_COMPILER_TIMEOUT: a number of seconds above 0 is expected, not {given!r:.60}")


def build_library(source: str, flags: tuple[str, ...] = ()) -> bytes:
    """Compile a C source into a shared library and return its content; `flags` are added to the usual ones."""
    found = compiler()
    if found is None:
        raise CompilerError("no C compiler was found (tried $CC, cc, gcc, clang); install one or use backend='vm'")
    path, limit = found[0], time_limit()
    message = (
        f"the C compiler {path} did not finish within {limit:g} s and was stopped; "
        "set PARADOS_COMPILER_TIMEOUT to a larger number of seconds"
    )
    if path in _hung:
        raise CompilerError(message)
    try:
        with scratch_folder(Path(tempfile.gettempdir()), "build") as build:
            unit, library = build / "model.c", build / "model.so"
            unit.write_text(source)
            code, _, complaint = run_limited([path, *FLAGS, *flags, str(unit), "-o", str(library), "-lm"], limit)
            if code != 0:
                raise CompilerError(f"the C compiler {path} rejected the generated code: {complaint.strip()[:1000]}")
            return library.read_bytes()
    except subprocess.TimeoutExpired as error:
        _hung.add(path)
        raise CompilerError(message) from error
    except OSError as error:
        raise CompilerError(f"the C compiler {path} cannot be run: {error}") from error


def run_limited(command: list[str], limit: float, folder: Path | None = None) -> tuple[int, str, str]:
    """Run a command in a folder; return its exit code, its output and its error output.

    After `limit` seconds, or after an interrupt, the command and its child processes are stopped.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        cwd=folder,
    )
    try:
        output, complaint = process.communicate(timeout=limit)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)  # also stops the child processes of the compiler
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        raise
    return process.returncode, output, complaint
