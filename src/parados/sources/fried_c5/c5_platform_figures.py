"""Figs. 7-9: the motion of the platform."""

from __future__ import annotations

from dataclasses import replace

from parados.sources.entry import Reproduction
from parados.sources.fried_c5.c5_actuator_figures import kinematic_lines
from parados.sources.fried_c5.c5_runs import GEOMETRY, HELIX, runs
from parados.sources.fried_platform import platform_acceleration, platform_trajectory, platform_velocity

__all__ = ["acceleration", "trajectory", "velocity"]


def trajectory() -> Reproduction:
    """Compute Fig. 7: the path."""
    return _completed(platform_trajectory(HELIX, runs(), "C5 robot, Fig. 7 on a chosen path: the path"), "q")


def velocity() -> Reproduction:
    """Compute Fig. 8: the velocity."""
    return _completed(platform_velocity(HELIX, runs(), "C5 robot, Fig. 8 on a chosen path: velocity"), "qd")


def acceleration() -> Reproduction:
    """Compute Fig. 9: the acceleration."""
    return _completed(platform_acceleration(HELIX, runs(), "C5 robot, Fig. 9 on a chosen path: acceleration"), "qdd")


def _completed(reproduction: Reproduction, level: str) -> Reproduction:
    """Add the lines about the motion of the actuators, which the paper does not draw."""
    lines = [*reproduction.lines, *kinematic_lines(level)]
    return replace(reproduction, lines=lines, choices=[*reproduction.choices, GEOMETRY])
