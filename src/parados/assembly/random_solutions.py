"""Solve the closure equations of a robot from random complex starts, by Newton's method with least squares.

The equations have all joints as unknowns, and more rows than unknowns if the robot is overconstrained; what is found satisfies all
of them. These solutions are starts for monodromy: some may lie on parts of the solution set that no sampled configuration has.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.assembly.closure_equations import WholeEquations
from parados.graph.complex_rows import ComplexRows

__all__ = ["random_solutions"]

Complex = NDArray[np.complex128]

STARTS, ITERATIONS = 150, 30

CLOSED = 1e-9
"""Largest residual of a solution."""

DAMPING = 1e-14
"""Added to the squares of the singular values, relative to the largest."""


def random_solutions(equations: WholeEquations, q: Complex) -> Complex:
    """(k, n) solutions at complex actuated joints q (n_a,), in the unknowns that `equations.places` names."""
    y, rng = equations.y, np.random.default_rng(13)
    J = ca.jacobian(equations.rows, y)
    parts = ComplexRows(ca.vertcat(y, equations.q), [ca.densify(equations.rows), ca.densify(J)])
    at = np.where(equations.turns, np.pi, 2.0) * rng.uniform(-1, 1, (STARTS, y.numel())) + 0j
    at += 1j * rng.normal(size=at.shape)
    joints = np.tile(q, (STARTS, 1))
    with np.errstate(all="ignore"):
        for _ in range(ITERATIONS):
            F, J_at = parts(np.hstack([at, joints]))
            at = at - _least_squares(J_at, F)[:, :, 0]
            lost = ~(np.isfinite(at).all(axis=1) & (np.abs(at.imag).max(axis=1) < 20))
            at[lost] = 0.5j
        left = np.abs(parts(np.hstack([at, joints]))[0][:, :, 0]).max(axis=1)
    return np.asarray(at[left < CLOSED][:, list(equations.places)])


def _least_squares(J: Complex, F: Complex) -> Complex:
    """(P, n, 1) steps by the normal equations, slightly damped since J (P, m, n) may be singular at a start."""
    H = J.conj().transpose(0, 2, 1)
    A = H @ J
    damping = DAMPING * np.abs(A).max(axis=(1, 2), keepdims=True) + 1e-300
    return np.asarray(np.linalg.solve(A + damping * np.eye(A.shape[1]), H @ F))
