"""Essential parameters: backward elimination of parameters that the data do not show, with the F-test.

Starting from all base parameters, the one with the largest relative standard deviation is set to zero if the F-test accepts it:
with S the weighted sum of squared residuals, r parameters removed in all, n_b parameters and N n_a rows,

    F = ((S_r - S_0) / r) / (S_0 / (N n_a - n_b))

is below the quantile 1 - risk of the F distribution with r and N n_a - n_b degrees of freedom.

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
from parados.identify.least_squares import Estimate, solve

__all__ = ["EssentialColumns", "essential_columns"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EssentialColumns:
    """Result of the elimination.

    Attributes
    ----------
    columns : indices of the parameters that are kept, in their order
    removed : indices of the others, in the order of their removal
    estimate : estimate of the parameters that are kept; the others are zero
    """

    columns: tuple[int, ...]
    removed: tuple[int, ...]
    estimate: Estimate


def essential_columns(gram: GramFactors, noise: Array, risk: float = 0.05, samples: float = 1.0) -> EssentialColumns:
    """Remove parameters one after another as long as the F-test accepts it.

    noise : (n_a,) standard deviations of the noise;  risk : probability to keep a parameter that is zero
    samples : number of samples that count as one independent sample (the autocorrelation time)
    """
    kept, removed = list(range(gram.parameters)), []
    found = solve(gram, noise)
    freedom = max(gram.count * gram.actuators / samples - gram.parameters, 1.0)
    full = _squares(gram, found.values, noise) / samples
    while len(kept) > 1:
        worst = int(np.argmax(relative_deviations(found.values, found.covariance)))
        fewer = [k for k in kept if k != kept[worst]]
        rest = solve(gram.chosen(fewer), noise)
        r = gram.parameters - len(fewer)
        F = ((_squares(gram.chosen(fewer), rest.values, noise) / samples - full) / r) / (full / freedom)
        if f_distribution.ppf(1 - risk, r, freedom) < F:
            break
        removed.append(kept[worst])
        kept, found = fewer, rest
    return EssentialColumns(tuple(kept), tuple(removed), found)


def _squares(gram: GramFactors, values: Array, noise: Array) -> float:
    return float(np.sum((gram.residuals(values) / noise) ** 2))
