"""Draw the moving picture of the home page: a Gough-Stewart platform and a Delta robot in motion.

python -m docs.draw_home
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

import parados
from parados.model.model import Model
from parados.plots.robot_drawing import draw_into, frame_all
from parados.plots.skeleton import skeleton
from parados.plots.style import style

PICTURE = Path(__file__).parent / "pictures" / "home.gif"
COUNT = 36
"""Number of pictures in one period."""

PAUSE = 60
"""Time of one picture [ms]."""


def motions() -> list[tuple[Model, np.ndarray]]:
    """Return robots with one period of a motion each, (COUNT, n_x)."""
    s = np.linspace(0.0, 2 * np.pi, COUNT, endpoint=False)
    platform = parados.load("gough-stewart-lopes").compile()
    swing = np.zeros((COUNT, 6))
    swing[:, 0], swing[:, 1], swing[:, 2] = 0.25 * np.cos(s), 0.25 * np.sin(s), 0.12 * np.sin(2 * s)
    swing[:, 3], swing[:, 4], swing[:, 5] = 0.2 * np.sin(s), 0.2 * np.cos(s), 0.25 * np.sin(s)
    delta = parados.load("delta-d3-1200").compile()
    eight = np.column_stack([0.3 * np.sin(s), 0.25 * np.sin(2 * s), -0.8 + 0.08 * np.cos(2 * s)])
    return [(platform, platform.survey.home + swing), (delta, eight)]


def picture(robots: list[tuple[Model, np.ndarray]], k: int, points: list[np.ndarray]) -> Image.Image:
    """Draw all robots at instant k."""
    with style():
        figure = Figure(figsize=(8.0, 4.1))
        for place, ((model, poses), everything) in enumerate(zip(robots, points, strict=True)):
            axes = figure.add_axes((-0.02 + 0.5 * place, -0.14, 0.54, 1.3), projection="3d")
            axes.view_init(elev=18, azim=-55)
            draw_into(axes, skeleton(model, poses[k]), False)
            frame_all(axes, everything, False)
            axes.set_axis_off()
        buffer = io.BytesIO()
        figure.savefig(buffer, dpi=100)
    return Image.open(buffer).convert("RGB")


def main() -> None:
    """Write the picture."""
    robots = motions()
    points = [np.vstack([skeleton(model, pose).points() for pose in poses]) for model, poses in robots]
    drawn = [picture(robots, k, points) for k in range(COUNT)]
    palette = drawn[0].quantize(48)
    shown = [image.quantize(48, palette=palette, dither=Image.Dither.NONE) for image in drawn]
    shown[0].save(PICTURE, save_all=True, append_images=shown[1:], duration=PAUSE, loop=0, optimize=True)
    print(f"{PICTURE.name}: {PICTURE.stat().st_size / 1000:.0f} kB, {shown[0].size}")


if __name__ == "__main__":
    main()
