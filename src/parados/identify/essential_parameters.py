"""Essential parameters: backward elimination of parameters that the data do not show, with the F-test.

Starting from all base parameters, the one with the largest relative standard deviation is set to zero if the F-test accepts it.
With S_0 the weighted sum of squared residuals of all n_b parameters on N n_a rows, and S_r that without the r parameters chi_r,

    F = ((S_r - S_0) / r) / (S_0 / (N n_a - n_b)) = chi_r^T C_rr^-1 chi_r / r

is below the quantile 1 - risk of the F distribution with r and N n_a - n_b degrees of freedom; C_rr is their covariance matrix.
The second form holds for correlated noise too. Setting the parameter k to zero adds chi_k^2 / C_kk to r F and changes the others
by -C_ik chi_k / C_kk: no system is solved again.

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


def essential_columns(values: Array, covariance: Array, freedom: float, risk: float = 0.05) -> EssentialColumns:
    """Remove parameters one after another as long as the F-test accepts it.

    values, covariance : (n_b,) and (n_b, n_b) of all parameters;  freedom : number N n_a - n_b of degrees of freedom
    risk : probability to keep a parameter that is zero
    """
    kept, removed = list(range(len(values))), list[int]()
    C, added = covariance, 0.0
    while len(kept) > 1:
        k = int(np.argmax(relative_deviations(values, C)))
        more = added + values[k] ** 2 / C[k, k]  # r F with one more parameter at zero
        r = len(removed) + 1
        if more / r > f_distribution.ppf(1 - risk, r, max(freedom, 1.0)):
            break
        added = more
        values, C = values - C[:, k] * (values[k] / C[k, k]), C - np.outer(C[:, k], C[k]) / C[k, k]
        values, C = np.delete(values, k), np.delete(np.delete(C, k, axis=0), k, axis=1)
        removed.append(kept.pop(k))
    return EssentialColumns(tuple(kept), tuple(removed), values, C)
