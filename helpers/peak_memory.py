"""Print the peak of the resident memory of one call with many states, in addition to its arguments and its result [MiB].

python -m helpers.peak_memory ROBOT METHOD COUNT
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import parados

__all__ = ["peak_memory"]


def peak_memory() -> float:
    """Return the peak of the resident memory of this process [MiB].

    `resource.getrusage` would count the memory that the process which started this one had at that moment.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024


def main(name: str, method: str, count: int) -> float:
    model = parados.load(name).compile()
    x, zero = np.tile(model.survey.home, (count, 1)), np.zeros((count, model.mechanism.n_dof))
    given = {"inverse_dynamics": (x, zero, zero), "forward_kinematics": (np.zeros((count, len(model.labels["q"]))),)}
    arguments = given.get(method, (x,))
    if method == "forward_kinematics":
        arguments[0][:] = model.inverse_kinematics(model.survey.home)
    call = getattr(model, method)
    call(*[argument[:10] for argument in arguments])  # builds the kernels
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak becomes the memory of now, see man 5 proc
    before = peak_memory()
    result = call(*arguments)
    return peak_memory() - before - result.nbytes / 2**20


if __name__ == "__main__":
    print(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
