"""Plot a motion: position, velocity and acceleration over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parados.text.figure_text import figure_text
from parados.trajectory.names import names_of, units_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.trajectory.base import Trajectory

__all__ = ["motion_figure"]

SAMPLES = 1001


def motion_figure(motion: Trajectory, labels: Sequence[str] | None, title: str) -> Figure:
    """Plot x, xd and xdd in three panels; the axes have units if the coordinates have the names of robot files."""
    from parados.plots.panels import Panel, curves_figure

    positions, rates = names_of(motion, labels)
    t, states = motion.sample(SAMPLES)
    quantities = ("x", "dx/dt", "d²x/dt²") if motion.n == motion.n_rates else ("x", "twist", "its rate")
    panels = [
        Panel(f"{name}{unit}", {figure_text(label): values[:, i] for i, label in enumerate(names)})
        for name, unit, names, values in zip(quantities, units_of(positions), (positions, rates, rates), states, strict=True)
    ]
    return curves_figure(t, panels, title=title)
