"""Kinds of singularities (Briot & Khalil 7.5): their order, names and meanings. A kind is an attribute of `Distances`."""

from __future__ import annotations

__all__ = ["BY_LEG", "KINDS", "KIND_NAMES", "MEANINGS", "OF_PLATFORM"]

KIND_NAMES = {
    "type1": "Type 1",
    "type2": "Type 2",
    "constraint": "constraint",
    "lpjts": "LPJTS",
    "lajts": "LAJTS",
    "serial": "serial",
}

MEANINGS = {
    "type1": "a leg at the border of its reach",
    "type2": "the platform moves with locked actuators",
    "constraint": "the legs no longer guide the platform",
    "lpjts": "passive joints of a leg move by themselves",
    "lajts": "actuators of a leg move against each other",
    "serial": "all joints of a leg move, the platform stands still",
}

KINDS = tuple(KIND_NAMES)
"""Kinds of singularities, in the order in which they are numbered in a map."""

OF_PLATFORM = ("type2", "constraint")
"""Singularities of the platform. They do not limit the reach of a leg, though they may meet its border."""

BY_LEG = tuple(kind for kind in KINDS if kind not in OF_PLATFORM)
"""Kinds of singularities of a single leg."""
