"""Run FMUs in a Python process that has FMPy but no parados."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).parent / "without_parados.py"


def run_alone(*requests: tuple[str, dict[str, Any]]) -> list[dict[str, list[float]]]:
    """Run requests of `without_parados.py`; -I and -S leave out the paths that would lead to parados."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), sysconfig.get_paths()["purelib"]]
    run = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-4000:]
    return json.loads(run.stdout.splitlines()[-1])


def named(key: str, labels, values) -> dict[str, float]:
    """Return values by the names of the variables of a group."""
    return {f"{key}.{label}": float(value) for label, value in zip(labels, values, strict=True)}
