"""Natural frequencies of the NaVARo in eight poses, and their operation counts: Table 11.4 and section 11.6.2.2.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, section 11.6.2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parados.api import load
from parados.flexible.flexible_structure import flexible_structure
from parados.model.model import Model
from parados.sources.briot_khalil.flexible.printed import half_digit
from parados.sources.entry import Line, Reproduction, at_most, corrected, equal, holds

__all__ = ["POSES", "TURN", "table_11_4"]

Array = NDArray[np.float64]

TABLE = (
    ("44.10", "45.71", "36.98", "40.17", "36.98", "40.17", "36.98", "40.17"),
    ("44.10", "45.71", "49.31", "50.32", "49.31", "50.32", "49.31", "50.32"),
    ("53.98", "54.58", "53.37", "52.99", "53.37", "52.99", "53.37", "52.99"),
    ("60.63", "65.35", "67.28", "67.36", "67.28", "67.36", "67.28", "67.36"),
    ("95.62", "97.92", "91.80", "91.52", "91.80", "91.52", "91.80", "91.52"),
)
"""Printed f1 to f5 [Hz] in poses 1 to 8; Cast3M and the model of the book give the same values."""

TURN = -np.pi / 3
"""Orientation of the platform in poses 2 to 8 [rad]."""

POSE_7 = (0.0, 0.135, TURN)
"""Pose 7 as in Fig. 11.3, with the sign of y lost [m, m, rad]."""


def _poses() -> Array:
    """Return the poses (8, 3): two at the centre, then pairs at 0.135 and 0.21 m from it along 30, 150 and -90 degrees."""
    poses = [[0.0, 0.0, 0.0], [0.0, 0.0, TURN]]
    for angle in np.radians([30.0, 150.0, -90.0]):
        poses += [[r * np.cos(angle), r * np.sin(angle), TURN] for r in (0.135, 0.21)]
    return np.array(poses)


POSES = _poses()


def table_11_4() -> Reproduction:
    """Compute the entry 003/table-11.4: natural frequencies of the NaVARo."""
    model = load("navaro").compile("vm")
    found = model.natural_frequencies(POSES)
    lines = [
        equal(f"Table 11.4: f{k + 1} in pose {p + 1}", float(text), float(found[p, k]), half_digit(text), "Hz")
        for k, row in enumerate(TABLE)
        for p, text in enumerate(row)
    ]
    lines += [*_symmetry(found), _signs(model, float(found[6, 0]), float(found[2, 0])), *_costs(model, found.shape[1])]
    data = {"mode": np.arange(1, 91), **{f"pose {p + 1} [Hz]": found[p] for p in range(8)}}
    choices = [
        "the feet are on a circle of radius 0.7/sqrt(3) m, which rounds to the printed 0.4041 m.",
        "G = E/2.66 = 27.8 GPa, that is, nu = 0.33; with the printed 28.9 GPa, f4 would be up to 0.88 % higher than printed.",
        "Iy and Ip of the platform's bars are 3.333e-9 and 5.666e-8 m^4, those of a section of 40 by 10 mm.",
    ]
    return Reproduction(lines, data={"frequencies": data}, choices=choices)


def _symmetry(found: Array) -> list[Line]:
    """Check that poses have equal frequencies if a rotation of the robot by 120 degrees maps them to each other."""
    lines = []
    for poses in ((3, 5, 7), (4, 6, 8)):
        own = found[[p - 1 for p in poses]]
        gap = float(np.abs(own / own[0] - 1).max())
        message = f"90 frequencies differ by {gap:.0e}"
        lines.append(holds(f"poses {', '.join(map(str, poses))}", "the same frequencies", message, gap < 1e-9))
    return lines


def _signs(model: Model, ours: float, alike: float) -> Line:
    """Report that pose 7 with the positive y of Fig. 11.3 is wrong; with -y it must have the f1 of pose 3, which is `alike`."""
    printed = model.natural_frequencies(POSE_7, count=1)[0]
    note = "f1 at y = +0.135 m is not that of poses 3 and 5: y is -0.135 m; signs of x in 5 and 6, of theta in 4, are lost too"
    return corrected("Fig. 11.3: f1 in pose 7", float(printed), ours, note, "Hz", half_digit("36.98"), proof=ours / alike - 1)


def _costs(model: Model, size: int) -> list[Line]:
    """Compare size and operations of the model with section 11.6.2.2."""
    kernel = model.kernel("elastic_matrices")
    n = kernel.operations
    return [
        equal("independent coordinates", 90, size, 0),
        equal("elastic coordinates", 108, len(flexible_structure(model.robot.links).elastic), 0),
        at_most("additions and subtractions of M and K", 36183, n["+"] + n["-"]),
        at_most("multiplications and divisions of M and K", 37341, n["*"] + n["/"]),
        at_most("operations of M and K, all kinds", 36183 + 37341, n["total"]),
    ]
