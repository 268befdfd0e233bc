"""Bounds of a quantity when every live parameter may be anywhere within its tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import Progress, check_progress, report_progress
from parados.model.model import Model
from parados.sensitivity.asked_quantity import asked_quantity
from parados.sensitivity.bounds_display import bounds_display, bounds_figure
from parados.sensitivity.output_names import Output, outputs_of
from parados.sensitivity.tolerances import Tolerances, read_tolerances
from parados.sensitivity.varied_quantity import CHUNK, VariedQuantity
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["WorstCase", "worst_case"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class WorstCase(Shown):
    """Bounds of the n_f outputs of a quantity; NaN for states without a result.

    Attributes
    ----------
    quantity : name of the quantity
    outputs : names and units of the outputs
    parameters : names of the n_p live numbers
    tolerances : (n_p,) their largest deviations
    assumed : True if the tolerances are the default, 1 % of each value
    values : (n_f,) or (N, n_f) the quantity of the robot itself
    first_order : (n_f,) or (N, n_f) largest change to first order, the sum of |df/dp| tolerance
    lower, upper : (n_f,) or (N, n_f) exact values at the two corners of the tolerances that the signs of df/dp choose
    times : (N,) instants of the states [s], or None
    """

    quantity: str
    outputs: tuple[Output, ...]
    parameters: tuple[str, ...]
    tolerances: Array
    assumed: bool
    values: Array
    first_order: Array
    lower: Array
    upper: Array
    times: Array | None

    @property
    def curvature(self) -> Array:
        """(n_f,) or (N, n_f) largest difference between first order and the corners, as a part of `first_order` [-].

        If it is large, an extreme may also lie inside the tolerances: compare with `monte_carlo`.
        """
        high = self.upper - self.values - self.first_order
        low = self.lower - self.values + self.first_order
        size = np.where(self.first_order > 0, self.first_order, np.inf)
        return np.asarray(np.maximum(np.abs(high), np.abs(low)) / size)

    @property
    def failed(self) -> int:
        """Number of bounds without a result: the robot at the corner does not reach the state."""
        return int((~np.isfinite(self.lower)).sum() + (~np.isfinite(self.upper)).sum())

    def _display(self) -> Display:
        return bounds_display(self)

    def plot(self) -> Figure:
        """Draw the bounds along the states, or for one state the bounds of each output as bars."""
        return bounds_figure(self)


def worst_case(
    model: Model,
    quantity: str,
    *states: Any,
    tolerances: Tolerances = None,
    mode: ArrayLike | None = None,
    times: ArrayLike | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> WorstCase:
    """Bound a quantity when every live parameter may move within its tolerance.

    The bounds are exact if the quantity is monotonic in every parameter within the tolerances. Arguments as in `sensitivity`.

    progress : function progress(done, total), called with the numbers of states done and in total
    """
    check_progress(progress)
    asked = asked_quantity(model, quantity, states, times, {"mode": mode, **options})
    deviations, _ = read_tolerances(asked.model, tolerances)
    values = asked.nominal(warn=False)
    slopes = np.zeros((*values.shape, len(deviations)))
    varied = [name for name, place in asked.model.live_places.items() if deviations[place].any()]
    if varied:
        chosen = np.concatenate([np.arange(len(deviations))[asked.model.live_places[name]] for name in varied])
        slopes[:, :, chosen] = asked.slopes(varied)
    bounds = _corners(asked, slopes, deviations, values, progress)
    return WorstCase(
        quantity=quantity,
        outputs=outputs_of(asked.model, quantity, values.shape[1]),
        parameters=tuple(asked.model.labels["parameters"]),
        tolerances=deviations,
        assumed=tolerances is None,
        values=asked.unstack(values),
        first_order=asked.unstack((np.abs(slopes) * deviations).sum(axis=2)),
        lower=asked.unstack(bounds[:, 0]),
        upper=asked.unstack(bounds[:, 1]),
        times=asked.times,
    )


def _corners(asked: VariedQuantity, slopes: Array, tolerances: Array, values: Array, progress: Progress | None) -> Array:
    """(N, 2, n_f) lower and upper values: each output of each state has its own two corners."""
    count, n_f = values.shape
    known = np.flatnonzero(np.isfinite(slopes).all(axis=(1, 2)))
    bounds, step = np.full((count, 2, n_f), np.nan), max(1, CHUNK // (2 * n_f))
    for start in range(0, len(known), step):
        rows = known[start : start + step]
        designs = _designs(asked, slopes[rows], tolerances)
        every = asked.at(designs, np.repeat(rows, 2 * n_f), values).reshape(len(rows), 2, n_f, n_f)
        bounds[rows] = np.diagonal(every, axis1=2, axis2=3)
        report_progress(progress, min(start + step, len(known)), len(known))
    failed = np.flatnonzero(~np.isfinite(bounds[known]))
    if len(failed):
        row, corner = divmod(int(failed[0]), 2 * n_f)
        asked.report(failed, bounds[known].size, _designs(asked, slopes[known[[row]]], tolerances)[corner], int(known[row]))
    return bounds


def _designs(asked: VariedQuantity, slopes: Array, tolerances: Array) -> Array:
    """(n * 2 * n_f, n_p) corners of n states from derivatives (n, n_f, n_p): for each state first those of the lower bounds."""
    sides = np.array([-1.0, 1.0])[:, None, None]
    return asked.live + (np.sign(slopes)[:, None] * sides * tolerances).reshape(-1, len(tolerances))
