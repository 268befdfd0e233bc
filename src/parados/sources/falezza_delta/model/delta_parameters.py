"""Dimensions and masses of a 3-DoF Delta robot in the symbols of Falezza et al."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from parados.errors import InputError
from parados.sources.own_numbers import check_length, check_mass, check_number, check_vector
from parados.spatial.vectors import snap

__all__ = ["DeltaParameters"]


@dataclass(frozen=True)
class DeltaParameters:
    """Parameters of Tables 1 and 2; the defaults are those of the D3-1200. None stands for the value of a homogeneous rod.

    Attributes
    ----------
    r_f, r_e : radii of the base and of the moving platform [m]
    l1, l2 : lengths of the active and of the passive link [m]
    a1, a2 : distance of their centres of mass from f_i and j_i [m]; a2 = l2/2
    m0, m1, m2 : masses of the platform with its load, of an active link, of a pair of rods [kg]
    I1, I2 : inertias about the centres of mass, across the link [kg m^2]; I2 = m2 l2^2/12
    I3, k_r : inertia of a rotor [kg m^2] and the ratio of its gear
    g : gravity, along -z [m/s^2]
    alpha_degrees : directions of the three legs in the {X, Y} plane [deg]
    """

    r_f: float = 0.25
    r_e: float = 0.1
    l1: float = 0.375
    l2: float = 0.9
    a1: float = 0.122
    a2: float | None = None
    m0: float = 0.94
    m1: float = 1.4
    m2: float = 0.39
    I1: float = 0.035
    I2: float | None = None
    I3: float = 0.0
    k_r: float = 1.0
    g: float = 9.81
    alpha_degrees: tuple[float, float, float] = (0.0, 120.0, 240.0)

    def __post_init__(self) -> None:
        for name in ("l1", "l2"):
            check_length(name, getattr(self, name))
        for name in ("r_f", "r_e", "m0", "m1", "m2", "I1", "I3"):
            check_mass(name, getattr(self, name))
        for name in ("a1", "k_r", "g"):
            check_number(name, getattr(self, name))
        if self.a2 is not None:
            check_number("a2", self.a2)
        if self.I2 is not None:
            check_mass("I2", self.I2)
        check_vector("alpha_degrees", self.alpha_degrees)
        apart = np.sort(np.mod(self.alpha_degrees, 360.0))
        if min(np.diff([*apart, apart[0] + 360.0])) < 1e-6:
            raise InputError("alpha_degrees: two legs have the same direction, so they cannot hold the platform; spread them out")

    @property
    def r(self) -> float:
        """r_f - r_e [m]: radius of the base if the platform is shrunk to the point x."""
        return self.r_f - self.r_e

    @property
    def cos_alpha(self) -> NDArray[np.float64]:
        return snap(np.cos(np.radians(self.alpha_degrees)))

    @property
    def sin_alpha(self) -> NDArray[np.float64]:
        return snap(np.sin(np.radians(self.alpha_degrees)))

    @property
    def centre(self) -> float:
        """mu = a2/l2; the centre of mass of a rod is (1 - mu) j' + mu x."""
        return 0.5 if self.a2 is None else self.a2 / self.l2

    @property
    def length_a2(self) -> float:
        """a2 [m], also if it is not given."""
        return self.centre * self.l2

    @property
    def rod_inertia(self) -> float:
        """I2 about the centre of mass; printed: m2 l2^2/3, which counts the translation in T_2 twice."""
        return self.m2 * self.l2**2 / 12 if self.I2 is None else self.I2

    @property
    def rod_masses(self) -> tuple[float, float, float]:
        """(m_xx, m_xj, m_jj) [kg]: twice the kinetic energy of a rod is m_xx |x_d|^2 + 2 m_xj x_d.j_d + m_jj |j_d|^2.

        This is exact for every body without inertia about the line from j' to x. A homogeneous rod has m2 (1/3, 1/6, 1/3);
        two point masses at its ends (A2, I2 = m2 l2^2/4) have m2 (1/2, 0, 1/2).
        """
        mu, kappa = self.centre, self.rod_inertia / self.l2**2
        return self.m2 * mu**2 + kappa, self.m2 * mu * (1 - mu) - kappa, self.m2 * (1 - mu) ** 2 + kappa

    def simplified(self) -> DeltaParameters:
        """Return the parameters for which the complete model equals M_s: assumptions A1 and A2."""
        return replace(self, a1=self.l1 / 2, I1=self.m1 * self.l1**2 / 12, a2=None, I2=self.m2 * self.l2**2 / 4)
