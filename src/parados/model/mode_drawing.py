"""Figure of the vibration modes of a flexible robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parados.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.model import Model

__all__ = ["draw_vibration_modes"]

SWING = 0.1
"""Drawn displacement of the point that moves most, over the size of the robot."""


def draw_vibration_modes(model: Model, x: NDArray[np.float64], count: int, *, mode: ArrayLike | None = None) -> Figure:
    """Draw the centre lines of the beams, undeformed and in each of the lowest `count` modes, at a pose x (n_x,)."""
    from parados.plots.mode_shapes import mode_shapes_figure
    from parados.plots.skeleton import skeleton

    modes = model.vibration_modes(x, count=count, mode=mode)
    links = [*(joint.link for leg in model.spec.legs for joint in leg.joints), model.spec.platform.link]
    if not any(link.beams or link.superelement for link in links):
        hint = "vibration_modes(x).plot() shows which joints are elastic in each mode"
        raise InputError(f"draw_vibration_modes: no link of {model.spec.name} bends; {hint}")
    lines = model.centre_lines(x, modes.shapes, mode=mode)
    titles = [f"mode {k + 1}, {f:.4g} Hz" for k, f in enumerate(modes.frequencies)]
    swing = SWING * float(np.ptp(lines.places.reshape(-1, 3), axis=0).max())
    return mode_shapes_figure(lines, np.array(skeleton(model, x, mode).base), titles, swing)
