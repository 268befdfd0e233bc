"""An exciting motion as a table, as a figure and as a file for the controller."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parados.arguments import writing
from parados.text.csv_cells import write_columns
from parados.text.numbers import number
from parados.text.result_display import Display, Table
from parados.trajectory.actuator_columns import actuators_along, controller_columns
from parados.trajectory.names import names_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.identify.exciting_motion import Excitation

__all__ = ["excitation_display", "excitation_figure", "save_excitation"]

Array = NDArray[np.float64]


RANDOM_WORDS = {
    "drawn": "random, within the workspace as drawn",
    "enlarged": "random, as large as the limits allow",
    "stretched": "random, stretched to fill the workspace",
}
"""Words for the kinds of random motions."""


def _beside(motion: Excitation, kind: str) -> str:
    values = motion.random_conditions[kind]
    return f"{values[0]:.4g}, {motion.gains[kind]:.3g} times as large; the median is {np.median(values):.4g}"


def _actuators(motion: Excitation, count: int, one_period: bool) -> tuple[Array, Any, dict[str, Array]]:
    """Return times, states and q, qd, qdd, tau (N, n_a) of the actuators."""
    model, mode = motion.base.model, motion.bounds.mode
    t = np.linspace(0.0, motion.period if one_period else motion.duration, count)
    states = motion(t)
    return t, states, actuators_along(model, states, mode)


def save_excitation(motion: Excitation, path: Path, count: int, labels: Sequence[str] | None) -> None:
    """Write t, x, xd, xdd and the actuators' q_, qd_, qdd_ and tau_ as CSV; `parados run` accepts the file."""
    columns = controller_columns(motion.base.model, motion, labels, *_actuators(motion, count, one_period=False))
    with writing("path", path):
        write_columns(path, columns, digits=17)


def excitation_figure(motion: Excitation, labels: Sequence[str] | None, title: str) -> Figure:
    """Plot x, q, qd and tau over one period."""
    from parados.plots.panels import Panel, curves_figure

    positions, _ = names_of(motion, motion.base.model.labels["x"] if labels is None else labels)
    names = motion.base.model.actuated_names
    t, states, own = _actuators(motion, 401, one_period=True)
    panels = [Panel("x [m, rad]", dict(zip(positions, states.x.T, strict=True)))]
    units = {"q": "q [rad, m]", "qd": "qd [rad/s, m/s]", "tau": "tau [N m, N]"}
    panels += [Panel(unit, dict(zip(names, own[of].T, strict=True))) for of, unit in units.items()]
    return curves_figure(t, panels, title=title)


def excitation_display(motion: Excitation) -> Display:
    """Build the display: the measure beside those of random motions and of a circle, and the largest values of the actuators."""
    _, _, own = _actuators(motion, 401, one_period=True)
    facts = {
        "robot": motion.base.model.spec.name,
        "motion": f"{motion.harmonics} harmonics, period {number(motion.period)} s",
        "duration": f"{number(motion.duration)} s",
        "base parameters": motion.base.count,
        "condition number": f"{motion.condition:.4g}",
        **{
            f"best of {len(values)} {RANDOM_WORDS[kind]}": _beside(motion, kind)
            for kind, values in motion.random_conditions.items()
        },
        "circle": f"{motion.circle_condition:.4g}",
        "criterion": motion.criterion,
    }
    bounds = {"qd": motion.bounds.speed, "qdd": motion.bounds.acceleration, "tau": motion.bounds.effort}
    rows = []
    for k, name in enumerate(motion.base.model.actuated_names):
        cells = [f"{own['q'][:, k].min():.4g}", f"{own['q'][:, k].max():.4g}"]
        for of, bound in bounds.items():
            cells += [f"{np.abs(own[of][:, k]).max():.4g}", f"{bound[k]:.4g}" if np.isfinite(bound[k]) else "-"]
        rows.append([name, *cells])
    head = ("actuator", "lowest q", "highest q", "largest |qd|", "limit", "largest |qdd|", "limit", "largest |tau|", "limit")
    return Display("Exciting motion", facts, [Table(head, rows)], picture=motion.plot)
