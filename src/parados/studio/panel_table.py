"""The panels of the studio, in the order of their tabs."""

from __future__ import annotations

from parados.studio.flexible_panel import FlexiblePanel
from parados.studio.force_panel import ForcePanel
from parados.studio.mode_panel import ModePanel
from parados.studio.pose_panel import PosePanel
from parados.studio.singularity_panel import SingularityPanel
from parados.studio.studio_panel import StudioPanel
from parados.studio.view_panel import ViewPanel

__all__ = ["PANELS"]

PANELS: tuple[type[StudioPanel], ...] = (
    PosePanel,
    ModePanel,
    ForcePanel,
    SingularityPanel,
    FlexiblePanel,
    ViewPanel,
)
