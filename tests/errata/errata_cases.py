"""What the tests of the errata share: reference states, figures of the page, transforms from MDH rows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

EXACT = 1e-9
"""Relative (metres and radians: absolute) agreement of a corrected formula with the engine."""

STATED = 0.02
"""Relative, between the error of a printed formula and the figure on the page of the errata, which is rounded."""


def reference(robot):
    """Parameters and all cases of a robot; cases of other working modes last."""
    data = json.loads((Path(__file__).parents[1] / "oracle" / "data" / f"{robot}.json").read_text())
    return data["parameters"], [*data["cases"], *data["cases_modes"]]


def proves(errors, figure):
    """Assert the largest error: round-off where the figure is 0 (the corrected form), else the figure that the page states."""
    worst = float(np.max(errors))
    assert worst < EXACT if figure == 0 else abs(worst / figure - 1) < STATED, f"{worst:.4g} instead of {figure}"


def turned(angle):
    """The angle in (-pi, pi]."""
    return np.arctan2(np.sin(angle), np.cos(angle))


def rotation(axis, angle):
    """(4, 4) turn about x or z."""
    c, s = np.cos(angle), np.sin(angle)
    T = np.eye(4)
    rows = (1, 2) if axis == "x" else (0, 1)
    T[np.ix_(rows, rows)] = [[c, -s], [s, c]]
    return T


def shift(x=0.0, z=0.0):
    T = np.eye(4)
    T[0, 3], T[2, 3] = x, z
    return T


def mdh(gamma=0.0, b=0.0, alpha=0.0, d=0.0, theta=0.0, r=0.0):
    """(4, 4) transform of a row of the book's tables, (3.6)."""
    base = rotation("z", gamma) @ shift(z=b) @ rotation("x", alpha) @ shift(x=d)
    return base @ rotation("z", theta) @ shift(z=r)
