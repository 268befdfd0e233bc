"""Measure compiled C: stack of every function, sizes of code and data, functions that it calls, and time."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from parados.errors import CompilerError
from parados.graph.compiled_library import compiler, run_limited, time_limit

__all__ = ["CodeMeasurement", "Measured", "deepest"]

FLAGS = ("-std=c99", "-O2")

RED_ZONE = {"x86_64": ("-mno-red-zone",)}
"""Flags by machine without which the innermost function uses stack that the compiler does not report."""

SECTIONS = {".text": "code", ".rodata": "constants", ".data": "statics", ".bss": "statics"}
"""Beginning of the names of sections of an object file -> what they hold."""

_NODE = re.compile(r'node: \{ title: "([^"]+)" label: "[^"]*?\\n(\d+) bytes \((static|dynamic,bounded)\)')
_EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')


@dataclass(frozen=True)
class Measured:
    """Measured figures; None where there is no measurement, and `reason` says why.

    stack : bytes by the name of the function;  times : nanoseconds, as the timing program prints them
    code, constants, statics : bytes of instructions, of read-only and of writable data;  calls : functions of other libraries
    """

    compiler: str | None = None
    flags: tuple[str, ...] = ()
    stack: Mapping[str, int] = field(default_factory=dict)
    times: Mapping[str, float] = field(default_factory=dict)
    code: int | None = None
    constants: int | None = None
    statics: int | None = None
    calls: list[str] | None = None
    reason: str | None = None


@dataclass(frozen=True)
class CodeMeasurement:
    """Measurement of a C source in a folder that the compiler may write to.

    source, timing : names of the files with the functions, and with a program that prints `name nanoseconds` for each of them
    """

    folder: Path
    source: str
    timing: str

    def measured(self) -> Measured:
        """Measure everything; raises CompilerError if there is no compiler, or if it fails."""
        found = compiler()
        if found is None:
            raise CompilerError("no C compiler was found (tried $CC, cc, gcc, clang)")
        path, version = found
        missing = []
        unit = Path(self.source).stem
        graph = ["-fstack-usage", "-fcallgraph-info=su", *RED_ZONE.get(platform.machine(), ())]
        if self._run([path, *FLAGS, *graph, "-c", self.source, "-o", "unit.o"])[0] != 0:  # clang knows no call graph
            graph = []
            missing.append(f"{path} reports no stack of calls")
            self._checked([path, *FLAGS, "-c", self.source, "-o", "unit.o"])
        reports = [file for file in (self.folder / "unit.ci", self.folder / f"{unit}.ci") if file.exists()]
        stack = deepest(reports[0].read_text()) if graph and reports else {}
        self._checked([path, *FLAGS, self.timing, "unit.o", "-o", "timing", "-lm"])
        times = dict(line.split() for line in self._checked([str(self.folder / "timing")]).splitlines())
        sizes = self._sizes()
        missing += [] if sizes else ["the programs size and nm were not found, so sizes are unknown"]
        code, constants, statics, calls = sizes or (None, None, None, None)
        rounded = {key: round(float(value), 1) for key, value in times.items()}
        return Measured(version, FLAGS, stack, rounded, code, constants, statics, calls, "; ".join(missing) or None)

    def _sizes(self) -> tuple[int, int, int, list[str]] | None:
        """Return the bytes of code, constants and writable data, and the functions of other libraries that the code calls."""
        if shutil.which("size") is None or shutil.which("nm") is None:
            return None
        total = dict.fromkeys(SECTIONS.values(), 0)
        for line in self._checked(["size", "-A", "unit.o"]).splitlines():
            section, *numbers = line.split() or [""]
            kind = SECTIONS.get(".".join(section.split(".")[:2]))
            if kind is not None:
                total[kind] += int(numbers[0])
        calls = [line.split()[-1] for line in self._checked(["nm", "-u", "unit.o"]).splitlines()]
        return total["code"], total["constants"], total["statics"], sorted(calls)

    def _checked(self, command: list[str]) -> str:
        code, output, complaint = self._run(command)
        if code != 0:
            raise CompilerError(f"{' '.join(command[:1])} failed: {complaint.strip()[:500]}")
        return output

    def _run(self, command: list[str]) -> tuple[int, str, str]:
        try:
            return run_limited(command, time_limit(), self.folder)
        except (OSError, subprocess.SubprocessError) as error:
            raise CompilerError(f"{command[0]} cannot be run: {error}") from error


def deepest(report: str) -> dict[str, int]:
    """Return the bytes of stack of every function and of what it calls, from the call graph that gcc writes."""
    own = {name: int(size) for name, size, _ in _NODE.findall(report)}
    called: dict[str, set[str]] = {}
    for caller, target in _EDGE.findall(report):
        called.setdefault(caller, set()).add(target)

    def depth(name: str) -> int:
        return own.get(name, 0) + max((depth(one) for one in called.get(name, ()) if one != name), default=0)

    return {name.rpartition(":")[2]: depth(name) for name in own}
