"""Parameters of the planar five-bar mechanism of Briot & Khalil, section 8.4.3.1."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parados.sources.briot_khalil.planar_leg import LegParameters
from parados.sources.own_numbers import check_mass, check_number, check_vector

__all__ = ["FiveBarParameters"]


def _leg_1() -> LegParameters:
    return LegParameters(0.213, 0.1878, 2.11e-2, 2.23e-5, 0.012, fv=(6.76, 0.0, 0.0), fs=(2.94, 0.0, 0.0))


def _leg_2() -> LegParameters:
    return LegParameters(0.213, 0.1878, 2.24e-2, 2.44e-5, 0.012, fv=(6.75, 0.0, 0.0), fs=(2.95, 0.0, 0.0))


@dataclass(frozen=True)
class FiveBarParameters:
    """Parameters of the five-bar mechanism; the defaults are the identified (base) parameters of the book (robot `five-bar`)."""

    d_11: float = -0.14  #: x of A_11 [m]
    d_21: float = 0.14  #: x of A_21 [m]
    leg_1: LegParameters = field(default_factory=_leg_1)
    leg_2: LegParameters = field(default_factory=_leg_2)  #: the friction of its third joint is unused
    m_4: float = 0.272  #: end effector, a point mass at A_13 [kg]
    gravity: tuple[float, float] = (0.0, 0.0)  #: along x_0, y_0 [m/s^2]; the book's robot is horizontal

    def __post_init__(self) -> None:
        for name in ("d_11", "d_21"):
            check_number(name, getattr(self, name))
        check_mass("m_4", self.m_4)
        check_vector("gravity", self.gravity, 2)

    def without_friction(self) -> FiveBarParameters:
        return replace(self, leg_1=self.leg_1.without_friction(), leg_2=self.leg_2.without_friction())
