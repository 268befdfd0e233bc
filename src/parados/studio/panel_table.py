"""The panels of the studio, in the order of their tabs."""

from __future__ import annotations

from parados.studio.file_panel import FilePanel
from parados.studio.flexible_panel import FlexiblePanel
from parados.studio.force_panel import ForcePanel
from parados.studio.map_panel import MapPanel
from parados.studio.mode_panel import ModePanel
from parados.studio.motion_panel import MotionPanel
from parados.studio.parameter_panel import ParameterPanel
from parados.studio.pose_panel import PosePanel
from parados.studio.share_panel import SharePanel
from parados.studio.singularity_panel import SingularityPanel
from parados.studio.studio_panel import StudioPanel
from parados.studio.view_panel import ViewPanel

__all__ = ["PANELS"]

PANELS: tuple[type[StudioPanel], ...] = (
    PosePanel,
    MotionPanel,
    ForcePanel,
    SingularityPanel,
    FlexiblePanel,
    ModePanel,
    MapPanel,
    ParameterPanel,
    FilePanel,
    ViewPanel,
    SharePanel,
)
