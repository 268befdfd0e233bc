"""`parados demo`: two robots at work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from parados.cli.motion_file import Motion

__all__ = ["demo"]


def demo(output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.")] = Path("out")) -> None:
    """A Delta robot picks and places, a Gough-Stewart platform circles and tilts: tables, figures and CSV files."""
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
        console.print(f"Written: {output / name}/summary.md, with motion.csv and figures beside it", soft_wrap=True)


def _pick_and_place(cycle: float = 0.8) -> Motion:
    """There and back over 400 mm with a lift of 80 mm; each piece goes from rest to rest and lift and travel
    overlap."""
    import numpy as np
    from scipy.interpolate import BPoly

    from parados.cli.motion_file import Motion

    def rests(times: list[float], values: list[float]) -> BPoly:
        return BPoly.from_derivatives(np.array(times) * cycle, [[value, 0.0, 0.0, 0.0] for value in values])

    low, high, reach, bearing = -0.85, -0.77, 0.2, np.pi / 5
    along = rests([0, 0.08, 0.42, 0.58, 0.92, 1], [-reach, -reach, reach, reach, -reach, -reach])
    pz = rests([0, 0.18, 0.32, 0.5, 0.68, 0.82, 1], [low, high, high, low, high, high, low])
    t = np.linspace(0.0, cycle, 801)
    x, xd, xdd = (np.column_stack([np.cos(bearing) * along(t, nu), np.sin(bearing) * along(t, nu), pz(t, nu)]) for nu in range(3))
    return Motion(t, x, xd, xdd)


def _circle_and_tilt(duration: float = 4.0) -> Motion:
    """One round of a circle that leans outwards and rises and falls twice, from rest to rest."""
    import numpy as np

    from parados.cli.motion_file import motion_from_samples

    t = np.linspace(0.0, duration, 1001)
    s = t / duration
    phi = 2 * np.pi * (10 * s**3 - 15 * s**4 + 6 * s**5)
    round_, lift, tilt = 0.25, 0.1, 0.2
    x = np.column_stack(
        [
            round_ * np.cos(phi),
            round_ * np.sin(phi),
            1.9 + lift * np.sin(2 * phi),
            0.1 * np.sin(phi),
            tilt * np.cos(phi),
            -tilt * np.sin(phi),
        ]
    )
    return motion_from_samples(t, x)
