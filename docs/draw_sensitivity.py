"""Draw the figures of the page on sensitivities into docs/pictures.

    python -m docs.draw_sensitivity [name ...]
"""

from __future__ import annotations

import sys

import numpy as np
from helpers.small_pictures import write_pictures
from matplotlib.figure import Figure

import parados
from parados.sensitivity import monte_carlo, sensitivity
from parados.trajectory import point_to_point

LENGTHS = ("d11", "d12", "d13", "d21", "d22", "d23")


def _tornado() -> Figure:
    """Errors of the position of a five-bar mechanism over a part of its workspace, for 0.05 mm of each length."""
    model = parados.load("five-bar").compile(live=LENGTHS)
    grid = np.stack(np.meshgrid(np.linspace(-0.08, 0.08, 9), np.linspace(0.25, 0.3, 6)), axis=-1).reshape(-1, 2)
    return sensitivity(model, "forward_kinematics", x=grid, tolerances=dict.fromkeys(LENGTHS, 5e-5)).plot()


def _scatter() -> Figure:
    """Torques of a Delta robot along a motion, for 3 % of each mass and 0.5 mm of each length."""
    tolerances = {"m0": 0.03 * 0.94, "m1": 0.03 * 1.4, "m2": 0.03 * 0.39, "l1": 5e-4, "l2": 5e-4}
    model = parados.load("delta-d3-1200").compile(live=list(tolerances))
    motion = point_to_point([-0.2, 0.0, -0.8], [0.2, 0.1, -0.75], duration=0.3)
    return monte_carlo(model, "inverse_dynamics", motion, tolerances=tolerances).plot()


FIGURES = {"tornado": _tornado, "scatter": _scatter}

if __name__ == "__main__":
    write_pictures(sys.argv[1:] or FIGURES, lambda name: FIGURES[name](), "sensitivity-", dpi=120, colors=64)
