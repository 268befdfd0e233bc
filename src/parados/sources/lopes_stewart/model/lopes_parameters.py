"""Parameters of Table 2 of Lopes (2009), and the attachment points that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import casadi as ca
import numpy as np

from parados.sources.own_numbers import check_length, check_mass, check_number, check_points, check_principal
from parados.spatial.vectors import SX, Vector, column, snap

__all__ = ["Parameters"]

Points: TypeAlias = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Parameters:
    """Parameters of the manipulator; masses, inertias and distances may also be CasADi symbols.

    The defaults are Table 2. The paper does not print the first angle of the hexagons. Here the pair B1, B6 is symmetric about
    x_B and the pair P1, P2 about 60 deg, as in the robot `gough-stewart-lopes` of the catalog. Own attachment points B, P replace
    the hexagons; then r_B, phi_B or r_P, phi_P are not used.
    """

    r_B: float = 1.5  #: radius of the base hexagon [m]
    r_P: float = 0.75  #: radius of the platform hexagon [m]
    phi_B: float = np.pi / 12  #: half-angle between B1 and B6 [rad]
    phi_P: float = 0.0  #: half-angle between P1 and P2 [rad]
    m_P: float | SX = 1.43  #: mass of the platform [kg]
    m_C: float | SX = 0.39  #: mass of a cylinder [kg]
    m_S: float | SX = 0.39  #: mass of a piston [kg]
    I_P: tuple[float | SX, ...] = (0.2, 0.2, 0.4)  #: (3,) principal inertia of the platform at its centre, {P} [kg m^2]
    I_C: tuple[float | SX, ...] = (0.0, 0.1, 0.1)  #: (3,) central inertia of a cylinder, {C_i}: x along the leg [kg m^2]
    I_S: tuple[float | SX, ...] = (0.0, 0.1, 0.1)  #: (3,) central inertia of a piston, {S_i} parallel to {C_i} [kg m^2]
    b_C: float | SX = 0.5  #: from B_i to the centre of mass of the cylinder [m]
    b_S: float | SX = 0.5  #: from P_i to the centre of mass of the piston [m]
    g: float | SX = 9.81  #: gravitational acceleration along -z_B [m/s^2]
    B: Points | None = None  #: (6, 3) attachment points B_i in {B} [m], any sequence; None for the hexagon of r_B, phi_B
    P: Points | None = None  #: (6, 3) attachment points P_i in {P} [m], any sequence; None for the hexagon of r_P, phi_P

    def __post_init__(self) -> None:
        for name in ("r_B", "r_P"):
            check_length(name, getattr(self, name))
        for name in ("phi_B", "phi_P", "b_C", "b_S", "g"):
            check_number(name, getattr(self, name))
        for name in ("m_P", "m_C", "m_S"):
            check_mass(name, getattr(self, name))
        for name in ("I_P", "I_C", "I_S"):
            check_principal(name, getattr(self, name))
        for name in ("B", "P"):
            if getattr(self, name) is not None:
                points = check_points(name, getattr(self, name))
                object.__setattr__(self, name, tuple(map(tuple, points.tolist())))

    @property
    def leg_spins(self) -> bool:
        """True if the spin of a leg about its own axis changes the forces: I_xx is not zero (else I_yy = I_zz)."""
        return self.symbols.numel() == 0 and bool(self.I_C[0] + self.I_S[0] != 0)

    @staticmethod
    def symbolic() -> Parameters:
        """Return the geometry of Table 2 with every dynamic parameter as a symbol; Table 1 counts operations of this case."""
        s = ca.SX.sym
        I_P, I_C, I_S = (tuple(s(f"{name}_{axis}") for axis in "xyz") for name in ("I_P", "I_C", "I_S"))
        masses = {name: s(name) for name in ("m_P", "m_C", "m_S", "b_C", "b_S", "g")}
        return Parameters(I_P=I_P, I_C=I_C, I_S=I_S, **masses)

    @property
    def symbols(self) -> SX:
        """(n, 1) the parameters that are symbols."""
        masses = (self.m_P, self.m_C, self.m_S, self.b_C, self.b_S, self.g)
        return ca.vertcat(*ca.symvar(SX(ca.vertcat(*masses, *self.I_P, *self.I_C, *self.I_S))))

    def b(self, i: int) -> Vector:
        """(3, 1) B_i in {B} [m], i = 0..5: own points, or angles phi_B, 120 deg - phi_B, 120 deg + phi_B, ..."""
        if self.B is not None:
            return column(self.B[i])
        pair, sign = (i + 1) // 2, (1, -1)[i % 2]
        return _on_circle(self.r_B, 2 * np.pi / 3 * pair + sign * self.phi_B)

    def p(self, i: int) -> Vector:
        """(3, 1) P_i in {P} [m], i = 0..5: own points, or angles 60 deg - phi_P, 60 deg + phi_P, 180 deg - phi_P, ..."""
        if self.P is not None:
            return column(self.P[i])
        pair, sign = i // 2, (-1, 1)[i % 2]
        return _on_circle(self.r_P, np.pi / 3 + 2 * np.pi / 3 * pair + sign * self.phi_P)


def _on_circle(radius: float, angle: float) -> Vector:
    return column(radius * snap([np.cos(angle), np.sin(angle), 0.0]))
