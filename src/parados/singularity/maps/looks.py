"""Names and colours of singularities and aspects, in figures and on pages."""

from __future__ import annotations

from typing import Any

from parados.singularity.singularity_kinds import KIND_NAMES

__all__ = ["COLOURS", "LOOKS", "NAMES", "SHADES"]

NAMES = {**KIND_NAMES, "border": "border of the reach", "coordinates": "singular coordinates"}

COLOURS = {
    "type1": "#56B4E9",
    "type2": "#E08214",
    "constraint": "#CC79A7",
    "lpjts": "#009E73",
    "lajts": "#F0E442",
    "serial": "#8A8F94",
}
"""Colours of Okabe and Ito, which differ in lightness."""

LOOKS: dict[str, dict[str, Any]] = {
    "type1": {"color": "#3C4650", "linewidth": 1.0},
    "border": {"color": "#3C4650", "linewidth": 1.0, "linestyle": (0, (1, 1))},
    "type2": {"color": "black", "linewidth": 2.4},
    "constraint": {"color": "#8E2C6C", "linewidth": 2.0, "linestyle": "--"},
    "lpjts": {"color": "#00674B", "linewidth": 2.0, "linestyle": "-."},
    "lajts": {"color": "#6B6400", "linewidth": 2.0, "linestyle": (0, (5, 1, 1, 1, 1, 1))},
    "serial": {"color": "#5A5F64", "linewidth": 2.0, "linestyle": (0, (8, 2))},
    "coordinates": {"color": "#8A8F94", "linewidth": 1.0, "linestyle": (0, (1, 2))},
}

SHADES = {1: ("#BFDDF2", "#8FC1E3", "#DDEDF8", "#6FA9D2"), -1: ("#E9A15B", "#F6CDA4", "#D98336", "#F1B97F"), 0: ("#A9D8C4",)}
"""Sign of the determinant -> colours of aspects: positive (light), negative (darker), no determinant (0)."""
