"""Figure of all assembly modes of a robot, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parados.errors import InputError
from parados.text.numbers import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from parados.model.assembly_result import AssemblyModes
    from parados.plots.mode_sheet import ModePicture

__all__ = ["assembly_pictures", "draw_assembly_modes"]

COLUMNS = 8
"""Largest number of pictures in a row."""


def assembly_pictures(found: AssemblyModes) -> list[ModePicture]:
    """Return one small picture of each pose; it is empty if the positions of the legs are not known there."""
    from parados.plots.mode_sheet import ModePicture
    from parados.plots.skeleton import placed_skeleton

    model, pictures = found.model, []
    for k, (x, mode, frame) in enumerate(zip(found.x, found.modes, found.frames, strict=True)):
        robot = None if mode is None else placed_skeleton(model, model.link_frames(x, mode=mode), frame)
        pictures.append(ModePicture(f"{k + 1}", robot))
    return pictures


def draw_assembly_modes(found: AssemblyModes) -> Figure:
    """Draw one small picture of each pose, all with the same scale; raises InputError if there is none."""
    from parados.plots.mode_sheet import mode_sheet
    from parados.plots.skeleton import is_planar
    from parados.text.figure_text import figure_text

    if not len(found):
        raise InputError(f"draw: there is no pose to draw; {found.reason}")
    model, pictures = found.model, assembly_pictures(found)
    planar = is_planar(model, model.link_frames(model.survey.home))
    count = len(pictures)
    columns = min(COLUMNS, count if count <= 4 else -(-count // -(-count // COLUMNS)))
    told = "" if found.complete else " (there may be more)"
    title = f"{model.spec.name}: {counted(count, 'assembly mode')}{told}"
    return mode_sheet(pictures, columns, planar, figure_text(title))
