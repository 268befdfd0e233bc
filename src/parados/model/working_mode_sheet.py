"""Pictures of the working modes of a robot: all of them if they are few, otherwise leg by leg."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError, ParadosError
from parados.geometry.working_modes import Mode, mode_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.model import Model
    from parados.plots.mode_sheet import ModePicture

__all__ = ["draw_working_modes"]

Array = NDArray[np.float64]

MOST_PICTURES = 16
"""Largest number of modes that are all drawn; the legs of a robot with more are drawn one after the other."""

MOST_SIGNS = 3
"""Largest number of choices of a leg of which all combinations are drawn; otherwise one sign changes at a time."""


def draw_working_modes(model: Model, x: Array) -> Figure:
    """Draw the working modes at a pose x (n_x,).

    Up to 16 modes have one picture each. If there are more, every leg is drawn in each of its positions while the other legs keep
    the default mode; any combination of the positions of the legs is a mode. A leg with more than `MOST_SIGNS` signs is drawn in
    the default mode and with each sign changed alone. Raises InputError for a robot with one mode.
    """
    from parados.plots.mode_sheet import mode_sheet
    from parados.plots.skeleton import is_planar
    from parados.text.figure_text import figure_text

    choices = model.survey.geometry.free_choices
    if not choices:
        raise InputError(f"working modes: no leg of {model.spec.name} has a choice; it has one working mode")
    count = 2 ** len(choices)
    every = count <= MOST_PICTURES
    drawn = list(_every_mode(model, x) if every else _leg_by_leg(model, x))
    planar = is_planar(model, model.link_frames(model.survey.home))
    columns = 4 if every else max(4, max(pictures for _, pictures in _combinations(model)))
    kept = "" if every else f", by leg (the others in mode {mode_name(model.survey.mode)})"
    return mode_sheet(drawn, min(columns, 8), planar, figure_text(f"{model.spec.name}: {count} working modes{kept}"))


def _every_mode(model: Model, x: Array) -> Iterator[ModePicture]:
    for mode in model.working_modes():
        yield _picture(model, x, mode, f"mode {mode_name(mode)}", None)


def _combinations(model: Model) -> list[tuple[int, int]]:
    """Return (index of the leg, number of its pictures) for each leg that has several positions."""
    legs = [choice.leg for choice in model.survey.geometry.free_choices]
    counts = {leg: legs.count(leg) for leg in sorted(set(legs))}
    return [(leg, 2**count if count <= MOST_SIGNS else count + 1) for leg, count in counts.items()]


def _leg_by_leg(model: Model, x: Array) -> Iterator[ModePicture]:
    default = model.survey.mode
    for leg, pictures in _combinations(model):
        own = default[leg] if isinstance(default[leg], tuple) else (default[leg],)
        signs = np.array(own)
        if pictures == 2 ** len(signs):
            trials = np.array(list(product((1, -1), repeat=len(signs))))
        else:
            trials = signs * np.vstack([np.ones(len(signs), int), 1 - 2 * np.eye(len(signs), dtype=int)])
        for trial in trials.tolist():
            entry = tuple(trial) if len(trial) > 1 else trial[0]
            mode = (*default[:leg], entry, *default[leg + 1 :])
            yield _picture(model, x, mode, f"{model.mechanism.leg_names[leg]}: {mode_name((entry,))}", leg)


def _picture(model: Model, x: Array, mode: Mode, title: str, leg: int | None) -> ModePicture:
    """Draw the robot in a mode; a leg that cannot reach the pose leaves the picture empty."""
    from parados.plots.mode_sheet import ModePicture
    from parados.plots.skeleton import placed_skeleton
    from parados.text.figure_text import figure_text

    try:
        frames, platform = model.link_frames(x, mode=mode), model.platform_frame(x, mode=mode)
    except ParadosError:
        return ModePicture(figure_text(title), None)
    marked = None if leg is None else placed_skeleton(model, frames, platform, leg)
    return ModePicture(figure_text(title), placed_skeleton(model, frames, platform), marked)
