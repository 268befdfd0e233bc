"""Measure how well poses show parameters: observability index O1, covariance and deviations, from the weighted Jacobian."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["deviations", "inverse_information", "observability"]

Array = NDArray[np.float64]


def observability(J: Array, count: int) -> float:
    """Observability index O1 of n parameters at `count` poses, (s_1 s_2 ... s_n)^(1/n) / sqrt(count) [1/m, 1/rad].

    J : (rows, n) weighted Jacobian with the singular values s. If all parameters are equally visible and independent, their
    standard deviations are 1 / (O1 sqrt(count)).

    References
    ----------
    Borm & Menq, Determination of optimal measurement configurations for robot calibration based on observability measure,
    Int. J. Robotics Research 10 (1991), 51-63.
    """
    s = np.linalg.svd(J, compute_uv=False)
    return float(np.exp(np.log(np.maximum(s, 1e-300)).mean()) / np.sqrt(count))


def inverse_information(J: Array) -> Array:
    """(n, n) covariance (J^T J)^-1, through QR of columns of length 1."""
    size = np.linalg.norm(J, axis=0)
    inverse = np.linalg.inv(np.linalg.qr(J / size, mode="r")) / size[:, None]
    return np.asarray(inverse @ inverse.T)


def deviations(J: Array) -> Array:
    """(n,) standard deviations of the parameters."""
    return np.sqrt(np.diag(inverse_information(J)))
