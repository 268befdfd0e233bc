"""The shapes of a flexible robot's modes as a figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.model import Model

__all__ = ["draw_vibration_modes"]

SWING = 0.1
"""Of the point that moves most, as part of the robot's size."""


def draw_vibration_modes(model: Model, x: NDArray[np.float64], count: int) -> Figure:
    """Centre lines of the beams, undeformed and in each of the lowest modes at a pose (n_x,)."""
    from parados.plots.mode_shapes import mode_shapes_figure
    from parados.plots.skeleton import skeleton

    modes = model.vibration_modes(x, count=count)
    links = [*(joint.link for leg in model.spec.legs for joint in leg.joints), model.spec.platform.link]
    if not any(link.beams or link.superelement for link in links):
        hint = "vibration_modes(x).plot() shows which joints give way"
        raise InputError(f"draw_vibration_modes: no link of {model.spec.name} bends; {hint}")
    lines = model.centre_lines(x, modes.shapes)
    titles = [f"mode {k + 1}, {f:.4g} Hz" for k, f in enumerate(modes.frequencies)]
    swing = SWING * float(np.ptp(lines.places.reshape(-1, 3), axis=0).max())
    return mode_shapes_figure(lines, np.array(skeleton(model, x).base), titles, swing)
