"""Positions, rates and accelerations of the actuators along the path, compared with (16), (22) and (47) as printed."""

from __future__ import annotations

import numpy as np

from parados.sources.comparing import agree, difference
from parados.sources.entry import Line, corrected
from parados.sources.fried_c5.c5_runs import runs
from parados.sources.fried_c5.model import C5Parameters
from parados.sources.fried_simulation import Array, agreement

__all__ = ["kinematic_lines"]

NAMES = {"q": "positions of the actuators", "qd": "rates of the actuators", "qdd": "accelerations of the actuators"}

AXES = [0, 0, 1, 1, 2, 2]
"""Axes of the base along which rods 1..6 slide."""


def kinematic_lines(level: str) -> list[Line]:
    """Build the lines for q, qd or qdd."""
    lines = agreement(runs(), level, NAMES[level])
    return lines + {"q": _positions, "qd": _rates, "qdd": _accelerations}[level]()


def _positions() -> list[Line]:
    run = runs()["c5"]
    gap = difference(equation_16(run.model.platform_frame(run.motion.x), C5Parameters().L), run.q)
    return [agree("positions of the actuators of c5 and (16)", "(16)", gap)]


def equation_16(T: Array, L: float) -> Array:
    """Return positions (N, 6) [m] by (16) as printed, for frames T (N, 4, 4) of the platform and rods with the distance 2 L."""
    r, (x, y, z) = np.moveaxis(T[:, :3, :3], 0, -1), T[:, :3, 3].T
    return np.stack(
        [
            x + (r[2, 0] * (z - L) + r[1, 0] * y) / r[0, 0],
            x + (r[2, 0] * (z + L) + r[1, 0] * y) / r[0, 0],
            y + (r[0, 1] * (x - L) + r[2, 1] * z) / r[1, 1],
            y + (r[0, 1] * (x + L) + r[2, 1] * z) / r[1, 1],
            z + (r[1, 2] * (y - L) + r[0, 2] * x) / r[2, 2],
            z + (r[1, 2] * (y + L) + r[0, 2] * x) / r[2, 2],
        ],
        axis=1,
    )


def _rates() -> list[Line]:
    """Compare rates with (22), which is n_i . v for a platform that does not turn."""
    platform, rods = runs()["c5"], runs()["c5-plates-on-rods"]
    by_22 = platform.motion.xd[:, AXES]
    largest, right = float(np.abs(by_22).max()), float(np.abs(platform.qd).max())
    gap = difference(platform.qd, platform.engine("qd"))
    note = (
        "these are the derivatives of (16), which has the plates on the platform; (22) has them on the rods: "
        f"the rates are off by {difference(by_22, platform.qd):.0%}"
    )
    return [
        agree("rates of the actuators of c5-plates-on-rods and (22)", "(22)", difference(by_22, rods.qd)),
        corrected("(17)-(22): largest rate of an actuator of c5", largest, right, note, "m/s", 1e-3, proof=gap, formula=True),
    ]


def _accelerations() -> list[Line]:
    """Compare accelerations with (43), (47). (43) lacks the derivative of P-hat, which is zero if the platform does not turn."""
    rods = runs()["c5-plates-on-rods"]
    gap = difference(rods.motion.xdd[:, AXES], rods.qdd)
    return [agree("accelerations of the actuators of c5-plates-on-rods and (43), (47), at constant orientation", "(47)", gap)]
