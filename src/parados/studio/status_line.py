"""The line on top of the panel: whether the pose is within reach and within the limits of the joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parados.text.html_page import html_text

if TYPE_CHECKING:
    from parados.studio.posed_robot import PosedRobot
    from parados.studio.session import Session

__all__ = ["StatusLine"]

GOOD, WARN, BAD = "#2f9e44", "#e8590c", "#c1121f"

LONGEST = 220
"""Largest number of characters of the line."""


class StatusLine:
    """A coloured line of text."""

    def __init__(self, session: Session) -> None:
        self._html = session.gui.add_html("")
        self.text = ""

    def show(self, pose: PosedRobot, stopped: str) -> None:
        """Say that the robot stopped at the border of its reach, or which joints are beyond their limits."""
        beyond = np.flatnonzero(pose.beyond)
        if stopped:
            self._write(f"Stopped at the border of the reach: {stopped}", BAD)
        elif len(beyond):
            own = pose.model.mechanism.joints
            joints = [f"{own[k].name} by {pose.beyond[k]:.3g} {own[k].unit}" for k in beyond]
            self._write(f"Beyond joint limits: {', '.join(joints)}", WARN)
        else:
            self._write("Within reach and joint limits", GOOD)

    def _write(self, text: str, colour: str) -> None:
        text = text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
        if text != self.text:
            self.text = text
            style = f"color:{colour};font-size:0.85em;padding:0.2em 0.9em;line-height:1.35;font-weight:600"
            self._html.content = f'<div style="{style}">{html_text(text)}</div>'
