"""Facts about a robot as sentences and as short numbers."""

from __future__ import annotations

from fractions import Fraction
from math import pi
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parados.kinematics.mobility import Mobility

__all__ = ["angle", "counted", "mobility_sentence", "number"]


def counted(count: int, thing: str, things: str | None = None) -> str:
    """'1 actuator', '2 actuators'."""
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def number(value: float) -> str:
    """Six significant digits, and nothing more than needed."""
    return f"{value:.6g}" if value else "0"


def angle(value: float) -> str:
    """An angle [rad], as a fraction of pi where it is one."""
    ratio = Fraction(value / pi).limit_denominator(12)
    if not value or abs(ratio * pi - value) > 1e-12:
        return number(value)
    top = {1: "π", -1: "-π"}.get(ratio.numerator, f"{ratio.numerator}π")
    return top if ratio.denominator == 1 else f"{top}/{ratio.denominator}"


def mobility_sentence(found: Mobility) -> str:
    """Degrees of freedom, with whatever is more or less than usual."""
    parts = [f"{counted(found.dof, 'degree of freedom', 'degrees of freedom')}"]
    if found.overconstraint:
        parts.append(counted(found.overconstraint, "redundant constraint"))
    if found.actuation_redundancy:
        parts.append(counted(found.actuation_redundancy, "redundant actuator"))
    if found.kinematic_redundancy:
        parts.append(f"{counted(found.kinematic_redundancy, 'motion')} beyond the platform's")
    return ", ".join(parts)
