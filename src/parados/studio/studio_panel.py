"""Base class of all panels of the studio."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viser import IconName

    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["StudioPanel"]


class StudioPanel:
    """Part of the page of one browser. Its constructor adds controls to the open tab; `show` follows the robot.

    All methods run in the session's thread, one at a time; callbacks of controls only post requests (`Session.post`).
    A panel computes no mechanics: it asks the model.
    """

    title = ""
    """Name of the tab."""

    icon: IconName | None = None
    """Icon of the tab, from `viser.Icon`."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @staticmethod
    def serves(pose: PosedRobot) -> bool:
        """Tell whether a robot has something to show in this panel."""
        return True

    def show(self, pose: PosedRobot, source: object) -> None:
        """Show the robot at a new pose, or with new parameters; `source` is what changed it: a panel, or None."""

    def close(self) -> None:
        """End what still runs, such as an animation; the controls disappear by themselves."""
