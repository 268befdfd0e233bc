"""Parameters of the C5 robot and the directions of its segments (Fig. 6, appendix)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as ca

from parados.spatial.vectors import SX, Vector, column, unit

__all__ = ["AXIS", "C5Parameters", "Plates", "stack"]

Plates = Literal["platform", "rods"]
"""Position of the sliding plates: on the platform, as in (16), or on the rods, as in (17)-(22)."""

AXIS = (0, 0, 1, 1, 2, 2)
"""Axes of the base along which segments 1..6 slide, section 6.2."""


def stack(values: list[SX]) -> SX:
    """Stack values as a column in the order of the paper, segment 6 first: Q_a = [Q_61 Q_51 Q_41 Q_31 Q_21 Q_11]."""
    return ca.vertcat(*values[::-1])


@dataclass(frozen=True)
class C5Parameters:
    """Geometry and masses; the defaults are those of the appendix and of the robots `c5` and `c5-plates-on-rods`.

    L : half the distance between two parallel rods [m]; not printed, chosen
    m_1 : mass of a rod, body 1 [kg]; it only translates, so that its inertia (tables 1-3) has no effect
    m_2 : mass of body 2, which moves with the platform at b_i [kg]
    J_2 : central inertia of body 2 about the rod's direction and across it, platform axes [kg m^2]
    m_C : mass of the platform [kg]
    I_C : inertia of the platform about C, platform axes: xx, yy, zz [kg m^2]
    CG : centre of mass of the platform, platform axes [m]
    g : gravity, base axes [m/s^2]
    """

    L: float = 0.25
    m_1: float = 2.0
    m_2: float = 1.67
    J_2: tuple[float, float] = (0.00167, 0.0084)
    m_C: float = 10.0
    I_C: tuple[float, float, float] = (0.375, 0.1875, 0.1875)
    CG: tuple[float, float, float] = (0.0, 0.0, 0.0)
    g: tuple[float, float, float] = (0.0, 0.0, -9.81)

    def n(self, i: int) -> Vector:
        """(3, 1) direction n_i of segment i = 0..5."""
        return unit(AXIS[i])

    def A(self, i: int) -> Vector:
        """(3, 1) OA_i in base axes, equal to b_i in platform axes: the two points coincide at X = 0 [m]."""
        sign = 1 if i % 2 == 0 else -1
        return sign * self.L * unit((AXIS[i] + 2) % 3)

    def J_G2(self, i: int) -> SX:
        """(3, 3) central inertia of body 2 of segment i, platform axes, tables 1-3 [kg m^2]."""
        axial, transverse = self.J_2
        return ca.diag(column([axial if k == AXIS[i] else transverse for k in range(3)]))
