"""Memory for a million states of a robot with six degrees of freedom, in addition to the arrays of inputs and results."""

from __future__ import annotations

import subprocess
import sys

__all__ = ["memory_beyond_arrays"]

CODE = """
import resource, numpy as np, parados
model = parados.load("gough-stewart-lopes").compile()
n = 1_000_000
x = np.tile(model.survey.home, (n, 1)); xd = np.ones((n, 6)); xdd = np.ones((n, 6))
model.inverse_dynamics(x[:10], xd[:10], xdd[:10])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tau = model.inverse_dynamics(x, xd, xdd)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) / 1024 - tau.nbytes / 2**20)
"""


def memory_beyond_arrays() -> float:
    """Return the resident memory in addition to inputs and result [MiB]."""
    run = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    return float(run.stdout)
