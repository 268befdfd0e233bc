"""Memory for ten million states through the API, in addition to the arrays of inputs and results; 200 MiB are allowed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

__all__ = ["memory_beyond_arrays"]

COUNT = 10_000_000

CALLS = (
    ("gough-stewart-lopes", "inverse_dynamics"),
    ("gough-stewart-lopes", "forward_kinematics"),
    ("delta-d3-1200", "pose"),
    ("3-prs", "inverse_dynamics"),
)


def memory_beyond_arrays() -> Iterator[tuple[str, str, float]]:
    """Yield robot, method and the peak of the resident memory in addition to inputs and result [MiB], in a new process each."""
    for name, method in CALLS:
        command = [sys.executable, "-m", "helpers.peak_memory", name, method, str(COUNT)]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        yield name, method, float(run.stdout)
