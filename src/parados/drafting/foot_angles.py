"""Angles about z at which the legs of a planned robot are attached to the base and to the platform."""

from __future__ import annotations

from dataclasses import dataclass

from parados.drafting.family_name import Family
from parados.drafting.leg_plan import LegPlan

__all__ = ["FootAngles", "foot_angles"]

TWIST = 40.0
"""Angle between the platform and the base for legs that would otherwise point to the centre of the robot [deg]."""

PAIR = 12.0
"""Half the angle between the two legs of a pair on the base, and between neighbours of two pairs on the platform [deg]."""

ASIDE = 35.0
"""Angle by which neighbouring legs turn to opposite sides [deg]."""


@dataclass(frozen=True)
class FootAngles:
    """Angles [deg] about z of the attachments of the legs (feet), on the base and on the platform."""

    base: tuple[float, ...]
    platform: tuple[float, ...]

    @property
    def is_regular(self) -> bool:
        """True if the legs are evenly spaced and have the same angles on the base and on the platform."""
        even = tuple(360.0 * k / len(self.base) for k in range(len(self.base)))
        return self.base == even == self.platform


def foot_angles(family: Family, plan: LegPlan) -> list[FootAngles]:
    """Return the arrangements of the legs' attachments to try for a family, the most common one first."""
    n = family.count
    even = tuple(360.0 * k / n for k in range(n))
    regular = FootAngles(even, even)
    twisted = FootAngles(even, tuple(g + TWIST for g in even))
    aside = FootAngles(even, tuple(g + (ASIDE if k % 2 == 0 else -ASIDE) for k, g in enumerate(even)))
    if plan.arrangement == "orthogonal":
        return [regular]
    if plan.arrangement == "planar":
        struts = any(joint.role == "strut" for joint in plan.joints)
        return [twisted, regular] if struts else [regular, twisted]
    if plan.arrangement == "schoenflies":
        return [aside, regular]
    if family.leg_freedoms < 6:
        return [regular]  # axes on the platform have to fit those of the leg
    half = 360.0 / n  # between the middle of a pair and a foot of its neighbour, on the base and on the platform
    middles = [2 * half * k for k in range(n // 2) for _ in range(2)]
    sides = [-1, 1] * (n // 2)
    pairs = FootAngles(
        tuple(m + s * PAIR for m, s in zip(middles, sides, strict=True)),
        tuple(m + s * (half - PAIR) for m, s in zip(middles, sides, strict=True)),
    )
    return [pairs, regular] if n % 2 == 0 and n > 3 else [regular, twisted, aside]
