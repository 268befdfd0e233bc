"""Figures: style, and drawings of robots from their models."""

from parados.plots.robot_drawing import draw_robot
from parados.plots.style import save

__all__ = ["draw_robot", "save"]
