"""Share of the data in the knowledge of each standard parameter.

Around the prior, the distance is a quadratic form: the prior acts like a normal distribution of the parameters with a covariance
C_0, and the estimate reduces it to C. The share of the data in a parameter is 1 - C_jj / C_0jj: 1 for a number that the data fix,
0 for one of which they tell nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.identify.consistent_program import ConsistentProgram

__all__ = ["data_shares"]

Array = NDArray[np.float64]


def data_shares(program: ConsistentProgram) -> Array:
    """(n_p,) share of the data in each standard parameter; 0 for those that the program does not decide."""
    symmetric = np.zeros((16, 10))  # orthonormal basis of the symmetric matrices (4, 4)
    for k, (i, j) in enumerate(zip(*np.triu_indices(4), strict=True)):
        E = np.zeros((4, 4))
        E[i, j] = E[j, i] = 1.0 if i == j else np.sqrt(0.5)
        symmetric[:, k] = E.ravel()
    n = len(program.bodies)
    B = np.hstack([*[program.basis[:, 16 * k : 16 * k + 16] @ symmetric for k in range(n)], program.basis[:, 16 * n :]])
    A = program.root @ program.transform @ B
    curvature = program.weight / 2  # of weight d(X) and of weight d(y), each half a square to second order
    before = (B**2).sum(axis=1) / curvature
    _, singular, Vt = np.linalg.svd(A)  # A^T A of a log without noise hides the curvature in its round-off
    known = np.zeros(B.shape[1])
    known[: len(singular)] = singular**2
    after = ((B @ Vt.T) ** 2 / (curvature + known)).sum(axis=1)
    return np.asarray(np.where(before > 0, 1 - after / np.where(before > 0, before, 1.0), 0.0))
