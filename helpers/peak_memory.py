"""Print the peak of the resident memory of one call with many states, in addition to its arguments and its result [MiB].

python -m helpers.peak_memory ROBOT METHOD COUNT
"""

from __future__ import annotations

import resource
import sys

import numpy as np

import parados


def main(name: str, method: str, count: int) -> float:
    model = parados.load(name).compile()
    x, zero = np.tile(model.survey.home, (count, 1)), np.zeros((count, model.mechanism.n_dof))
    given = {"inverse_dynamics": (x, zero, zero), "forward_kinematics": (np.zeros((count, len(model.labels["q"]))),)}
    arguments = given.get(method, (x,))
    if method == "forward_kinematics":
        arguments[0][:] = model.inverse_kinematics(model.survey.home)
    call = getattr(model, method)
    call(*[argument[:10] for argument in arguments])  # builds the kernels
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = call(*arguments)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 - result.nbytes / 2**20


if __name__ == "__main__":
    print(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
