"""Pictures of the working modes of a robot: all of them if they are few, otherwise leg by leg."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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

__all__ = ["ListedMode", "draw_working_modes", "listed_modes", "lists_every_mode", "mode_picture"]

Array = NDArray[np.float64]

MOST_PICTURES = 16
"""Largest number of modes that are all drawn; the legs of a robot with more are drawn one after the other."""

MOST_SIGNS = 3
"""Largest number of choices of a leg of which all combinations are drawn; otherwise one sign changes at a time."""


@dataclass(frozen=True)
class ListedMode:
    """A working mode with the title of its picture, and the index of the leg that the picture is about; None for all legs."""

    mode: Mode
    title: str
    leg: int | None = None


def listed_modes(model: Model, around: Mode | None = None) -> list[ListedMode]:
    """List the working modes that a sheet of pictures shows.

    Up to 16 modes are all listed. If there are more, every leg takes each of its positions while the other legs keep the mode
    `around` (by default that of the file); any combination of the positions of the legs is a mode. A leg with more than
    `MOST_SIGNS` signs is listed in this mode and with each sign changed alone. A robot with one mode has an empty list.
    """
    if not model.survey.geometry.free_choices:
        return []
    if lists_every_mode(model):
        return [ListedMode(mode, f"mode {mode_name(mode)}") for mode in model.working_modes()]
    return list(_leg_by_leg(model, model.survey.mode if around is None else around))


def lists_every_mode(model: Model) -> bool:
    """Tell whether the working modes are so few that all of them are listed."""
    return 2 ** len(model.survey.geometry.free_choices) <= MOST_PICTURES


def draw_working_modes(model: Model, x: Array) -> Figure:
    """Draw the working modes of `listed_modes` at a pose x (n_x,); raises InputError for a robot with one mode."""
    from parados.plots.mode_sheet import mode_sheet
    from parados.plots.skeleton import is_planar
    from parados.text.figure_text import figure_text

    listed = listed_modes(model)
    if not listed:
        raise InputError(f"working modes: no leg of {model.spec.name} has a choice; it has one working mode")
    drawn = [mode_picture(model, x, one) for one in listed]
    every = lists_every_mode(model)
    planar = is_planar(model, model.link_frames(model.survey.home))
    columns = 4 if every else max(4, max(pictures for _, pictures in _combinations(model)))
    kept = "" if every else f", by leg (the others in mode {mode_name(model.survey.mode)})"
    count = 2 ** len(model.survey.geometry.free_choices)
    return mode_sheet(drawn, min(columns, 8), planar, figure_text(f"{model.spec.name}: {count} working modes{kept}"))


def _combinations(model: Model) -> list[tuple[int, int]]:
    """Return (index of the leg, number of its pictures) for each leg that has several positions."""
    legs = [choice.leg for choice in model.survey.geometry.free_choices]
    counts = {leg: legs.count(leg) for leg in sorted(set(legs))}
    return [(leg, 2**count if count <= MOST_SIGNS else count + 1) for leg, count in counts.items()]


def _leg_by_leg(model: Model, around: Mode) -> Iterator[ListedMode]:
    for leg, pictures in _combinations(model):
        entry = around[leg]
        signs = np.array(entry if isinstance(entry, tuple) else (entry,))
        if pictures == 2 ** len(signs):
            trials = np.array(list(product((1, -1), repeat=len(signs))))
        else:
            trials = signs * np.vstack([np.ones(len(signs), int), 1 - 2 * np.eye(len(signs), dtype=int)])
        for trial in trials.tolist():
            own = tuple(trial) if len(trial) > 1 else trial[0]
            yield ListedMode(
                (*around[:leg], own, *around[leg + 1 :]), f"{model.mechanism.leg_names[leg]}: {mode_name((own,))}", leg
            )


def mode_picture(model: Model, x: Array, listed: ListedMode) -> ModePicture:
    """Draw the robot at a pose x (n_x,) in a mode; a leg that cannot reach the pose leaves the picture empty."""
    from parados.plots.mode_sheet import ModePicture
    from parados.plots.skeleton import placed_skeleton
    from parados.text.figure_text import figure_text

    title = figure_text(listed.title)
    try:
        frames = model.link_frames(x, mode=listed.mode)
        platform = np.eye(4) if model.mechanism.platform.is_absent else model.platform_frame(x, mode=listed.mode)
    except ParadosError:
        return ModePicture(title, None)
    marked = None if listed.leg is None else placed_skeleton(model, frames, platform, listed.leg)
    return ModePicture(title, placed_skeleton(model, frames, platform), marked)
