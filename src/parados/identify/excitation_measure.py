"""Measure of an excitation: how well a motion lets the base parameters be told apart.

With the base regressor W along a motion, each row divided by the noise of its effort, the information matrix of the base
parameters is G = W^T W. The condition number is that of W with columns of unit length, the root of the ratio of the extreme
eigenvalues of C = D^-1/2 G D^-1/2, D = diag G: it does not depend on the units of the parameters, and 1 is ideal. The log-det
criterion is the mean logarithm of the eigenvalues of G per sample, which grows with the accuracy of all parameters. All motions,
optimised, random and naive ones, are measured by the same functions.

References
----------
M. Gautier, W. Khalil, Exciting trajectories for the identification of base inertial parameters of robots, International Journal
of Robotics Research 11 (1992). J. Swevers et al., Optimal robot excitation and identification, IEEE Transactions on Robotics and
Automation 13 (1997).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["CRITERIA", "condition_number", "log_det", "smooth_measure"]

Array = NDArray[np.float64]

CRITERIA = ("condition", "log-det")

TINY = 1e-17
"""Ratio of eigenvalues of C below which the smaller one is round-off."""


def condition_number(G: Array) -> float:
    """Return the condition number of a regressor with columns of unit length, from G = W^T W; infinite if a column vanishes."""
    if not np.isfinite(G).all() or (np.diag(G) <= 0).any():
        return float("inf")
    values = np.linalg.eigvalsh(_normalised(G)[0])
    return float(np.sqrt(values[-1] / values[0])) if values[0] > TINY * values[-1] else float("inf")


def log_det(G: Array) -> float:
    """Return the mean logarithm of the eigenvalues of G; minus infinity for a singular one."""
    sign, value = np.linalg.slogdet(G)
    return float(value / len(G)) if sign > 0 and np.isfinite(value) else float("-inf")


def smooth_measure(G: Array, criterion: str, sharpness: float) -> tuple[float, Array]:
    """Return a smooth cost that falls as a motion improves, and its derivative with respect to G (symmetric).

    For the condition number it is log (sum l^p sum l^-p)^(1/2p) over the eigenvalues l of C, which tends to the logarithm of the
    condition number as the sharpness p grows, and is differentiable where eigenvalues cross.
    """
    C, d = _normalised(G)
    values, V = np.linalg.eigh(C)
    values = np.maximum(values, TINY * values[-1])
    if criterion == "log-det":
        return -log_det(G), -np.linalg.pinv(G, hermitian=True) / len(G)
    a, p = np.log(values), sharpness
    up, down = np.exp(p * (a - a[-1])), np.exp(-p * (a - a[0]))
    cost = 0.5 * (a[-1] - a[0] + (np.log(up.sum()) + np.log(down.sum())) / p)
    slope = 0.5 * (up / up.sum() - down / down.sum()) / values
    M = (V * slope) @ V.T
    return float(cost), M / np.outer(d, d) - np.diag((M * C).sum(axis=1) / d**2)


def _normalised(G: Array) -> tuple[Array, Array]:
    """Return C and the lengths (n_b,) of the columns."""
    d = np.sqrt(np.diag(G))
    return G / np.outer(d, d), d
