"""Essential parameters: backward elimination of parameters that the data do not show, with the F-test.

Starting from all base parameters, the one with the largest relative standard deviation is set to zero if the F-test accepts it:
with S the weighted sum of squared residuals, r parameters removed in all, n_b parameters and N n_a rows,

    F = ((S_r - S_0) / r) / (S_0 / (N n_a - n_b))

is below the quantile 1 - risk of the F distribution with r and N n_a - n_b degrees of freedom.
Setting the parameter k to zero raises S by chi_k^2 / C_kk and changes the others by -C_ik chi_k / C_kk, where C is their
covariance matrix: no system is solved again.

References
----------
Janot, Vandanjon & Gautier, Mechatronics 24 (2014), 760-767. Khalil & Dombre (2002), section 12.4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import f as f_distribution

from parados.identify.fit_statistics import relative_deviations
from parados.identify.gram_matrix import GramFactors
from parados.identify.least_squares import solve

__all__ = ["EssentialColumns", "essential_columns"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EssentialColumns:
    """Result of the elimination.

    Attributes
    ----------
    columns : indices of the parameters that are kept, in their order
    removed : indices of the others, in the order of their removal
    values, covariance : (n,) and (n, n) of the parameters that are kept; the others are zero
    """

    columns: tuple[int, ...]
    removed: tuple[int, ...]
    values: Array
    covariance: Array


def essential_columns(gram: GramFactors, noise: Array, risk: float = 0.05, samples: float = 1.0) -> EssentialColumns:
    """Remove parameters one after another as long as the F-test accepts it.

    noise : (n_a,) standard deviations of the noise;  risk : probability to keep a parameter that is zero
    samples : number of samples that count as one independent sample (the autocorrelation time)
    """
    found = solve(gram, noise)
    kept, removed = list(range(gram.parameters)), list[int]()
    values, C = found.values, found.covariance
    freedom = max(gram.count * gram.actuators / samples - gram.parameters, 1.0)
    full, added = float(np.sum((gram.residuals(values) / noise) ** 2)) / samples, 0.0
    while len(kept) > 1:
        k = int(np.argmax(relative_deviations(values, C)))
        more = added + values[k] ** 2 / C[k, k] / samples  # increase of S by setting one parameter to zero
        r = len(removed) + 1
        if (more / r) / (full / freedom) > f_distribution.ppf(1 - risk, r, freedom):
            break
        added = more
        values, C = values - C[:, k] * (values[k] / C[k, k]), C - np.outer(C[:, k], C[k]) / C[k, k]
        values, C = np.delete(values, k), np.delete(np.delete(C, k, axis=0), k, axis=1)
        removed.append(kept.pop(k))
    return EssentialColumns(tuple(kept), tuple(removed), values, C)
