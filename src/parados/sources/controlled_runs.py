"""Controlled runs of the robots of the documents: a law on a plant along a motion, and the errors side by side."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from parados.control.law import Law
from parados.control.sampled_loop import Sampling
from parados.model.model import Model
from parados.plots.panels import Panel, curves_figure
from parados.report.tracking_errors import TrackingErrors
from parados.simulate.simulation import simulate
from parados.sources.entry import Line, holds, unprinted
from parados.trajectory.base import Trajectory

__all__ = ["distance", "error_columns", "error_figure", "error_lines", "followed"]

Array = NDArray[np.float64]

STEP, KEPT = 1e-4, 1001
"""Step of the simulation [s], and number of states that are kept."""


def followed(plant: Model, law: Law, motion: Trajectory, rate: float, effort: float | None = None) -> TrackingErrors:
    """Simulate a robot from the start of a motion under a law with `rate` updates in a second; return its errors.

    effort : largest effort of an actuator [N m, N]
    """
    at, sampling = motion(motion.start), Sampling(rate=rate, effort_limit=effort)
    run = simulate(
        plant, at.x, at.xd, motion.duration, control=law, method="rk4", step=STEP, sampling=sampling, times=KEPT, limits="ignore"
    )
    return TrackingErrors(run, motion)


def distance(errors: TrackingErrors) -> Array:
    """(k,) distance of the platform from its reference, along the coordinates that are lengths [m]."""
    names = errors.run.model.labels["x"]
    lengths = [k for k, name in enumerate(names) if name in ("px", "py", "pz")]
    return np.asarray(np.linalg.norm(errors.x[:, lengths], axis=1))


def error_lines(results: Mapping[str, TrackingErrors]) -> list[Line]:
    """Report the largest and the RMS distance from the reference, the largest effort, and closures that stay closed."""
    lines = []
    for name, errors in results.items():
        far, run = distance(errors), errors.run
        lines.append(unprinted(f"{name}: largest distance from the motion", float(1e3 * far.max()), "mm"))
        lines.append(unprinted(f"{name}: root mean square of the distance", float(1e3 * np.sqrt(np.mean(far**2))), "mm"))
        lines.append(unprinted(f"{name}: largest effort", float(np.abs(run.efforts).max()), "N m or N"))
    worst = max(float(errors.run.closure.max()) for errors in results.values())
    return [*lines, holds("closures stay closed in all runs", "", f"{worst:.1e} m", worst < 1e-10)]


def error_figure(results: Mapping[str, TrackingErrors]) -> Figure:
    """Plot the distances from the motion, and the efforts of the first actuator."""
    runs = {name: errors.run for name, errors in results.items()}
    (t,) = {tuple(run.t) for run in runs.values()}
    panels = [Panel("distance from the\nmotion [mm]", {name: 1e3 * distance(errors) for name, errors in results.items()})]
    panels.append(Panel("effort of the first\nactuator [N m, N]", {name: run.efforts[:, 0] for name, run in runs.items()}))
    return curves_figure(np.array(t), panels)


def error_columns(results: Mapping[str, TrackingErrors]) -> dict[str, Array]:
    """Return t and, for each run, the distance from the motion [m], by names for a table."""
    first = next(iter(results.values()))
    return {"t": first.run.t} | {f"distance {name}": distance(errors) for name, errors in results.items()}
