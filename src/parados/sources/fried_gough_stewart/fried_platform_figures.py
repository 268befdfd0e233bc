"""Figs. 3-5: the motion of the platform."""

from __future__ import annotations

from dataclasses import replace

from parados.sources.entry import Reproduction
from parados.sources.fried_gough_stewart.fried_runs import GEOMETRY, HELIX, runs
from parados.sources.fried_platform import platform_acceleration, platform_trajectory, platform_velocity

__all__ = ["acceleration", "trajectory", "velocity"]

ROBOT = "Gough-Stewart platform of Fried et al."


def trajectory() -> Reproduction:
    """Compute Fig. 3: the path."""
    return _with_geometry(
        platform_trajectory(HELIX, runs(), f"{ROBOT}, Fig. 3 on a chosen path: the path")
    )


def velocity() -> Reproduction:
    """Compute Fig. 4: the velocity."""
    return _with_geometry(platform_velocity(HELIX, runs(), f"{ROBOT}, Fig. 4 on a chosen path: velocity"))


def acceleration() -> Reproduction:
    """Compute Fig. 5: the acceleration."""
    return _with_geometry(platform_acceleration(HELIX, runs(), f"{ROBOT}, Fig. 5 on a chosen path: acceleration"))


def _with_geometry(reproduction: Reproduction) -> Reproduction:
    return replace(reproduction, choices=[*reproduction.choices, GEOMETRY])
