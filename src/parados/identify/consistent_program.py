"""Convex program for parameters of real bodies: a weighted residual plus a distance from the prior, under matrix inequalities.

Each body is P_i = L_i X_i L_i^T with L_i L_i^T its prior, each other number p_j = s_j y_j. In these variables the prior is
X_i = 1, y_j = 1 (or 0), so that all entries have the same size. The program is

    minimise  |R (T chi - estimate)|^2 + weight sum_i d(X_i) + weight sum_j d(y_j),   R^T R = information
    over      X_i >= 0, y_j >= 0, bounds,    chi = B [X; y] + constant

with d(X) = tr X - log det X - 4, the divergence of the log-det function and the entropic distance of two distributions of mass
(Lee, Wensing and Park 2020), or its expansion to second order, d(X) = |X - 1|^2 / 2 ("euclidean").

References
----------
T. Lee, P. M. Wensing, F. C. Park, Geometric robot dynamic identification: a convex programming approach, IEEE Transactions on
Robotics 36 (2020).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError, ParadosError
from parados.identify.body_priors import BodyPrior, standard_basis
from parados.identify.linear_limits import Limits
from parados.identify.scalar_priors import ScalarPrior

__all__ = ["DISTANCES", "ConsistentProgram", "Solution"]

Array = NDArray[np.float64]

DISTANCES = ("entropic", "euclidean")

MISSING = 'physical_parameters: this needs cvxpy and Clarabel; install them with pip install "parados[identify]"'


@dataclass(frozen=True)
class Solution:
    """Matrices X (4, 4) of the bodies, and the other numbers divided by their scales (n_s,), as the solver leaves them.

    accurate : False if the solver did not reach its usual accuracy
    """

    X: list[Array]
    y: Array
    accurate: bool = True


@dataclass(frozen=True)
class ConsistentProgram:
    """The program as data.

    Attributes
    ----------
    transform : (n_b, n_p) matrix that maps all standard parameters to base parameters; zero for those outside the set
    constant : (n_p,) standard parameters with zeros in place of those that the program decides
    estimate, root : base parameters (n_b,), and R (r, n_b) with R^T R = information
    limits : linear inequalities over the standard parameters
    """

    bodies: Sequence[BodyPrior]
    scalars: Sequence[ScalarPrior]
    transform: Array
    constant: Array
    estimate: Array
    root: Array
    limits: Limits
    distance: str
    weight: float

    @property
    def basis(self) -> Array:
        """(n_p, 16 n_bodies + n_s) matrix B with chi = B [X; y] + constant; the X are flattened."""
        B = np.zeros((len(self.constant), 16 * len(self.bodies) + len(self.scalars)))
        for k, body in enumerate(self.bodies):
            B[body.places, 16 * k : 16 * k + 16] = standard_basis(body.factor)
        for k, one in enumerate(self.scalars):
            B[one.place, 16 * len(self.bodies) + k] = one.scale
        return B

    def parameters(self, solution: Solution) -> Array:
        """(n_p,) standard parameters of a solution."""
        z = np.concatenate([*[X.ravel() for X in solution.X], solution.y])
        return np.asarray(self.constant + self.basis @ z)

    def prior(self) -> Solution:
        """Return the prior as a solution."""
        return Solution([np.eye(4) for _ in self.bodies], np.array([one.prior / one.scale for one in self.scalars]))

    def solve(self) -> Solution:
        """Solve the program with Clarabel; raises InputError if the bounds exclude each other."""
        cp = _cvxpy()
        X = [cp.Variable((4, 4), symmetric=True) for _ in self.bodies]
        y = cp.Variable(max(len(self.scalars), 1))
        z = cp.hstack([*[cp.vec(one, order="C") for one in X], y[: len(self.scalars)]])
        A = self.root @ self.transform @ self.basis
        b = self.root @ (self.estimate - self.transform @ self.constant)
        cost = cp.sum_squares(A @ z - b) + self.weight * self._distance(cp, X, y)
        G, h = self.limits.rows, self.limits.least
        within = [G @ self.basis @ z >= h - G @ self.constant] if len(h) else []
        problem = cp.Problem(cp.Minimize(cost), [*[one >> 0 for one in X], *within])
        try:
            with warnings.catch_warnings():  # an inaccurate solution is told as a remark
                warnings.simplefilter("ignore")
                problem.solve(solver=cp.CLARABEL)
        except cp.error.SolverError as error:
            raise ParadosError(f"physical_parameters: Clarabel found no solution ({error}); give a larger weight") from error
        if problem.status not in ("optimal", "optimal_inaccurate"):
            raise InputError(f"bounds: no real bodies are within all bounds ({problem.status}); widen them")
        return Solution(
            [(one.value + one.value.T) / 2 for one in X], np.array(y.value[: len(self.scalars)]), problem.status == "optimal"
        )

    def _distance(self, cp: Any, X: list[Any], y: Any) -> Any:
        entropic = self.distance == "entropic"
        terms = [cp.trace(one) - cp.log_det(one) - 4 if entropic else cp.sum_squares(one - np.eye(4)) / 2 for one in X]
        logarithmic = np.array([one.logarithmic and entropic for one in self.scalars], dtype=bool)
        ratios, others = np.flatnonzero(logarithmic), np.flatnonzero(~logarithmic)
        if len(ratios):
            terms.append(cp.sum(y[ratios] - cp.log(y[ratios]) - 1))
        if len(others):
            terms.append(cp.sum_squares(y[others] - self.prior().y[others]) / 2)
        return sum(terms)


def _cvxpy() -> Any:
    try:
        import_module("clarabel")
        return import_module("cvxpy")
    except ImportError:
        raise InputError(MISSING) from None
