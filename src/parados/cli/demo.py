"""`parados demo`: example motions of two robots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from parados.cli.output_option import folder_option

if TYPE_CHECKING:
    from parados.trajectory.motion_table import MotionTable

__all__ = ["demo"]


def demo(output: Annotated[Path, folder_option("Folder to write.")] = Path("out")) -> None:
    """Move a Delta robot (pick and place) and a Gough-Stewart platform (circle and tilt); write tables, figures, CSV files."""
    from parados.api import load
    from parados.cli.console import PlainConsole
    from parados.cli.run import run_motion
    from parados.plots.output_folder import output_folder

    console = PlainConsole()
    motions = {"delta-d3-1200": _pick_and_place(), "gough-stewart-lopes": _circle_and_tilt()}
    with output_folder(output) as folder:
        for name, motion in motions.items():
            (folder / name).mkdir()
            run_motion(load(name).compile(), motion, folder / name, console)
    for name in motions:
        console.print(f"Written: {output / name}/summary.md, with motion.csv and figures in the same folder", soft_wrap=True)


def _pick_and_place(cycle: float = 0.8) -> MotionTable:
    """Build a motion over 400 mm and back with a lift of 80 mm. Each piece goes from rest to rest; lift and travel overlap."""
    import numpy as np

    from parados.trajectory import Trajectory, concatenate, point_to_point, superpose

    def moves(times: list[float], points: np.ndarray) -> Trajectory:
        pieces = zip(points[:-1], points[1:], cycle * np.diff(times), strict=True)
        return concatenate(*[point_to_point(a, b, duration, law="septic") for a, b, duration in pieces])

    reach = 0.2 * np.array([np.cos(np.pi / 5), np.sin(np.pi / 5), 0.0])
    across = moves([0, 0.08, 0.42, 0.58, 0.92, 1], np.outer([-1, -1, 1, 1, -1, -1], reach))
    height = np.array([-0.85, -0.77, -0.77, -0.85, -0.77, -0.77, -0.85])
    up = moves([0, 0.18, 0.32, 0.5, 0.68, 0.82, 1], np.outer(height, [0, 0, 1]))
    return superpose(across, up).table(np.linspace(0.0, cycle, 801))


def _circle_and_tilt(duration: float = 4.0) -> MotionTable:
    """Build a motion on a circle, from rest to rest; the platform tilts outwards, and rises and falls twice."""
    import numpy as np

    from parados.trajectory import point_to_point, sampled

    t = np.linspace(0.0, duration, 1001)
    phi = point_to_point(0.0, 2 * np.pi, duration)(t).x[:, 0]
    c, s = np.cos(phi), np.sin(phi)
    x = np.column_stack([0.25 * c, 0.25 * s, 1.9 + 0.1 * np.sin(2 * phi), 0.1 * s, 0.2 * c, -0.2 * s])
    return sampled(t, x).table(t)
