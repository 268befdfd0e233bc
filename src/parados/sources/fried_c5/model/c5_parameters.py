"""Parameters of the C5 robot and the directions of its segments (Fig. 6, appendix)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as ca
import numpy as np

from parados.arguments import vector
from parados.errors import InputError
from parados.sources.own_numbers import check_inertia, check_length, check_mass, check_points, check_principal, check_vector
from parados.spatial.vectors import SX, Vector, column, matrix, unit

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
    A_i : (6, 3) own points A_i in base axes [m], any sequence; None for those of L. Q_i1 = 0 there, so the component along the
        rod is 0. Forces then need the product Pi_1^t J_1^t K instead of its short form for pairs on opposite sides of O
    m_1 : mass of a rod, body 1 [kg]
    J_1 : central inertia of body 1 about its rod, across it at Q_i1 = 0, and its growth with Q_i1^2 [kg m^2, kg m^2, kg], tables
        1-3; body 1 only translates, so that it does no work
    m_2 : mass of body 2, which moves with the platform, its centre at b_i (chosen) [kg]
    J_2 : central inertia of body 2 about the rod's direction and across it, platform axes [kg m^2]
    m_C : mass of the platform [kg]
    I_C : inertia of the platform about C, platform axes: xx, yy, zz, or a matrix (3, 3) [kg m^2]
    CG : centre of mass of the platform, platform axes [m]
    g : gravity, base axes [m/s^2]
    """

    L: float = 0.25
    m_1: float = 2.0
    m_2: float = 1.67
    J_2: tuple[float, float] = (0.00167, 0.0084)
    m_C: float = 10.0
    I_C: tuple[float, float, float] | tuple[tuple[float, ...], ...] = (0.375, 0.1875, 0.1875)
    CG: tuple[float, float, float] = (0.0, 0.0, 0.0)
    g: tuple[float, float, float] = (0.0, 0.0, -9.81)
    A_i: tuple[tuple[float, ...], ...] | None = None
    J_1: tuple[float, float, float] = (0.0025, 0.00125, 0.1667)

    def __post_init__(self) -> None:
        check_length("L", self.L)
        for name in ("m_1", "m_2", "m_C"):
            check_mass(name, getattr(self, name))
        for name, count in (("J_2", 2), ("J_1", 3)):
            for k, value in enumerate(vector(name, getattr(self, name), count)):
                check_mass(f"{name}[{k}]", value)
        if np.ndim(self.I_C) == 2:
            check_inertia("I_C", self.I_C)
            object.__setattr__(self, "I_C", tuple(map(tuple, np.asarray(self.I_C, dtype=float).tolist())))
        else:
            check_principal("I_C", self.I_C)
        check_vector("CG", self.CG)
        check_vector("g", self.g)
        if self.A_i is not None:
            object.__setattr__(self, "A_i", _points_beside_rods(self.A_i))

    def n(self, i: int) -> Vector:
        """(3, 1) direction n_i of segment i = 0..5."""
        return unit(AXIS[i])

    def A(self, i: int) -> Vector:
        """(3, 1) OA_i in base axes, equal to b_i in platform axes: the two points coincide at X = 0 [m]."""
        if self.A_i is not None:
            return column(self.A_i[i])
        sign = 1 if i % 2 == 0 else -1
        return sign * self.L * unit((AXIS[i] + 2) % 3)

    @property
    def is_symmetric(self) -> bool:
        """True if the two points A_i of a pair are opposite to each other, as L places them."""
        return self.A_i is None

    @property
    def I_platform(self) -> SX:
        """(3, 3) inertia of the platform about C, platform axes [kg m^2]."""
        return ca.diag(column(self.I_C)) if np.ndim(self.I_C) == 1 else matrix(np.array(self.I_C))

    def J_G1(self, i: int, Q: SX) -> SX:
        """(3, 3) central inertia of body 1 of segment i at Q_i1 = Q, base axes, tables 1-3 [kg m^2]."""
        axial, least, growth = self.J_1
        return ca.diag(ca.vertcat(*[axial if k == AXIS[i] else least + growth * Q**2 for k in range(3)]))

    def J_G2(self, i: int) -> SX:
        """(3, 3) central inertia of body 2 of segment i, platform axes, tables 1-3 [kg m^2]."""
        axial, transverse = self.J_2
        return ca.diag(column([axial if k == AXIS[i] else transverse for k in range(3)]))


def _points_beside_rods(values: object) -> tuple[tuple[float, ...], ...]:
    """Return own points A_i as tuples; a component along the rod, or two rods on one line, are rejected."""
    points = check_points("A_i", values)  # type: ignore[arg-type]
    for i, point in enumerate(points):
        if point[AXIS[i]]:
            raise InputError(
                f"A_i[{i}]: its component along rod {i + 1} is {point[AXIS[i]]:g} m; it must be 0, since Q_{i + 1}1 is measured "
                "from the base origin O"
            )
    for i in (0, 2, 4):
        if np.abs(points[i] - points[i + 1]).max() < 1e-9:
            raise InputError(
                f"A_i: rods {i + 1} and {i + 2} lie on one line, so that they cannot turn the platform; move them apart"
            )
    return tuple(map(tuple, points.tolist()))
