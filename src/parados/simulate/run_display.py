"""Show a simulated motion as tables and curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.text.figure_text import figure_text
from parados.text.numbers import number
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.simulate.elastic_result import ElasticResult, EnergyReport

__all__ = ["effort_table", "energy_display", "run_display", "run_figure"]


def run_display(run: ElasticResult) -> Display:
    """Build the display of a run: step, accuracy and largest efforts."""
    facts = {
        "duration": f"{number(run.t[-1] - run.t[0])} s" + ("" if run.complete else ", interrupted"),
        "step": f"{number(run.step)} s, {len(run.t)} states kept",
        "largest drift of the closures": f"{run.drift.max():.1e}",
        "error of the energy balance": f"{run.energy.relative_error:.1e} of the largest energy",
    }
    if run.difference is not None:
        facts["difference from twice the step"] = f"pose {run.difference[0]:.1e}, efforts {run.difference[1]:.1e}"
    if run.neglected:
        facts["neglected by the reduction"] = f"{run.neglected:.1e} [m, rad] at the platform"
    table = effort_table(run.efforts, run.actuator_names)
    return Display("Motion of a flexible robot", facts, [table], picture=run.plot)


def effort_table(efforts: NDArray[np.float64], names: Sequence[str]) -> Table:
    """Build the table of the peak and the RMS value of the efforts (k, n_a) of each actuator."""
    peaks, means = np.abs(efforts).max(axis=0), np.sqrt(np.mean(efforts**2, axis=0))
    rows = [[name, f"{peak:.4g}", f"{mean:.4g}"] for name, peak, mean in zip(names, peaks, means, strict=True)]
    return Table(["actuator", "peak effort", "RMS effort"], rows, "Efforts [N or N m]")


def run_figure(run: ElasticResult) -> Figure:
    """Plot the pose of the platform and the efforts of the actuators over time, with separate panels for lengths and angles."""
    from parados.plots.panels import Panel, curves_figure

    pose, planar = run.pose, run.pose.shape[1] == 3
    places, turns = (("x", "y"), ("angle",)) if planar else (("x", "y", "z"), ("a1", "a2", "a3"))
    efforts = {figure_text(name): run.efforts[:, k] for k, name in enumerate(run.actuator_names)}
    panels = [
        Panel("platform [m]", {name: pose[:, k] for k, name in enumerate(places)}),
        Panel("platform [rad]", {name: pose[:, len(places) + k] for k, name in enumerate(turns)}),
        Panel("efforts [N, N m]", efforts),
    ]
    return curves_figure(run.t, panels)


def energy_display(energy: EnergyReport) -> Display:
    """Build a table of every energy: at the start, at the end, smallest and largest."""
    parts = {
        "kinetic": energy.kinetic,
        "elastic": energy.elastic,
        "gravitational": energy.gravitational,
        "work of the actuators": energy.work,
        **({"work of loads": energy.loads} if isinstance(energy.loads, np.ndarray) else {}),
        "dissipated": energy.dissipated,
        "balance": energy.balance,
    }
    rows = [[name, *[f"{v:.4g}" for v in (e[0], e[-1], e.min(), e.max())]] for name, e in parts.items()]
    table = Table(["", "start", "end", "smallest", "largest"], rows)
    return Display("Energies [J]", {"error of the balance": f"{energy.relative_error:.1e} of the largest energy"}, [table])
