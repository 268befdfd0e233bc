"""Moving pictures of a run."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parados.arguments import file_path, writing
from parados.errors import InputError

if TYPE_CHECKING:
    from matplotlib.animation import AbstractMovieWriter

    from parados.plots.skeleton import Skeleton
    from parados.simulate.simulated_run import Run

__all__ = ["animate_run", "ffmpeg_program"]

Array = NDArray[np.float64]

MOST_PICTURES = 2000
"""Largest number of pictures of one file."""


def animate_run(run: Run, path: str | Path, speed: float, rate: int) -> Path:
    """Write a GIF or MP4 file in which the robot moves; see `Run.animate`."""
    from parados.plots.robot_drawing import draw_into, frame_all, skeleton_axes
    from parados.plots.skeleton import is_planar
    from parados.plots.style import new_figure, style

    place = file_path("path", path)
    writer = _writer(place, rate)
    count = int((run.t[-1] - run.t[0]) / speed * rate) + 1
    if count > MOST_PICTURES:
        raise InputError(f"rate: {count:,} pictures would be drawn; at most {MOST_PICTURES:,} are accepted, use a higher speed")
    chosen = np.searchsorted(run.t, np.linspace(run.t[0], run.t[-1], count)).clip(0, len(run.t) - 1)
    links = _link_frames(run, chosen)
    drawn = [_skeleton(run, links[i], k) for i, k in enumerate(chosen)]
    everything, planar = np.vstack([one.points() for one in drawn]), is_planar(run.model, links[0])
    with style(), writing("path", place):
        figure = new_figure(5.0, 4.5)
        axes = skeleton_axes(figure, planar)
        with writer.saving(figure, str(place), dpi=80):
            for one, k in zip(drawn, chosen, strict=True):
                for artist in (*axes.lines, *axes.patches, *axes.collections):
                    artist.remove()
                draw_into(axes, one, planar)
                frame_all(axes, everything, planar)
                axes.set_title(f"{run.t[k]:.3f} s", fontsize=9)
                writer.grab_frame()
                figure.set_layout_engine("none")  # the place of the axes is found once
    return place


def _writer(place: Path, rate: int) -> AbstractMovieWriter:
    """Return what writes the pictures: Pillow a GIF file, ffmpeg an MP4 file."""
    from matplotlib import rcParams
    from matplotlib.animation import FFMpegWriter, PillowWriter

    if place.suffix == ".gif":
        return PillowWriter(fps=rate)
    if place.suffix != ".mp4":
        raise InputError(f"path: {place.name} has the ending {place.suffix!r}; a moving picture is a .gif or .mp4 file")
    program = ffmpeg_program()
    if program is None:
        raise InputError(f"path: {place.name} needs ffmpeg: pip install imageio-ffmpeg, or write a .gif file")
    rcParams["animation.ffmpeg_path"] = program
    return FFMpegWriter(fps=rate, extra_args=["-pix_fmt", "yuv420p"])


def ffmpeg_program() -> str | None:
    """Return the program ffmpeg of the machine or of the package imageio-ffmpeg; None without both."""
    found = which("ffmpeg")
    if found is None and find_spec("imageio_ffmpeg") is not None:
        found = str(import_module("imageio_ffmpeg").get_ffmpeg_exe())
    return found


def _link_frames(run: Run, chosen: Array) -> Array:
    """(k, n_t, 4, 4) frames of all links of the file at the chosen instants."""
    platform = None if run.frames is None else run.frames[chosen]
    return run.model.tree.frames(run.joints[chosen], platform_frame=platform)


def _skeleton(run: Run, links: Array, instant: int) -> Skeleton:
    from parados.plots.skeleton import placed_skeleton

    return placed_skeleton(run.model, links, np.eye(4) if run.frames is None else run.frames[instant])
