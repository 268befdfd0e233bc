"""Helpers for the tests of the errata: reference states, check of the figures on the page, transforms from MDH rows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

EXACT = 1e-9
"""Tolerance between a corrected formula and the engine; relative, but absolute for metres and radians."""

STATED = 0.02
"""Relative tolerance between the error of a printed formula and its rounded figure on the errata page."""


def reference(robot):
    """Return the parameters and all cases of a robot; cases of other working modes come last."""
    data = json.loads((Path(__file__).parents[1] / "oracle" / "data" / f"{robot}.json").read_text())
    return data["parameters"], [*data["cases"], *data["cases_modes"]]


def proves(errors, figure):
    """Check the largest error: round-off if the figure is 0 (corrected formula), else the figure on the errata page."""
    worst = float(np.max(errors))
    assert worst < EXACT if figure == 0 else abs(worst / figure - 1) < STATED, f"{worst:.4g} instead of {figure}"


def turned(angle):
    """Shift an angle by whole turns into (-pi, pi]."""
    return np.arctan2(np.sin(angle), np.cos(angle))


def rotation(axis, angle):
    """(4, 4) rotation about x or z."""
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
