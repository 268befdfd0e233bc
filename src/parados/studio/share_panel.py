"""Tab that gives the robot or its motion to others: a page that works offline, or a moving picture."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from viser import Icon

from parados.errors import InputError
from parados.studio.moving_picture import check_format, moving_picture
from parados.studio.scene_page import scene_html
from parados.studio.studio_panel import StudioPanel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parados.studio.long_task import Progress
    from parados.studio.session import Session

__all__ = ["SharePanel"]

SIZES = {"small (480 x 360)": (360, 480), "medium (800 x 600)": (600, 800), "large (1280 x 960)": (960, 1280)}

RATE = 20.0
"""Pictures for each second of a moving picture [Hz]."""

MOST_PICTURES = 600

PATIENCE = 60.0
"""Time in which a browser must draw one picture [s]."""


class SharePanel(StudioPanel):
    """Buttons that make files, which the browser then saves."""

    title, icon = "Share", Icon.SHARE

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        gui: Any = session.gui
        with gui.add_folder("Web page"):
            gui.add_markdown("One file that works offline: the robot at this pose, or the motion of the tab Motion.")
            page = gui.add_button("Save as a web page", icon=Icon.WORLD)
        with gui.add_folder("Moving picture"):
            gui.add_markdown("The motion of the tab Motion, as this page shows it.")
            self._size = gui.add_dropdown("Size", tuple(SIZES), initial_value="medium (800 x 600)")
            self._speed = gui.add_number("Speed", 1.0, min=0.01, max=100.0, step=0.1)
            gif = gui.add_button("Save as GIF", icon=Icon.GIF)
            mp4 = gui.add_button("Save as MP4", icon=Icon.MOVIE)
        with gui.add_folder("Picture"):
            png = gui.add_button("Save as PNG", icon=Icon.PHOTO)
        page.on_click(lambda _: session.post("share", self._page))
        gif.on_click(lambda _: session.post("share", lambda: self._record("gif")))
        mp4.on_click(lambda _: session.post("share", lambda: self._record("mp4")))
        png.on_click(lambda _: session.post("share", self._picture))

    def _page(self) -> None:
        pose, motion, dark = self.session.pose, self.session.motion, self.session.dark
        moving = motion if motion is not None and motion.model is pose.model else None

        def work(progress: Progress) -> str:
            progress(0.1)
            return scene_html(pose.model, moving, x=pose.x, mode=pose.mode, dark=dark)

        self.session.tasks.start("Writing the page", work, lambda made: self._send("html", made.encode()))

    def _record(self, form: str) -> None:
        motion = self.session.motion
        if motion is None or motion.model is not self.session.pose.model:
            raise InputError("moving picture: there is no motion yet; make or open one in the tab Motion")
        check_format(form)
        count = int(motion.duration / float(self._speed.value) * RATE) + 1
        if count > MOST_PICTURES:
            raise InputError(
                f"moving picture: {count:,} pictures would be drawn; at most {MOST_PICTURES} are, use a higher speed"
            )
        times = np.linspace(motion.t[0], motion.t[-1], max(count, 2))
        height, width = SIZES[self._size.value]

        def work(progress: Progress) -> bytes:
            drawn = []
            with self._without_arrows():
                for k, time in enumerate(times):
                    progress(0.95 * k / len(times))
                    self._go_to(float(time))
                    drawn.append(self.session.client.get_render(height, width, timeout=PATIENCE)[:, :, :3])
            return moving_picture(drawn, RATE, form)

        self.session.tasks.start("Recording the motion", work, lambda made: self._send(form, made))

    @contextmanager
    def _without_arrows(self) -> Iterator[None]:
        """Hide the arrows that drag the platform."""
        gizmo = self.session.gizmo
        before = gizmo is not None and gizmo.visible
        try:
            if gizmo is not None:
                gizmo.visible = False
            yield
        finally:
            if gizmo is not None:
                gizmo.visible = before

    def _go_to(self, time: float) -> None:
        """Show the motion at a time [s], and wait until the session has done so."""
        self.session.post("play", lambda: self.session.go_to(time))
        self.session.worker.wait(PATIENCE)

    def _picture(self) -> None:
        height, width = SIZES[self._size.value]

        def work(progress: Progress) -> bytes:
            import io

            from PIL import Image

            progress(0.2)
            with self._without_arrows():
                drawn = self.session.client.get_render(height, width, transport_format="png", timeout=PATIENCE)
            file = io.BytesIO()
            Image.fromarray(drawn).save(file, "PNG")
            return file.getvalue()

        self.session.tasks.start("Taking a picture", work, lambda made: self._send("png", made))

    def _send(self, ending: str, content: bytes) -> None:
        name = "".join(c if c.isalnum() or c in "-_" else "-" for c in self.session.pose.robot.name)
        self.session.client.send_file_download(f"{name}.{ending}", content, save_immediately=True)
        self.session.tell("Saved", f"{name}.{ending}, {len(content) / 1e6:.2g} MB")
