"""Compute peak and RMS effort, speed and power of each actuator, for the choice of motors."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parados.report.motion_evaluation import MotionResults
from parados.trajectory.motion_table import MotionTable

if TYPE_CHECKING:
    from parados.model.model import Model

__all__ = ["Load", "actuator_loads", "load_cells"]

Array = NDArray[np.float64]

NOTHING = 1e-12
"""Mean power, as a part of the peak power, below which it is round-off."""


class Load(NamedTuple):
    """Load of one actuator: efforts [N m or N], speeds [rad/s or m/s] and powers [W]."""

    name: str
    prismatic: bool
    peak_effort: float
    rms_effort: float
    peak_speed: float
    rms_speed: float
    peak_power: float
    mean_power: float

    def cells(self) -> list[str]:
        mean = 0.0 if abs(self.mean_power) < NOTHING * self.peak_power else self.mean_power
        return [self.name, *[f"{value:.4g}" for value in (*self[2:-1], mean)]]


def actuator_loads(model: Model, motion: MotionTable, results: MotionResults) -> list[Load]:
    """Compute the load of each actuator; in a motion without times all rows have the same weight."""
    t = motion.t if motion.timed else None
    tau, qd, power = results.tau, results.qd, results.power
    peaks = [np.abs(a).max(axis=0) for a in (tau, qd, power)]
    rms = [np.sqrt(_mean(a**2, t)) for a in (tau, qd)]
    mean_power = _mean(power, t)
    columns = (peaks[0], rms[0], peaks[1], rms[1], peaks[2], mean_power)
    return [
        Load(model.actuated_names[k], model.mechanism.joints[joint].unit == "m", *[float(column[k]) for column in columns])
        for k, joint in enumerate(model.mechanism.actuated)
    ]


def _mean(values: Array, t: Array | None) -> Array:
    """Return the mean over time by the trapezoidal rule, or over the rows if t is None."""
    if t is None or len(t) < 2:
        return np.asarray(values.mean(axis=0))
    middle = (values[1:] + values[:-1]) / 2
    return np.asarray((middle * np.diff(t)[:, None]).sum(axis=0) / (t[-1] - t[0]))


def _headings(loads: list[Load]) -> list[str]:
    """Return the headings of the table, with the units of these actuators."""
    kinds = sorted({load.prismatic for load in loads})
    effort = ", ".join("N" if prismatic else "N m" for prismatic in kinds)
    speed = ", ".join("m/s" if prismatic else "rad/s" for prismatic in kinds)
    units = (effort, effort, speed, speed, "W", "W")
    names = ("peak effort", "RMS effort", "peak speed", "RMS speed", "peak power", "mean power")
    return ["actuator", *[f"{name} [{unit}]" for name, unit in zip(names, units, strict=True)]]


def load_cells(loads: list[Load]) -> list[list[str]]:
    """Return the headings and rows of the table of loads."""
    return [_headings(loads), *[load.cells() for load in loads]]
