"""Compile the sources of an FMU into the shared library of this machine."""

from __future__ import annotations

import platform
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from parados.errors import CompilerError, InputError
from parados.graph.compiled_library import FLAGS, compiler, run_limited, time_limit
from parados.storage.scratch import scratch_folder

__all__ = ["binary_folder", "compiled"]

FOLDERS = {("Linux", "x86_64"): {2: "linux64", 3: "x86_64-linux"}}
"""System and machine -> name of the folder of the library, by the version of FMI. Others were not tried."""


def binary_folder(version: int) -> str:
    """Return the name of the folder below `binaries`; raises InputError on a machine for which none is known."""
    folder = FOLDERS.get((platform.system(), platform.machine()))
    if folder is None:
        own = f"{platform.system()} on {platform.machine()}"
        raise InputError(f"binary: libraries are made for Linux on x86_64, not for {own}; use binary=False")
    return folder[version]


def compiled(texts: Mapping[str, str], sources: list[str]) -> bytes:
    """Compile C files into a shared library and return its content.

    texts : name of each file -> its text;  sources : names of those that are compiled
    """
    found = compiler()
    if found is None:
        raise CompilerError("no C compiler was found (tried $CC, cc, gcc, clang); install one or use binary=False")
    try:
        with scratch_folder(Path(tempfile.gettempdir()), "fmu") as folder:
            for name, text in texts.items():
                (folder / name).write_text(text, encoding="utf-8", newline="\n")
            command = [found[0], *FLAGS, "-fvisibility=hidden", "-Wl,--no-undefined", *sources, "-o", "library.so", "-lm"]
            code, _, complaint = run_limited(command, time_limit(), folder)
            if code != 0:
                raise CompilerError(f"the C compiler {found[0]} rejected the FMU: {complaint.strip()[:1000]}")
            return (folder / "library.so").read_bytes()
    except subprocess.TimeoutExpired as error:
        raise CompilerError(f"the C compiler {found[0]} did not finish within {time_limit():g} s and was stopped") from error
    except OSError as error:
        raise CompilerError(f"the C compiler {found[0]} cannot be run: {error}") from error
