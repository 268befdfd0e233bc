"""Formulation of the Tripteron with the numbers of section 9.5.5: only link 13 has a mass.

References
----------
S. Briot, W. Khalil, Dynamics of Parallel Robots, Springer 2015, (9.89)-(9.96).
"""

from __future__ import annotations

from functools import cached_property

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from parados.charts.chart_motion import platform_motion
from parados.sources.briot_khalil.planar_leg import LegParameters, PlanarLeg
from parados.sources.briot_khalil.singular.approach import Approach
from parados.sources.briot_khalil.singular.tripteron_leg import A_12, D_13, D_14, M_13
from parados.sources.briot_khalil.tripteron_model import SliderParameters, Tripteron, TripteronParameters
from parados.sources.graph_rows import rows
from parados.spatial.vectors import SX

__all__ = ["LegOne", "formulation_forces"]

Array = NDArray[np.float64]

LEG_1 = LegParameters(d_2=D_13, d_3=D_14, zz_1R=D_13**2 * M_13, zz_2=0.0, mx_2=0.0, my_2=0.0, m_2=M_13)
OTHERS = LegParameters(d_2=0.38, d_3=0.36, zz_1R=0.0, zz_2=0.0, mx_2=0.0, my_2=0.0, m_2=0.0)
NO_SLIDER = SliderParameters(0.0, 0.0)


class LegOne(Tripteron):
    """Tripteron whose leg 1 starts at A_12 and has other lengths and mass; `elbow`, +1 or -1, is the sign of its mode."""

    def __init__(self, elbow: int) -> None:
        super().__init__(TripteronParameters(leg=OTHERS, m_i2=0.0, sliders=(NO_SLIDER,) * 3, m_5=0.0))
        self.legs[0] = PlanarLeg(LEG_1, self.x[0] - A_12[0], self.x[1] - A_12[1], elbow)

    @cached_property
    def tau_ta(self) -> SX:
        """(3, 1) forces of the sliders along their axes [N], (9.89) and (9.93); only slider 1 carries a mass, that of link 13."""
        return ca.vertcat(M_13 * (self.qdd_a[0] + self.up[2]), 0, 0)


def formulation_forces(one: Approach, t: Array) -> Array:
    """Return the forces (N, n) of the shown actuators at the times t (N,) [s], from x, y, z and their derivatives [N]."""
    y = one.motion(t)
    motion = platform_motion(one.model, *y)
    named = {name: value[:, :3] for name, value in zip(("x", "xd", "xdd"), motion, strict=True)}
    bent = np.where(y.x[:, 2] < 0, 1, -1)
    forces = np.full((len(t), 3), np.nan)
    for elbow in (1, -1):
        own = bent == elbow
        picked = {name: value[own] for name, value in named.items()}
        forces[own] = rows(LegOne(elbow).functions()["inverse_dynamics"], "tau", **picked)
    return forces[:, list(one.shown)]
