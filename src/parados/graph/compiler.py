"""Run the C compiler of the system, with a time limit after which the compiler and its child processes are stopped."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from parados.errors import CompilerError, InputError
from parados.storage.scratch import scratch_folder

__all__ = ["FLAGS", "build_library", "compiler", "run_limited", "time_limit"]

FLAGS = ("-std=c99", "-O2", "-fno-math-errno", "-fno-trapping-math", "-fPIC", "-shared")

_hung: set[str] = set()
"""Compilers that exceeded the time limit. They are not run again, because every other kernel would wait as long."""


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
