"""Input and result of one update of a law."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Action", "Measured"]

Array = NDArray[np.float64]


class Measured(NamedTuple):
    """Measurements of the robot at one instant.

    x, xd : (n_x,), (n,) coordinates and their rates;  q, qd : (n_a,) positions and rates of the actuated joints
    wrench : (6,) measured wrench of the environment on the platform at P, base axes [N, N m]
    unknowns : (n_u,) unknowns of a numeric geometry at x; empty for a closed form
    """

    x: Array
    xd: Array
    q: Array
    qd: Array
    wrench: Array
    unknowns: Array


class Action(NamedTuple):
    """Result of one update of a law: efforts (n_a,) [N m, N], the next discrete state (n_s,), and outputs by name."""

    efforts: Array
    state: Array
    outputs: dict[str, Array]
