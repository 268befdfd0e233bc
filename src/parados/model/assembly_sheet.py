"""Figure of all assembly modes of a robot, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parados.errors import InputError
from parados.text.numbers import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.assembly_result import AssemblyModes

__all__ = ["draw_assembly_modes"]

COLUMNS = 8
"""Largest number of pictures in a row."""


def draw_assembly_modes(found: AssemblyModes) -> Figure:
    """Draw one small picture of each pose, all with the same scale; raises InputError if there is none."""
    from parados.plots.mode_sheet import ModePicture, mode_sheet
    from parados.plots.skeleton import is_planar, placed_skeleton
    from parados.text.figure_text import figure_text

    if not len(found):
        raise InputError(f"draw: there is no pose to draw; {found.reason}")
    model, pictures = found.model, []
    for k, (x, mode, frame) in enumerate(zip(found.x, found.modes, found.frames, strict=True)):
        title = figure_text(f"{k + 1}")
        if mode is None:
            pictures.append(ModePicture(title, None))
        else:
            pictures.append(ModePicture(title, placed_skeleton(model, model.link_frames(x, mode=mode), frame)))
    planar = is_planar(model, model.link_frames(model.survey.home))
    count = len(pictures)
    columns = min(COLUMNS, count if count <= 4 else -(-count // -(-count // COLUMNS)))
    told = "" if found.complete else " (there may be more)"
    title = f"{model.spec.name}: {counted(count, 'assembly mode')}{told}"
    return mode_sheet(pictures, columns, planar, figure_text(title))
