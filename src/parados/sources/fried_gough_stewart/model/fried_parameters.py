"""Geometry and Table 1 of Fried et al.; values that the paper does not print are marked "chosen"."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from parados.sources.own_numbers import check_inertia, check_mass, check_number, check_points, check_principal, check_vector
from parados.spatial.vectors import SX

__all__ = ["FriedParameters"]

Array: TypeAlias = NDArray[np.float64]
A_AT_1030_MM = 6.25e-4 + 0.083 * 0.2**2


def _circle(radius: float, degrees: tuple[float, ...]) -> Array:
    """Return points (6, 3) of a circle in the plane z = 0."""
    angle = np.deg2rad(degrees)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle], axis=1)


def _bases() -> Array:
    return _circle(0.6, (12, 108, 132, 228, 252, 348))


def _platform() -> Array:
    return _circle(0.32, (50, 70, 170, 190, 290, 310))


def _vector(*values: float) -> Array:
    return np.array(values, dtype=float)


@dataclass(frozen=True, eq=False)
class FriedParameters:
    """Parameters of the robot `gough-stewart-fried`; all segments have equal links.

    Segment i is link 1 (cylinder, from A_i on) and link 2 (rod, O_2 = B_i), both with x along the leg.
    """

    A: Array = field(default_factory=_bases)  #: (6, 3) OA_i in base axes [m]; chosen
    B: Array = field(default_factory=_platform)  #: (6, 3) CB_i in platform axes [m]; chosen
    m_1: float = 0.5  #: mass of link 1 [kg], Table 1
    m_2: float = 1.0  #: mass of link 2 [kg], Table 1
    S_1: float = 0.15  #: centre of mass of link 1 from A_i along x [m]; chosen
    S_2: float = -0.10  #: centre of mass of link 2 from B_i along x [m]; chosen
    I_C1: tuple[float, float, float] = (2e-4, 3.8e-3, 3.8e-3)  #: diagonal inertia of link 1 at its centre [kg m^2], Table 1
    I_C2_x: float = 13e-4  #: inertia of link 2 about x [kg m^2], Table 1
    a: float | None = None  #: transverse inertia of link 2 [kg m^2]; None is that of Table 1, which varies with the length
    m_C: float = 3.0  #: mass of the platform [kg], Table 1
    I_G: Array = field(default_factory=lambda: np.diag([0.375, 0.1875, 0.1875]))  #: (3, 3) at G, platform axes [kg m^2], Table 1
    CG: Array = field(default_factory=lambda: _vector(0, 0, 0))  #: (3,) C to G in platform axes [m]
    g: Array = field(default_factory=lambda: _vector(0, 0, -9.81))  #: (3,) gravity in base axes [m/s^2]

    def __post_init__(self) -> None:
        for name in ("A", "B"):
            object.__setattr__(self, name, check_points(name, getattr(self, name)))
        for name in ("m_1", "m_2", "I_C2_x", "m_C"):
            check_mass(name, getattr(self, name))
        for name in ("S_1", "S_2"):
            check_number(name, getattr(self, name))
        check_principal("I_C1", self.I_C1)
        if self.a is not None:
            check_principal("I_C2", (self.I_C2_x, self.a, self.a))
        check_inertia("I_G", self.I_G)
        for name in ("I_G", "CG", "g"):
            object.__setattr__(self, name, np.asarray(getattr(self, name), dtype=float))
        check_vector("CG", self.CG)
        check_vector("g", self.g)

    @staticmethod
    def constant() -> FriedParameters:
        """Return the parameters of `gough-stewart-fried-constant`: the rod is a rigid body, with Table 1 at theta = 1.03 m."""
        return FriedParameters(a=A_AT_1030_MM)

    def I_C2(self, theta: SX) -> tuple[float | SX, ...]:
        """Return the diagonal inertia of link 2 at its centre of mass for a leg of length theta [m, kg m^2].

        The paper uses this inertia without the effort of its change, so it is not the inertia of a rigid body.
        """
        a = 6.25e-4 + 0.083 * (theta - 0.83) ** 2 if self.a is None else self.a  # Table 1
        return (self.I_C2_x, a, a)
