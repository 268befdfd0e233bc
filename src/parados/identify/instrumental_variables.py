"""Instrumental variables: estimates without the bias that noise of the positions causes.

Noise of the positions is in the regressor W too, so that least squares is biased. Instruments Z, the regressor along a motion
without this noise, are uncorrelated with it: Z^T (tau - W chi) = 0 gives

    chi = (Z^T W)^-1 Z^T tau,    covariance = (Z^T W)^-1 Z^T Z (W^T Z)^-1,

with the rows of each actuator divided by the standard deviation of its noise. This covariance holds for white noise; the
residuals tau - W chi contain the noise of the regressor, so that `correlated_noise` gives the honest one.

References
----------
Janot, Vandanjon & Gautier, IEEE Trans. Control Systems Technology 22 (2014), 132-145.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parados.identify.least_squares import Estimate

__all__ = ["CrossGram", "cross_gram", "instrumental", "inverse_product"]

Array = NDArray[np.float64]

STEPS, SETTLED = 30, 1e-8
"""Largest number of estimates of the noise, and the relative change below which it no longer changes."""


@dataclass(frozen=True, eq=False)
class CrossGram:
    """Products of the rows of each actuator.

    ZW, ZZ : (n_a, n_b, n_b) Z_j^T W_j and Z_j^T Z_j;  Zt : (n_a, n_b) Z_j^T tau_j
    WW, Wt, tt : W_j^T W_j, W_j^T tau_j and tau_j^T tau_j, for the norms of the residuals
    """

    ZW: Array
    ZZ: Array
    Zt: Array
    WW: Array
    Wt: Array
    tt: Array
    count: int

    def noise(self, values: Array) -> Array:
        """(n_a,) standard deviations of the residuals."""
        squares = self.tt - 2 * self.Wt @ values + np.einsum("i,jik,k->j", values, self.WW, values)
        freedom = self.count - len(values) / len(self.tt)
        return np.sqrt(np.maximum(squares, np.finfo(float).eps * np.maximum(self.tt, 1e-300)) / freedom)


def cross_gram(chunks: Iterable[tuple[Array, Array, Array]]) -> CrossGram:
    """Accumulate the products over chunks (W, Z, tau) of rows: (N, n_a, n_b), (N, n_a, n_b) and (N, n_a)."""
    parts = [_products(W, Z, tau) for W, Z, tau in chunks]
    sums = [np.sum([part[k] for part, _ in parts], axis=0) for k in range(6)]
    return CrossGram(sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sum(count for _, count in parts))


def _products(W: Array, Z: Array, tau: Array) -> tuple[tuple[Array, ...], int]:
    W, Z = W.transpose(1, 2, 0), Z.transpose(1, 2, 0)  # (n_a, n_b, N): products are matrix products
    t, across = tau.T[:, :, None], W.transpose(0, 2, 1)
    return (Z @ across, Z @ Z.transpose(0, 2, 1), (Z @ t)[:, :, 0], W @ across, (W @ t)[:, :, 0], (tau**2).sum(axis=0)), len(tau)


def instrumental(gram: CrossGram) -> Estimate:
    """Estimate the parameters with the instruments; the noise of each actuator is estimated together with them."""
    noise = np.sqrt(gram.tt / gram.count)
    noise[noise == 0] = 1.0
    for _ in range(STEPS):
        before, noise = noise, gram.noise(_solved(gram, noise).values)
        if np.abs(noise / before - 1).max() < SETTLED:
            break
    return _solved(gram, noise)


def inverse_product(gram: CrossGram, noise: Array) -> Array:
    """(n_b, n_b) (Z^T W)^-1 of rows that are divided by the noise (n_a,)."""
    scaled, size = _scaled(gram, noise)
    return np.asarray(np.linalg.inv(scaled) / np.outer(size, size))


def _scaled(gram: CrossGram, noise: Array) -> tuple[Array, Array]:
    """Return Z^T W with the rows divided by the noise and the columns of Z at length 1, and the lengths of these columns."""
    weights = noise[:, None, None] ** -2
    size = np.sqrt(np.diag((gram.ZZ * weights).sum(0)))
    size[size == 0] = 1.0
    return (gram.ZW * weights).sum(0) / np.outer(size, size), size


def _solved(gram: CrossGram, noise: Array) -> Estimate:
    weights = noise[:, None] ** -2
    ZZ, Zt = (gram.ZZ * weights[:, :, None]).sum(0), (gram.Zt * weights).sum(0)
    inverse = inverse_product(gram, noise)
    condition, scaled = np.sqrt(np.linalg.cond(ZZ)), np.sqrt(np.linalg.cond(_scaled(gram, noise)[0]))
    return Estimate(inverse @ Zt, inverse @ ZZ @ inverse.T, noise, float(condition), float(scaled))
