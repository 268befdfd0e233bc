"""Estimates without the bias that noise of the positions causes: with instruments, or along a simulated motion.

Both need a motion without this noise. The noise of measured positions is white, and the motion of the robot has a narrow band.
The motion without noise is the measured one after a low-pass filter at the end of its band, or a Fourier series: `log_motion`
with the cut-off that it proposes. The regressor along it is the instrument Z of the rows W of the regression.

The sign of a rate is not linear in its noise: near a reversal, the mean of the signs of noisy rates is between -1 and 1, and no
instrument removes this bias. So the columns of dry friction in W are those of Z. For the same reason the simulated robot has no
dry friction, which its control compensates along the reference: the signs of the simulated rates would switch late.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.identify.base_parameters import BaseParameters
from parados.identify.correlated_noise import sandwich_covariance, whitened_rows
from parados.identify.gram_matrix import GramFactors, accurate_factors, gram_factors
from parados.identify.instrumental_variables import cross_gram, instrumental, inverse_product
from parados.identify.least_squares import Estimate, weighted
from parados.identify.log import Log
from parados.identify.motion_of_log import LogMotion, log_motion
from parados.identify.regression_rows import Regression
from parados.identify.simulated_motion import simulated_motion

__all__ = ["instrumental_estimate", "noise_free_motions", "simulated_estimate"]

Array = NDArray[np.float64]

DRY = ("fs", "fb", "fn")
"""Kinds of parameters with the sign of a rate in their columns."""

STEPS, SETTLED = 6, 0.01
"""Largest number of simulations, and the change in deviations of the parameters below which they no longer change."""


def noise_free_motions(regression: Regression, logs: Sequence[Log]) -> list[LogMotion]:
    """Return the motions of the logs with the derivatives and the cut-off that `log_motion` chooses."""
    pairs = zip(regression.motions, logs, strict=True)
    found = [log_motion(regression.base.model, log, mode=motion.mode, start=motion.x[0]) for motion, log in pairs]
    for motion, other in zip(regression.motions, found, strict=True):
        if len(motion.time) != len(other.time) or not np.allclose(motion.time, other.time):
            raise InputError("method: instruments need the same instants as the rows; use a log without gaps")
    return found


def _dry(base: BaseParameters) -> NDArray[np.bool_]:
    """(n_b,) True for the columns of dry friction."""
    return np.array([name.split("_")[0] in DRY for name in base.names])


def _paired(regression: Regression, along: Regression) -> Iterator[tuple[Array, Array, Array]]:
    """Yield (W, Z, tau) of the rows that are valid along both motions; columns of dry friction are those of Z."""
    dry = _dry(regression.base)
    for motion, clean in zip(regression.motions, along.motions, strict=True):
        for (rows, W, tau), (other, Z, _) in zip(regression.chunks(motion), along.chunks(clean), strict=True):
            _, first, second = np.intersect1d(rows, other, return_indices=True)
            Z = Z[second]
            yield np.where(dry, Z, W[first]), Z, tau[first]


def instrumental_estimate(regression: Regression, logs: Sequence[Log]) -> tuple[Estimate, GramFactors, Regression]:
    """Estimate with instrumental variables; the Gram factors and the regression are those of the instruments."""
    if regression.cut_off is not None:
        raise InputError('filter_cut_off: method="instrumental" filters by itself; leave it out')
    along = Regression(regression.base, noise_free_motions(regression, logs))
    parts = list(_paired(regression, along))
    found = _with_whitened(parts, instrumental(cross_gram(parts)))
    return found, gram_factors((Z, tau) for _, Z, tau in parts), along


def _with_whitened(parts: Sequence[tuple[Array, Array, Array]], first: Estimate) -> Estimate:
    """Estimate again with the instruments Phi^-1 Z, where Phi is the spectrum of the residuals of a first estimate.

    The noise of the regressor has high frequencies, which these instruments leave out.
    """
    noise, one = first.noise, np.ones(len(first.noise))
    scaled = [(W / noise[:, None], Z / noise[:, None], tau / noise) for W, Z, tau in parts]
    gram = cross_gram(scaled)
    rows = whitened_rows(inverse_product(gram, one), [(Z, Z, tau - W @ first.values) for W, Z, tau in scaled])
    if rows is None:
        return first
    filtered = [(W, Z, tau) for (W, _, tau), Z in zip(scaled, rows, strict=True)]
    clean = [Z for _, Z, _ in scaled]
    inverse = inverse_product(cross_gram(filtered), one)
    values = inverse @ sum(np.einsum("nji,nj->i", Z, tau) for _, Z, tau in filtered)
    scores = [(one, Z, tau - W @ values) for one, (W, Z, tau) in zip(clean, filtered, strict=True)]
    C = sandwich_covariance(inverse, scores)
    return replace(first, values=values, covariance=first.covariance if C is None else C)


def simulated_estimate(regression: Regression, logs: Sequence[Log]) -> tuple[Estimate, GramFactors, Regression]:
    """Estimate with least squares along the motion that the model itself makes, simulated with the estimate before (DIDIM)."""
    base, references = regression.base, noise_free_motions(regression, logs)
    along = Regression(base, references, regression.cut_off)
    gram = accurate_factors(along.rows)
    found = weighted(gram)
    for _ in range(STEPS):
        values = np.where(_dry(base), 0.0, found.values)
        along = Regression(base, [simulated_motion(base, values, one) for one in references], regression.cut_off)
        gram = accurate_factors(along.rows)
        before, found = found, weighted(gram)
        if (np.abs(found.values - before.values) < SETTLED * np.sqrt(np.diag(found.covariance))).all():
            break
    return found, gram, along
