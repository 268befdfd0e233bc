"""Compare models with a log: how well each explains the measured efforts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.arguments import flag, instance
from parados.errors import InputError
from parados.identify.effort_errors import EffortErrors
from parados.identify.effort_suspicions import effort_suspicions
from parados.identify.log import Log
from parados.identify.log_reading import read_log
from parados.identify.motion_of_log import LogMotion, log_motion, turns_of
from parados.identify.other_assemblies import better_assembly
from parados.identify.quantity_units import effort_units
from parados.identify.residual_spectra import Spectrum, residual_spectrum
from parados.identify.rests_of_log import usable_rows
from parados.model.compiled_robot import CompiledRobot
from parados.model.joint_turns import JointTurns
from parados.text.result_display import Display, Shown, Table

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Comparison", "compare", "model_efforts"]

Array = NDArray[np.float64]

POOR = 0.3
"""Relative error of all efforts from which another assembly mode is looked for."""


@dataclass(frozen=True, eq=False)
class Comparison(EffortErrors, Shown):
    """Measured efforts beside those of one or more models, at the usable rows of a log; no effort is filtered.

    Attributes
    ----------
    log : name of the log
    models : names of the k models
    names : names of the actuators
    time : (N,) [s]
    measured : (N, n_a) [N m, N]
    predicted : (k, N, n_a) [N m, N]
    step : distance of the samples [s]
    suspicions : what seems wrong with the log beside the first model, one sentence each
    remarks : how log and states were found
    units : units of the efforts of the actuators
    """

    log: str
    models: tuple[str, ...]
    names: tuple[str, ...]
    time: Array = field(repr=False)
    measured: Array = field(repr=False)
    predicted: Array = field(repr=False)
    step: float
    suspicions: tuple[str, ...]
    remarks: tuple[str, ...]
    units: tuple[str, ...] = ()

    @property
    def spectra(self) -> tuple[Spectrum, ...]:
        """Spectrum of the errors of each model."""
        return tuple(residual_spectrum(errors, self.step) for errors in self.errors)

    def tables(self) -> list[Table]:
        """Return the relative errors, and means and standard deviations of the errors, a row for each model."""
        relative = [[m, *(f"{100 * v:.3g} %" for v in row)] for m, row in zip(self.models, self.relative_errors, strict=True)]
        rows = zip(self.models, self.mean, self.deviation, strict=True)
        moments = [[m, *(f"{v:.4g}" for v in (*mean, *deviation))] for m, mean, deviation in rows]
        heads = [f"{word} {name}" for word in ("mean", "std") for name in self.names]
        units = ", ".join(dict.fromkeys(self.units))
        return [
            Table(("model", *self.names), relative, "relative error of the efforts"),
            Table(("model", *heads), moments, f"errors of the efforts [{units}]: mean and standard deviation (std)"),
        ]

    def _display(self) -> Display:
        facts = {"log": self.log, "rows": len(self.time), "models": ", ".join(self.models)}
        return Display("models beside a log", facts, self.tables(), "\n".join([*self.suspicions, *self.remarks]), self.plot)

    def plot(self) -> Any:
        """Plot measured and predicted efforts over time."""
        from parados.identify.comparison_figures import comparison_figure

        return comparison_figure(self)

    def plot_errors(self) -> Any:
        """Plot the mean errors as bars with their standard deviations."""
        from parados.identify.comparison_figures import error_bars

        return error_bars(self)

    def plot_spectra(self) -> Any:
        """Plot the spectra of the errors."""
        from parados.identify.comparison_figures import error_spectra

        return error_spectra(self)


def compare(
    model: Model | Mapping[str, Model],
    log: Log | str | Path,
    *,
    derivatives: str = "auto",
    cut_off: float | None = None,
    period: float | None = None,
    harmonics: int | None = None,
    mode: ArrayLike | None = None,
    start: ArrayLike | None = None,
    friction: bool = True,
) -> Comparison:
    """Compare the efforts of one model, or of several by name, with those of a log.

    The states along the log come from the first model; the others must have the same joints and coordinates. With redundant
    actuation, the predicted efforts are those with the model's platform force that are nearest to the measured ones.

    Parameters
    ----------
    log : a log, or its file if its columns have the names that `read_log` knows
    derivatives, cut_off, period, harmonics, mode, start : see `log_motion`
    friction : False leaves friction out of the models
    """
    models = _named(model)
    first = next(iter(models.values()))
    rows = log if isinstance(log, Log) else read_log(log, first)
    choices: dict[str, Any] = {"derivatives": derivatives, "cut_off": cut_off, "period": period, "harmonics": harmonics}
    motion = log_motion(first, rows, **choices, mode=mode, start=start)
    with_friction = flag("friction", friction)
    use = np.all([usable_rows(one, motion) for one in models.values()], axis=0) if with_friction else motion.valid
    predicted = np.stack([model_efforts(one, motion, friction=with_friction)[use] for one in models.values()])
    measured = motion.tau[use]
    suspicions = effort_suspicions(measured, predicted[0], first.actuated_names)
    if not suspicions and np.linalg.norm(measured - predicted[0]) > POOR * np.linalg.norm(measured):
        suspicions = better_assembly(first, motion, lambda other: model_efforts(first, other, friction=with_friction))
    names = first.actuated_names
    found = (rows.name, tuple(models), names, motion.time[use], measured, predicted, motion.step, suspicions, motion.remarks)
    return Comparison(*found, effort_units(first, names))


def model_efforts(model: Model, motion: LogMotion, *, friction: bool = True) -> Array:
    """(N, n_a) efforts of a model along a log; with redundant actuation those nearest to the measured ones."""
    own = JointTurns(model, motion.mode).made(turns_of(model, motion))
    tau = own.inverse_dynamics(motion.x, motion.xd, motion.xdd, mode=motion.mode, friction=friction, motion=True)
    if tau.shape[1] <= motion.xd.shape[1]:
        return tau
    J, J_inv = model.jacobian(motion.x, mode=motion.mode), model.inverse_jacobian(motion.x, mode=motion.mode)
    force = np.einsum("nji,nj->ni", J_inv, tau - motion.tau)  # J_inv^T (tau - tau_measured)
    return np.asarray(motion.tau + np.einsum("nji,nj->ni", J, force))


def _named(model: Any) -> dict[str, Model]:
    """Return models by name; one model has the name of its robot."""
    given = dict(model) if isinstance(model, Mapping) else None
    if given is None:
        one: Any = instance("model", model, CompiledRobot, "a model (robot.compile()), or models by name,")
        given = {one.spec.name: one}
    if not given:
        raise InputError("model: give at least one model")
    labels = None
    for name, one in given.items():
        own: Any = instance(f"model[{name!r}]", one, CompiledRobot, "a model (robot.compile())")
        own.check_one_robot()
        mine = (list(own.labels["q"]), list(own.labels["x"]))
        if labels is not None and mine != labels:
            raise InputError(f"model[{name!r}]: its joints and coordinates are {mine}, those of the first model {labels}")
        labels = labels or mine
    return {str(name): one for name, one in given.items()}
