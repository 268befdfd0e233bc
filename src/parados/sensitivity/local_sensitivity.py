"""Exact first-order sensitivities of a quantity to live parameters, at one state or a stack of states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import word
from parados.errors import UnknownNameError
from parados.model.model import Model
from parados.sensitivity.asked_quantity import asked_quantity
from parados.sensitivity.output_names import Output, outputs_of
from parados.sensitivity.sensitivity_display import sensitivity_display, sensitivity_figure
from parados.sensitivity.tolerances import Tolerances, read_tolerances
from parados.text.result_display import Display, Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Sensitivity", "sensitivity"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Sensitivity(Shown):
    """Sensitivities of the n_f outputs of a quantity to n_p numbers of live parameters; NaN for states without a result.

    Attributes
    ----------
    quantity : name of the quantity
    outputs : names and units of the outputs
    parameters : names of the numbers
    nominal : (n_p,) their values
    tolerances : (n_p,) their largest deviations
    assumed : True if the tolerances are the default, 1 % of each value
    values : (n_f,) or (N, n_f) the quantity
    derivatives : (n_f, n_p) or (N, n_f, n_p) its exact derivatives
    times : (N,) instants of the states [s], or None
    """

    quantity: str
    outputs: tuple[Output, ...]
    parameters: tuple[str, ...]
    nominal: Array
    tolerances: Array
    assumed: bool
    values: Array
    derivatives: Array
    times: Array | None

    @property
    def relative(self) -> Array:
        """(n_f, n_p) or (N, n_f, n_p) relative sensitivities p/f df/dp [-]; NaN where an output is zero."""
        f = np.where(self.values == 0, np.nan, self.values)[..., None]
        return np.asarray(self.nominal * self.derivatives / f)

    @property
    def effects(self) -> Array:
        """(n_f, n_p) or (N, n_f, n_p) change |df/dp| tolerance of each output, to first order [unit of the output]."""
        return np.asarray(np.abs(self.derivatives) * self.tolerances)

    @cached_property
    def largest(self) -> Array:
        """(n_f, n_p) the largest effect over the states."""
        return np.asarray(np.nan_to_num(self._rows(self.effects)).max(axis=0))

    @cached_property
    def rms(self) -> Array:
        """(n_f, n_p) root mean square of the effects over the states that have a result."""
        effects = self._rows(self.effects)
        return np.asarray(np.sqrt(np.nan_to_num(effects**2).sum(axis=0) / max(len(effects) - self.failed, 1)))

    @property
    def failed(self) -> int:
        """Number of states without a result."""
        return int((~np.isfinite(self._rows(self.derivatives)).all(axis=(1, 2))).sum())

    def ranking(self, output: str) -> list[str]:
        """Return the names of the parameters, the one with the largest effect on an output first."""
        names = [one.name for one in self.outputs]
        k = names.index(word("output", output, names, UnknownNameError, f"an output of {self.quantity}"))
        return [self.parameters[p] for p in np.argsort(-self.largest[k], kind="stable")]

    def _rows(self, array: Array) -> Array:
        return array if self.derivatives.ndim == 3 else array[None]

    def _display(self) -> Display:
        return sensitivity_display(self)

    def plot(self) -> Figure:
        """Draw a tornado plot: the changes of each output for each parameter at its tolerance, the largest on top."""
        return sensitivity_figure(self)


def sensitivity(
    model: Model,
    quantity: str,
    *states: Any,
    tolerances: Tolerances = None,
    wrt: str | Sequence[str] | None = None,
    mode: ArrayLike | None = None,
    times: ArrayLike | None = None,
    **options: Any,
) -> Sensitivity:
    """Compute exact derivatives of a quantity with respect to live parameters, and rank the parameters by their effect.

    Parameters
    ----------
    model : a model with live parameters, `robot.compile(live=[...])`
    quantity : name of a quantity that `Model.derivatives` accepts, "forward_kinematics" (error of the pose at fixed motor
        positions) or "natural_frequencies" (of a flexible robot)
    states : those of the quantity, one (n,) or a stack (N, n); or one `parados.Trajectory` in their place. For
        "forward_kinematics" q, with the option `guess`, or instead the option `x`, the pose of the robot itself
    tolerances : name -> largest deviation of a parameter from its value, a number or one for each of its numbers; parameters
        that are not named are exact. Default: 1 % of each value
    wrt : names of the live parameters; all by default
    times : (N,) instants [s] at which a trajectory is sampled, 101 by default; or those of the rows of a stack
    options : those of the quantity that it takes: `wrench`, `friction`, `guess`, `x`, `count`; and `parameters`, the values of
        live parameters about which the derivatives are taken
    """
    asked = asked_quantity(model, quantity, states, times, {"mode": mode, **options})
    deviations, names = read_tolerances(asked.model, tolerances, wrt)
    values = asked.nominal(warn=False)
    slopes = asked.slopes(names)
    chosen = np.concatenate([np.arange(len(deviations))[asked.model.live_places[name]] for name in names])
    return Sensitivity(
        quantity=quantity,
        outputs=outputs_of(asked.model, quantity, values.shape[1]),
        parameters=tuple(asked.model.labels["parameters"][k] for k in chosen),
        nominal=asked.live[chosen],
        tolerances=deviations[chosen],
        assumed=tolerances is None,
        values=asked.unstack(values),
        derivatives=asked.unstack(slopes),
        times=asked.times,
    )
