"""The system's C compiler: found once, given a time limit, and stopped with all its children when that has passed."""

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

__all__ = ["FLAGS", "build_library", "compiler"]

FLAGS = ("-std=c99", "-O2", "-fno-math-errno", "-fno-trapping-math", "-fPIC", "-shared")

_hung: set[str] = set()
"""Compilers that have exceeded the time limit; they are not tried again, since every further kernel would wait as long."""


@cache
def compiler() -> tuple[str, str] | None:
    """Path and version line of the C compiler ($CC, cc, gcc or clang), or None."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        path = shutil.which(name) if name else None
        if path:
            try:
                code, answer, _ = _run([path, "--version"], 20.0)
            except (OSError, subprocess.SubprocessError):
                continue
            if code == 0:
                return path, answer.splitlines()[0] if answer else ""
    return None


def time_limit() -> float:
    """Seconds that the compiler may take: $PARADOS_COMPILER_TIMEOUT, 300 by default."""
    given = os.environ.get("PARADOS_COMPILER_TIMEOUT", "300")
    try:
        limit = float(given)
        if limit > 0:
            return limit
    except ValueError:
        pass
    raise InputError(f"PARADOS_COMPILER_TIMEOUT: a number of seconds above 0 is expected, not {given!r:.60}")


def build_library(source: str) -> bytes:
    """Compile a C source into a shared library and return its content."""
    found = compiler()
    if found is None:
        raise CompilerError("no C compiler was found (tried $CC, cc, gcc, clang); install one or use backend='vm'")
    path, limit = found[0], time_limit()
    told = (
        f"the C compiler {path} did not finish within {limit:g} s and was stopped; PARADOS_COMPILER_TIMEOUT gives it more seconds"
    )
    if path in _hung:
        raise CompilerError(told)
    try:
        with scratch_folder(Path(tempfile.gettempdir()), "build") as build:
            unit, library = build / "model.c", build / "model.so"
            unit.write_text(source)
            code, _, complaint = _run([path, *FLAGS, str(unit), "-o", str(library), "-lm"], limit)
            if code != 0:
                raise CompilerError(f"{path} refused the generated code: {complaint.strip()[:1000]}")
            return library.read_bytes()
    except subprocess.TimeoutExpired as error:
        _hung.add(path)
        raise CompilerError(told) from error
    except OSError as error:
        raise CompilerError(f"the C compiler {path} cannot work: {error}") from error


def _run(command: list[str], limit: float) -> tuple[int, str, str]:
    """Exit code and what was written to both outputs; after `limit` seconds, or if interrupted, everything it started is
    stopped."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, complaint = process.communicate(timeout=limit)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)  # the compiler's own children as well
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        raise
    return process.returncode, output, complaint
