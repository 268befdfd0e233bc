"""The panels of the studio, in the order of their tabs."""

from __future__ import annotations

from parados.studio.file_panel import FilePanel
from parados.studio.map_panel import MapPanel
from parados.studio.parameter_panel import ParameterPanel
from parados.studio.pose_panel import PosePanel
from parados.studio.studio_panel import StudioPanel
from parados.studio.view_panel import ViewPanel

__all__ = ["PANELS"]

PANELS: tuple[type[StudioPanel], ...] = (PosePanel, MapPanel, ParameterPanel, FilePanel, ViewPanel)
