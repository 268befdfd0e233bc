"""Result of a Monte Carlo analysis: the values of a quantity for random robots, and their statistics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.sensitivity.output_names import Output
from parados.sensitivity.scatter_display import scatter_display, scatter_figure
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["MonteCarlo"]

Array = NDArray[np.float64]

PERCENTILES = (2.5, 50.0, 97.5)


@dataclass(frozen=True)
class MonteCarlo(Shown):
    """The n_f outputs of a quantity for S random robots; statistics are over the robots that have a result.

    Attributes
    ----------
    quantity : name of the quantity
    outputs : names and units of the outputs
    parameters : names of the n_p live numbers
    tolerances : (n_p,) their largest deviations; with normal distributions, three standard deviations
    assumed : True if the tolerances are the default, 1 % of each value
    distribution : "uniform" or "normal"
    seed : of the random numbers
    designs : (S, n_p) live parameters of the robots
    values : (n_f,) or (N, n_f) the quantity of the robot of the file
    samples : (S, n_f) or (S, N, n_f) that of each random robot; NaN without a result
    times : (N,) instants of the states [s], or None
    """

    quantity: str
    outputs: tuple[Output, ...]
    parameters: tuple[str, ...]
    tolerances: Array
    assumed: bool
    distribution: str
    seed: int
    designs: Array
    values: Array
    samples: Array
    times: Array | None

    @property
    def failed(self) -> NDArray[np.int_]:
        """() or (N,) number of robots without a result at each state."""
        return np.asarray((~np.isfinite(self.samples).all(axis=-1)).sum(axis=0))

    @cached_property
    def mean(self) -> Array:
        """(n_f,) or (N, n_f) mean."""
        return np.asarray(self._known.mean(axis=0).filled(np.nan))

    @cached_property
    def std(self) -> Array:
        """(n_f,) or (N, n_f) standard deviation."""
        with np.errstate(invalid="ignore"):
            return np.asarray(np.ma.filled(self._known.std(axis=0, ddof=1), np.nan))

    @cached_property
    def percentiles(self) -> Array:
        """(3, n_f) or (3, N, n_f) percentiles 2.5, 50 and 97.5."""
        without = ~np.isfinite(self.samples).any(axis=0)
        found = np.nanpercentile(np.where(without, 0.0, self.samples), PERCENTILES, axis=0)
        return np.where(without, np.nan, found)

    @property
    def lowest(self) -> Array:
        """(n_f,) or (N, n_f) smallest value."""
        return np.asarray(self._known.min(axis=0).filled(np.nan))

    @property
    def highest(self) -> Array:
        """(n_f,) or (N, n_f) largest value."""
        return np.asarray(self._known.max(axis=0).filled(np.nan))

    @property
    def _known(self) -> np.ma.MaskedArray[Any, Any]:
        return np.ma.masked_invalid(self.samples)

    def _display(self) -> Display:
        return scatter_display(self)

    def plot(self) -> Figure:
        """Draw a histogram of each output, or bands along the states of a stack."""
        return scatter_figure(self)
