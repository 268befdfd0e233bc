"""Tab with a gallery of all working modes at the pose, and of all assembly modes at the actuated joints."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from viser import Icon

from parados.model.assembly_sheet import assembly_pictures
from parados.model.working_mode_sheet import listed_modes, lists_every_mode, mode_picture
from parados.plots.mode_strips import mode_strips
from parados.plots.skeleton import is_planar
from parados.studio.effort_bars import message_html
from parados.studio.posed_robot import PosedRobot
from parados.studio.studio_panel import StudioPanel
from parados.text.numbers import counted

if TYPE_CHECKING:
    from parados.model.assembly_result import AssemblyModes
    from parados.model.working_mode_sheet import ListedMode
    from parados.plots.mode_sheet import ModePicture
    from parados.studio.long_task import Progress
    from parados.studio.session import Session

__all__ = ["ModePanel"]

Strip = NDArray[np.uint8]

COLUMNS = 3
"""Number of pictures in a row."""

MOST = 48
"""Largest number of pictures in a gallery."""


class ModePanel(StudioPanel):
    """Small pictures with a button each; a click moves the robot there. They are drawn when a user asks for them."""

    title, icon = "Modes", Icon.LAYOUT_GRID

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui = session.gui
        with gui.add_folder("Working modes at this pose"):
            draw = gui.add_button("Draw working modes", icon=Icon.LAYOUT_GRID)
            draw.on_click(lambda _: session.post("modes", self._draw_working))
            self._working = _Gallery(gui)
        with gui.add_folder("Assembly modes at these actuated joints"):
            gui.add_button("Find assembly modes", icon=Icon.SEARCH).on_click(lambda _: session.post("modes", self._find_assembly))
            self._assembly = _Gallery(gui)

    # -- working modes ------------------------------------------------------------------------------------------------

    def _draw_working(self) -> None:
        pose = self.session.pose
        listed = listed_modes(pose.model, pose.mode)
        if not listed:
            self._working.tell("No leg has a choice: this robot has one working mode.")
            return

        def work(progress: Progress) -> tuple[list[ListedMode], list[ModePicture], list[Strip]]:
            pictures = [mode_picture(pose.model, pose.x, one) for one in listed]
            reached = [k for k, picture in enumerate(pictures) if picture.robot is not None]
            own = [pictures[k] for k in reached]
            return [listed[k] for k in reached], own, _strips(pose, own, progress)

        self.session.tasks.start("Pictures of the working modes", work, partial(self._show_working, pose, len(listed)))

    def _show_working(self, pose: PosedRobot, count: int, found: tuple[list[ListedMode], list[ModePicture], list[Strip]]) -> None:
        listed, _, strips = found
        told = f"{counted(len(listed), 'mode')} of {count} reach this pose; a click changes the mode."
        if not lists_every_mode(pose.model):
            told = f"Leg by leg, the other legs as they are now; {told}"
        titles = [one.title.removeprefix("mode ") for one in listed]
        self._working.show(told, strips, titles, lambda k: self.session.post("mode", lambda: self._change_mode(listed[k])))

    def _change_mode(self, listed: ListedMode) -> None:
        self.session.place(self.session.pose.in_mode(listed.mode), self)

    # -- assembly modes -----------------------------------------------------------------------------------------------

    def _find_assembly(self) -> None:
        pose = self.session.pose

        def work(progress: Progress) -> tuple[AssemblyModes, list[Strip]]:
            found = pose.model.assembly_modes(pose.q)
            return found, _strips(pose, assembly_pictures(found)[:MOST], progress)

        self.session.tasks.start("Search of all assembly modes", work, self._show_assembly)

    def _show_assembly(self, result: tuple[AssemblyModes, list[Strip]]) -> None:
        found, strips = result
        shown = min(len(found), MOST)
        left = "" if shown == len(found) else f" The first {shown} are drawn."
        told = f"{counted(len(found), 'assembly mode')}: {found.reason}{left}"
        titles = [f"{k + 1}" for k in range(shown)]
        self._assembly.show(told, strips, titles, lambda k: self.session.post("mode", lambda: self._assemble(found, k)))

    def _assemble(self, found: AssemblyModes, k: int) -> None:
        pose, mode = self.session.pose, found.modes[k]
        moved = PosedRobot(pose.robot, pose.model, found.x[k], pose.mode if mode is None else mode)
        _ = moved.bodies
        self.session.place(moved, self)


class _Gallery:
    """Rows of pictures with a row of buttons below each."""

    def __init__(self, gui: Any) -> None:
        self._gui = gui
        self._told = gui.add_html("")
        self._place = gui.add_folder("Pictures", visible=False)
        self.titles: list[str] = []
        self.chosen: Callable[[int], None] = lambda _: None

    def tell(self, text: str) -> None:
        """Show a text instead of pictures."""
        self._clear()
        self._told.content = message_html(text)

    def _clear(self) -> None:
        self.titles = []
        for child in list(self._place._children.values()):
            child.remove()

    def show(self, told: str, strips: list[Strip], titles: list[str], chosen: Callable[[int], None]) -> None:
        """Show rows of pictures; `chosen` gets the number of the picture whose button a user clicks."""
        self.tell(told)
        self.titles, self.chosen = titles, chosen
        self._place.visible = bool(strips)
        with self._place:
            for row, strip in enumerate(strips):
                self._gui.add_image(strip, format="png")
                first = row * COLUMNS
                self._add_buttons(titles[first : first + COLUMNS], first)

    def _add_buttons(self, titles: list[str], first: int) -> None:
        buttons = self._gui.add_button_group("", titles)
        buttons.on_click(lambda event: self.chosen(first + titles.index(event.target.value)))


def _strips(pose: PosedRobot, pictures: list[ModePicture], progress: Progress) -> list[Strip]:
    """Draw the rows of a gallery."""
    planar = is_planar(pose.model, pose.links)
    strips = []
    for strip in mode_strips(pictures, COLUMNS, planar):
        strips.append(strip)
        progress(len(strips) * COLUMNS / len(pictures))
    return strips
