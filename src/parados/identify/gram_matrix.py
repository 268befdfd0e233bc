"""Gram matrices of a regression tau = W chi, one for each actuator, kept as square factors.

The rows of actuator j are W_j chi = tau_j. All least-squares methods need only the Gram matrix [W_j tau_j]^T [W_j tau_j] of each
actuator: other weights of the actuators, or fewer parameters, do not need the rows again. A factor R_j with R_j^T R_j equal to it
holds the same numbers; computed by QR from the rows, it does not square their condition number. Chunks of rows are added
one after another: the factor of two chunks is the factor of their two factors, one below the other.

References
----------
Golub & Van Loan, Matrix Computations (2013), sections 5.3 and 6.5. Gautier, J. Robotic Systems 14 (1997), 597-608.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

__all__ = ["GramFactors", "Rows", "accurate_factors", "gram_factors"]

Array = NDArray[np.float64]

Rows = tuple[Array, Array]
"""Rows of a regression: W (N, n_a, n_b) and tau (N, n_a)."""

NEARLY = 1e-5
"""Relative singular value of the rows, with columns of length 1, below which QR is needed: its square is near round-off."""


@dataclass(frozen=True, eq=False)
class GramFactors:
    """Factors of the rows of each actuator.

    Attributes
    ----------
    factors : (n_a, n_b + 1, n_b + 1) square R_j with R_j^T R_j = [W_j tau_j]^T [W_j tau_j]
    count : number N of samples
    """

    factors: Array
    count: int

    @property
    def actuators(self) -> int:
        return len(self.factors)

    @property
    def parameters(self) -> int:
        return self.factors.shape[2] - 1

    @property
    def gram(self) -> Array:
        """(n_a, n_b, n_b) Gram matrices W_j^T W_j."""
        R = self.factors[:, :, :-1]
        return np.asarray(R.transpose(0, 2, 1) @ R)

    @property
    def moments(self) -> Array:
        """(n_a, n_b) products W_j^T tau_j."""
        return np.einsum("jik,ji->jk", self.factors[:, :, :-1], self.factors[:, :, -1])

    @property
    def measured(self) -> Array:
        """(n_a,) norms of the measured efforts tau_j."""
        return np.asarray(np.linalg.norm(self.factors[:, :, -1], axis=1))

    def residuals(self, values: Array) -> Array:
        """(n_a,) norms of the residuals tau_j - W_j values."""
        return np.asarray(np.linalg.norm(self.factors[:, :, -1] - self.factors[:, :, :-1] @ values, axis=1))

    def stacked(self, noise: Array) -> Rows:
        """Return the rows of all actuators, each divided by its noise: a matrix (n_a (n_b + 1), n_b) and a vector."""
        weighted = (self.factors / noise[:, None, None]).reshape(-1, self.parameters + 1)
        return weighted[:, :-1], weighted[:, -1]

    def chosen(self, columns: Iterable[int]) -> GramFactors:
        """Return the regression with some of the parameters alone; the others are zero."""
        return replace(self, factors=self.factors[:, :, [*columns, self.parameters]])

    def known(self, columns: Array, values: Array) -> GramFactors:
        """Return the regression of tau - W[:, columns] values, in which these parameters are known numbers."""
        rest = np.setdiff1d(np.arange(self.parameters), columns)
        tau = self.factors[:, :, -1] - self.factors[:, :, columns] @ values
        return replace(self, factors=np.concatenate((self.factors[:, :, rest], tau[:, :, None]), axis=2))

    def __add__(self, other: GramFactors) -> GramFactors:
        """Return the factors of the rows of both."""
        both = [np.linalg.qr(np.vstack(pair), mode="r") for pair in zip(self.factors, other.factors, strict=True)]
        return GramFactors(np.array(both), self.count + other.count)


def gram_factors(chunks: Iterable[Rows], *, exact: bool = False) -> GramFactors:
    """Accumulate the factors of all chunks of rows; a chunk may have fewer rows than parameters.

    exact : True for a QR decomposition of the rows. False computes the Gram matrix and its eigenvalues, ten times faster; what is
        below 1e-8 of the size of a column is lost
    """
    total: GramFactors | None = None
    for W, tau in chunks:
        part = _factors_of(W, tau, exact)
        total = part if total is None else total + part
    if total is None:
        raise ValueError("a regression without rows has no Gram matrix")
    return total


def accurate_factors(rows: Callable[[], Iterable[Rows]]) -> GramFactors:
    """Accumulate the factors from Gram matrices, or by QR where the columns are nearly dependent or the residuals tiny.

    rows : function that yields the chunks of rows
    """
    found = gram_factors(rows())
    scaled = found.factors / np.where(found.measured > 0, found.measured, 1.0)[:, None, None]
    columns = scaled.reshape(-1, found.parameters + 1)
    columns = columns / np.maximum(np.linalg.norm(columns, axis=0), np.finfo(float).tiny)
    sigma = np.linalg.svd(columns, compute_uv=False)
    return found if sigma[-1] > NEARLY * sigma[0] else gram_factors(rows(), exact=True)


def _factors_of(W: Array, tau: Array, exact: bool) -> GramFactors:
    size = W.shape[2] + 1
    factors = np.zeros((W.shape[1], size, size))
    for j, factor in enumerate(factors):
        A = np.column_stack((W[:, j], tau[:, j]))
        R = np.asarray(np.linalg.qr(A, mode="r")) if exact else _square_root(A)
        factor[: len(R)] = R
    return GramFactors(factors, len(W))


def _square_root(A: Array) -> Array:
    """R with R^T R = A^T A, from the eigenvalues of the Gram matrix of columns of length 1."""
    size = np.linalg.norm(A, axis=0)
    scaled = A / np.where(size > 0, size, 1.0)
    eigenvalues, V = np.linalg.eigh(scaled.T @ scaled)
    return np.asarray(np.sqrt(np.maximum(eigenvalues, 0.0))[:, None] * V.T * size)
