"""Solve the closure equations of a robot from random complex starts, by the method of Levenberg and Marquardt.

The equations have all joints as unknowns, and more rows than unknowns if the robot is overconstrained; what is found satisfies
all of them. These solutions are starts for monodromy: some may lie on parts of the solution set that no sample has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.closure_equations import WholeEquations
from parados.graph.complex_rows import ComplexRows

__all__ = ["STARTS", "RandomSolutions"]

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]

STARTS, ITERATIONS = 200, 60
"""Number of starts, and of steps from each of them."""

CLOSED = 1e-9
"""Largest residual of a solution."""


class RandomSolutions:
    """Solutions from random starts; each call has other starts."""

    def __init__(self, equations: WholeEquations) -> None:
        y, J = equations.y, ca.jacobian(equations.rows, equations.y)
        self.parts = ComplexRows(ca.vertcat(y, equations.q), [ca.densify(equations.rows), ca.densify(J)])
        self.width = np.where(equations.turns, np.pi, 2.0)
        self.places, self._rng = list(equations.places), np.random.default_rng(13)

    def __call__(self, q: Complex) -> Complex:
        """(k, n) solutions at complex actuated joints q (n_a,), in the unknowns that `places` of the equations names."""
        return self._from(self._rng, q, 0.3j)

    def real(self, q: Array) -> Array:
        """(k, n) real solutions at real actuated joints q (n_a,), from the same starts at each call."""
        return self._from(np.random.default_rng(19), q.astype(complex), 0.0).real

    def _from(self, rng: np.random.Generator, q: Complex, imaginary: complex) -> Complex:
        size = (STARTS, len(self.width))
        starts = self.width * rng.uniform(-1, 1, size) + imaginary * rng.normal(size=size)
        at, left = _fitted(lambda v: self.parts(np.hstack([v, np.tile(q, (len(v), 1))])), starts)
        return np.asarray(at[left < CLOSED][:, self.places])


def _fitted(rows: Callable[[Complex], Sequence[Complex]], y: Complex) -> tuple[Complex, Array]:
    """Return least-squares fits from starts y (P, n) by the method of Levenberg and Marquardt, and their largest residuals (P,).

    rows : function from y (P, n) to residuals (P, m, 1) and Jacobians (P, m, n)
    """
    damping = np.full(len(y), 1e-2)
    F, J = rows(y)
    size = (np.abs(F) ** 2).sum(axis=(1, 2))
    unit = np.eye(y.shape[1])
    for _ in range(ITERATIONS):
        H = J.conj().transpose(0, 2, 1)
        A = H @ J + damping[:, None, None] * unit
        trial = y - np.linalg.solve(A, H @ F)[:, :, 0]
        F_trial, J_trial = rows(np.where(np.abs(trial.imag) < 30, trial, y))
        size_trial = (np.abs(F_trial) ** 2).sum(axis=(1, 2))
        better = (size_trial < size) & (np.abs(trial.imag) < 30).all(axis=1)
        y, size = np.where(better[:, None], trial, y), np.where(better, size_trial, size)
        F, J = np.where(better[:, None, None], F_trial, F), np.where(better[:, None, None], J_trial, J)
        damping = np.clip(np.where(better, 0.2 * damping, 4 * damping), 1e-15, 1e6)
    return y, np.abs(F).max(axis=(1, 2))
