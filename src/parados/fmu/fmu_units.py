"""Units of FMU variables, and their definitions by base units."""

from __future__ import annotations

from collections.abc import Sequence

from parados.topology.mechanism import Mechanism

__all__ = ["BASE_UNITS", "coordinate_units", "effort_unit", "joint_units", "per_second", "rate_units", "written_unit"]

BASE_UNITS: dict[str, dict[str, int]] = {
    "m": {"m": 1},
    "m/s": {"m": 1, "s": -1},
    "m/s2": {"m": 1, "s": -2},
    "rad": {"rad": 1},
    "rad/s": {"rad": 1, "s": -1},
    "rad/s2": {"rad": 1, "s": -2},
    "1": {},
    "1/s": {"s": -1},
    "1/s2": {"s": -2},
    "s": {"s": 1},
    "kg": {"kg": 1},
    "kg.m": {"kg": 1, "m": 1},
    "kg.m2": {"kg": 1, "m": 2},
    "N": {"kg": 1, "m": 1, "s": -2},
    "N.m": {"kg": 1, "m": 2, "s": -2},
    "N/m": {"kg": 1, "s": -2},
    "N.s/m": {"kg": 1, "s": -1},
    "N.m.s": {"kg": 1, "m": 2, "s": -1},
}
"""Name of a unit -> exponents of its base units."""

_WRITTEN = str.maketrans({"²": "2", "³": "3", " ": ".", "^": None})


def written_unit(unit: str) -> str:
    """Return the unit of a robot file in the spelling of FMI; empty if it is not known."""
    made = unit.translate(_WRITTEN)
    return made if made in BASE_UNITS else ""


def per_second(unit: str) -> str:
    """Return the unit of a time derivative."""
    return {"m": "m/s", "rad": "rad/s", "1": "1/s", "m/s": "m/s2", "rad/s": "rad/s2"}[unit]


def effort_unit(unit: str) -> str:
    """Return the unit of the effort that belongs to a coordinate."""
    return "N" if unit == "m" else "N.m"


def joint_units(mechanism: Mechanism) -> tuple[str, ...]:
    """Return the units of the actuated joints."""
    return tuple(mechanism.joints[k].unit for k in mechanism.actuated)


def coordinate_units(mechanism: Mechanism, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the units of the coordinates x, whose names are `labels`: joints, lengths, angles, or entries of a quaternion."""
    joints = {joint.name: joint.unit for joint in mechanism.joints}
    turning = "1" if mechanism.platform.is_quaternion else "rad"
    return tuple(joints.get(label) or ("m" if label in ("px", "py", "pz") else turning) for label in labels)


def rate_units(mechanism: Mechanism, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the units of the rates xd, whose names are `labels`: those of the coordinates, or of a twist."""
    twist = {"vx": "m/s", "vy": "m/s", "vz": "m/s", "wx": "rad/s", "wy": "rad/s", "wz": "rad/s"}
    own = twist if mechanism.platform.is_quaternion else {}
    units = coordinate_units(mechanism, labels)
    return tuple(own.get(label) or per_second(unit) for label, unit in zip(labels, units, strict=True))
