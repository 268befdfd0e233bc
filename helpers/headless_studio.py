"""A session of the studio without a browser: viser writes its messages, and nobody reads them."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np

from parados.api import Robot
from parados.studio.loopback_server import LoopbackServer
from parados.studio.session import Session

__all__ = ["HeadlessClient", "headless_session"]


class HeadlessClient:
    """What a session needs of viser's handle of a browser.

    told : the notifications (title, body);  files : the downloads, name -> content;  drawn : the number of pictures taken
    """

    def __init__(self, server: LoopbackServer) -> None:
        self.client_id = 0
        self.scene, self.gui, self.atomic = server.scene, server.gui, server.atomic
        self.camera = SimpleNamespace(position=None, look_at=None, up_direction=None, fov=0.0, image_width=800, image_height=600)
        self.told: list[tuple[str, str]] = []
        self.files: dict[str, bytes] = {}
        self.drawn = 0

    def add_notification(self, title: str, body: str, **_: Any) -> None:
        self.told.append((title, body))

    def get_render(self, height: int, width: int, **options: Any) -> Any:
        """Return a white picture with a blue bar that moves by one pixel from picture to picture."""
        picture = np.full((height, width, 4 if options.get("transport_format") == "png" else 3), 255, dtype=np.uint8)
        picture[:, self.drawn % width, :3] = (0, 90, 200)
        self.drawn += 1
        return picture

    def send_file_download(self, name: str, content: bytes, **_: Any) -> None:
        self.files[name] = content

    def control(self, label: str) -> Any:
        """Return the handle of a control by its label."""
        found = [one for one in self.gui._gui_input_handle_from_uuid.values() if getattr(one, "label", None) == label]
        assert len(found) == 1, f"{len(found)} controls are labelled {label!r}"
        return found[0]

    def set(self, label: str, value: Any = None) -> None:
        """Set the value of a control, or press a button, as a user does."""
        handle: Any = self.control(label)
        if value is not None:
            handle._impl.value = value
        for callback in handle._impl.update_cb:
            done = callback(SimpleNamespace(client=self, client_id=0, target=handle))
            if inspect.isawaitable(done):
                asyncio.run(_finish(done))


async def _finish(done: Any) -> None:
    await done


@contextmanager
def headless_session(robot: Robot) -> Iterator[tuple[Session, HeadlessClient]]:
    """Yield a session that shows a robot, and its client; both end with the block."""
    server = LoopbackServer("127.0.0.1", None, "parados")
    client: Any = HeadlessClient(server)
    session = Session(client, robot)
    try:
        assert session.worker.wait(60)
        yield session, client
    finally:
        session.close()
        server.stop()
