"""The manifest of exported C: what every function costs, counted in its graph and measured with the C compiler of this machine.

Operations are counted in the graphs. Stack, code size and time need a compiler; without one they are null, and `reason` says why.
The stack of a function is the deepest path through the calls that the compiler reports (-fcallgraph-info), without libm.
"""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parados.errors import CompilerError
from parados.graph.c_source import operations
from parados.graph.code_measurement import CodeMeasurement, Measured
from parados.model.c_timing import timing_program
from parados.model.c_unit import CUnit
from parados.storage.scratch import scratch_folder
from parados.version import __version__

__all__ = ["manifest_text"]

ITERATIVE = ("close", "forward_kinematics")
"""Functions that iterate: their number of operations depends on the state."""


def manifest_text(unit: CUnit, files: Sequence[str]) -> str:
    """Return the manifest of the files of a robot as JSON."""
    try:
        measured, reason = _measured(unit), None
    except CompilerError as error:
        measured, reason = Measured(), str(error)
    functions = {key: {"operations": operations(graph.function)} for key, graph in unit.graphs.items()}
    for key in ITERATIVE:
        if f"{unit.name}_{key}(" in unit.header():
            functions[key] = {"operations": None, "note": "iterates: the number of operations depends on the state"}  # type: ignore[dict-item]
    for key, one in functions.items():
        held: dict[str, Any] = one
        held["stack_bytes"] = measured.stack.get(f"{unit.name}_{key}")
        held["worst_time_ns"] = measured.times.get(key)
    text = {
        "robot": unit.model.spec.name,
        "parados": __version__,
        "files": list(files),
        "build": {
            "compiler": measured.compiler,
            "flags": list(measured.flags),
            "machine": platform.machine(),
            "reason": reason if reason is not None else measured.reason,
        },
        "code_bytes": measured.code,
        "constant_bytes": measured.constants,
        "static_bytes": measured.statics,
        "calls": measured.calls,
        "functions": functions,
        "notes": [
            "stack_bytes: deepest path through the functions of this source, without those of the C library",
            "worst_time_ns: processor time of a call at the slowest state of the test driver, the least of repeated runs",
        ],
    }
    return json.dumps(text, indent=2) + "\n"


def _measured(unit: CUnit) -> Measured:
    """Compile and run the functions in a scratch folder."""
    with scratch_folder(Path(tempfile.gettempdir()), "manifest") as folder:
        (folder / f"{unit.name}.h").write_text(unit.header())
        (folder / f"{unit.name}.c").write_text(unit.source())
        (folder / "timing.c").write_text(timing_program(unit))
        return CodeMeasurement(folder, f"{unit.name}.c", "timing.c").measured()
