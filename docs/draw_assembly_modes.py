"""Draw the figures of docs/assembly-modes.md into docs/pictures.

    python -m docs.draw_assembly_modes
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.colors import BoundaryNorm
from matplotlib.figure import Figure

import parados
from parados.plots.style import new_figure, style

CUSPIDAL = Path(__file__).parents[1] / "tests" / "singularity" / "3-rpr-cuspidal.yaml"
"""Planar 3-RPR of Innocenti and Parenti-Castelli, with six assembly modes at STROKES."""

STROKES = (14.98, 15.38, 12.0)


def planar() -> Figure:
    """Six assembly modes of a planar 3-RPR."""
    return parados.load(CUSPIDAL).compile().assembly_modes(STROKES).draw()


def hexapod() -> Figure:
    """Sixteen assembly modes of a hexapod."""
    model = parados.load("gough-stewart-lopes").compile()
    x = model.survey.home + 0.06 * np.sin(1 + np.arange(6)) * (model.survey.upper - model.survey.lower)
    return model.assembly_modes(model.inverse_kinematics(x)).draw()


def coupler_curve() -> Figure:
    """Coupler curve of the platform without leg 1, and the circle of leg 1, as in Fig. 7.14."""
    base, platform = _points()
    lengths = np.array(STROKES)
    curve = []
    for angle in np.linspace(0, 2 * np.pi, 40001):
        R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        # P is on circles about A2 - R B2 and A3 - R B3: their two intersections
        c2, c3 = base[1] - R @ platform[1], base[2] - R @ platform[2]
        gap = c3 - c2
        d = np.linalg.norm(gap)
        along = (lengths[1] ** 2 - lengths[2] ** 2 + d**2) / (2 * d)
        height = lengths[1] ** 2 - along**2
        if height < 0:
            curve.append(np.full((2, 2), np.nan))
            continue
        normal = np.array([-gap[1], gap[0]]) / d
        foot = c2 + along * gap / d
        curve.append([foot + s * np.sqrt(height) * normal + R @ platform[0] for s in (1, -1)])
    points = np.array(curve)
    found = parados.load(CUSPIDAL).compile("vm").assembly_modes(STROKES)
    ends = np.array([T[:2, :2] @ platform[0] + T[:2, 3] for T in found.frames])
    with style():
        figure = new_figure(4.6, 4.2)
        axes = figure.subplots()
        for k in range(2):
            axes.plot(*points[:, k].T, color="C0", label="coupler curve of $B_1$" if k == 0 else None)
        turn = np.linspace(0, 2 * np.pi, 200)
        around = base[0] + lengths[0] * np.column_stack([np.cos(turn), np.sin(turn)])
        axes.plot(*around.T, color="C1", linewidth=1, label="circle of leg 1")
        axes.plot(*ends.T, "o", color="C3", label="six assembly modes")
        axes.plot(*base.T, "^", color="0.3", label="base points")
        axes.set_aspect("equal")
        axes.set_xlabel("x")
        axes.set_ylabel("y")
        axes.legend(loc="upper right", fontsize=7)
    return figure


def _points() -> tuple[np.ndarray, np.ndarray]:
    """Return base and platform points (3, 2) of the robot, from the equations of its legs."""
    robot = parados.load(CUSPIDAL)
    solver = robot.pose_solver
    assert solver is not None
    forms = solver.forms.at(np.array(STROKES))
    legs = [form / form[15] for form in forms if abs(form[15]) > 1e-6]
    unique = [leg for k, leg in enumerate(legs) if all(np.abs(leg - other).max() > 1e-9 for other in legs[:k])]
    base = np.array([-leg[9:11] / 2 for leg in unique]) * solver.forms.size
    platform = np.array([leg[12:14] / 2 for leg in unique]) * solver.forms.size
    return base, platform


def count_map() -> Figure:
    """Number of real poses of the planar 3-RPR over two strokes, the third one held."""
    solver = parados.load(CUSPIDAL).pose_solver
    assert solver is not None
    first, second = np.linspace(2, 40, 121), np.linspace(2, 40, 121)
    counts = np.array([[len(solver.solve(np.array([a, b, STROKES[2]])).frames) for a in first] for b in second])
    with style():
        figure = new_figure(4.8, 4.0)
        axes = figure.subplots()
        image = axes.pcolormesh(first, second, counts, cmap="viridis", norm=BoundaryNorm([-1, 1, 3, 5, 7], 256))
        axes.plot(*STROKES[:2], "x", color="white")
        bar = figure.colorbar(image, ticks=[0, 2, 4, 6])
        bar.set_label("assembly modes")
        axes.set_xlabel("stroke 1")
        axes.set_ylabel(f"stroke 2   (stroke 3 = {STROKES[2]:g})")
    return figure


FIGURES = {
    "assembly-modes-3-rpr": planar, "assembly-modes-hexapod": hexapod, "assembly-modes-coupler-curve": coupler_curve,
    "assembly-modes-count": count_map,
}  # fmt: skip


if __name__ == "__main__":
    write_pictures(list(FIGURES), lambda name: FIGURES[name](), dpi=110, colors=64)
