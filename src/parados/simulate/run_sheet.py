"""Show a run as facts, tables and curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from parados.simulate.run_display import effort_table
from parados.simulate.run_events import KINDS
from parados.text.figure_text import figure_text
from parados.text.numbers import counted, number
from parados.text.result_display import Display, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.simulate.simulated_run import Run

__all__ = ["plot_run", "run_sheet"]

MOST_EVENTS = 20
"""Largest number of events in a summary; `Run.events` has all of them."""


def run_sheet(run: Run) -> Display:
    """Build the display of a run: accuracy, largest efforts, and what happened."""
    early = "" if run.complete else ", ended early"
    facts = {
        "robot": run.model.spec.title or run.model.spec.name,
        "duration": f"{number(run.t[-1] - run.t[0])} s, {counted(len(run.t), 'state')} kept" + early,
        "integration": run.method,
        "largest error of the closures": f"{run.closure.max(initial=0.0):.1e}",
        "error of the energy balance": f"{run.energy.relative_error:.1e} of the largest energy",
        "work of the actuators": f"{number(float(run.energy.work[-1]))} J",
        "lost energy": f"{number(float(run.energy.dissipated[-1]))} J",
    }
    tables = [effort_table(run.efforts, run.model.actuated_names)] if run.efforts.shape[1] else []
    if run.events:
        rows = [[f"{event.t:.6g}", event.joint, KINDS[event.kind], f"{event.rate:.4g}"] for event in run.events[:MOST_EVENTS]]
        told = counted(len(run.events), "event") + (f", the first {MOST_EVENTS}" if len(run.events) > MOST_EVENTS else "")
        tables.append(Table(["time [s]", "joint", "what happens", "rate before"], rows, told))
    return Display("Simulated motion", facts, tables, picture=run.plot)


def _groups(run: Run) -> Mapping[str, list[int]]:
    """Columns of x by the unit of their panel."""
    names = list(run.model.labels["x"])
    kinds = {name: "m" if name in ("px", "py", "pz") else "rad" for name in names}
    if run.model.mechanism.platform.is_quaternion:
        kinds |= dict.fromkeys(("w", "x", "y", "z"), "-")
    joints = run.model.mechanism.joints_in_x
    for k, joint in enumerate(joints):
        kinds[names[len(names) - len(joints) + k]] = run.model.mechanism.joints[joint].unit
    units = dict.fromkeys(kinds.values())
    return {unit: [k for k, name in enumerate(names) if kinds[name] == unit] for unit in units}


def plot_run(run: Run) -> Figure:
    """Plot coordinates, efforts and energies over time; dotted lines mark events."""
    from parados.plots.panels import Panel, curves_figure

    names, energy = list(run.model.labels["x"]), run.energy
    panels = [Panel(f"x [{unit}]", {figure_text(names[k]): run.x[:, k] for k in own}) for unit, own in _groups(run).items()]
    if run.efforts.shape[1]:
        efforts = {figure_text(name): run.efforts[:, k] for k, name in enumerate(run.model.actuated_names)}
        panels.append(Panel("efforts [N, N m]", efforts))
    stored = energy.gravitational + energy.elastic
    work = energy.work + energy.loads
    parts = {"kinetic": energy.kinetic, "potential": stored - stored[0], "work": work, "lost": energy.dissipated}
    panels.append(Panel("energy [J]", {key: np.asarray(value) for key, value in parts.items()}))
    figure = curves_figure(run.t, panels)
    for axes in figure.axes:
        for event in run.events[:MOST_EVENTS]:
            axes.axvline(event.t, color="0.5", linewidth=0.7, linestyle=":")
    return figure
