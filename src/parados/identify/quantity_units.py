"""Units of efforts and of standard parameters: those of a joint that turns or slides."""

from __future__ import annotations

from collections.abc import Sequence

from parados.dynamics.dynamic_parameters import standard_parameters
from parados.identify.base_parameters import BaseParameters
from parados.model.model import Model

__all__ = ["effort_units", "parameter_units", "with_unit"]

SLIDING = ("px", "py", "pz", "vx", "vy", "vz")
"""Coordinates of the platform that are lengths."""

FIRST, SECOND = "kg m", "kg m²"

UNITS = {"m": "kg", "mx": FIRST, "my": FIRST, "mz": FIRST} | dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), SECOND)
"""Units of the inertial parameters, by kind."""

OF_JOINT = {
    "ia": ("kg", SECOND),
    "fv": ("N s/m", "N m s/rad"),
    "c": ("N s/m", "N m s/rad"),
    "k": ("N/m", "N m/rad"),
    **dict.fromkeys(("fs", "fb", "fn", "f0", "e"), ("N", "N m")),
}
"""Units of the parameters of a joint that slides and of one that turns, by kind."""


def effort_units(model: Model, names: Sequence[str]) -> tuple[str, ...]:
    """Return the units of the efforts of joints, or of the forces along coordinates of the platform."""
    joints = {joint.name: joint.unit == "m" for joint in model.mechanism.joints}
    return tuple("N" if joints.get(name, name in SLIDING) else "N m" for name in names)


def parameter_units(base: BaseParameters) -> tuple[str, ...]:
    """Return the unit of each base parameter; empty for a kind without one."""
    joints, found = base.model.mechanism.joints, dict[str, str]()
    for one in standard_parameters(base.model.mechanism):
        sliding, turning = OF_JOINT.get(one.kind, ("", ""))
        own = turning if one.owner >= 0 and joints[one.owner].unit == "rad" else sliding
        found[one.name] = UNITS.get(one.kind, own)
    return tuple(found.get(name, "") for name in base.names)


def with_unit(name: str, units: Sequence[str], place: int) -> str:
    """Return `name [unit]` for the unit at a place; the name alone if there are no units."""
    return f"{name} [{units[place]}]" if units else name
