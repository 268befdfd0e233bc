"""A session of the studio on a real server, with a stand-in for the browser: it keeps what a browser would get."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from parados.api import Robot
from parados.studio.loopback_server import LoopbackServer
from parados.studio.session import Session


class Browser:
    """What a session uses of a browser: scene, controls, camera, notifications, pictures and downloads."""

    def __init__(self, server: LoopbackServer) -> None:
        self.server, self.scene, self.gui = server, server.scene, server.gui
        self.camera = SimpleNamespace()
        self.told: list[tuple[str, str]] = []
        self.files: dict[str, bytes] = {}
        self.drawn = 0

    def atomic(self) -> Any:
        return self.server.atomic()

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


@contextlib.contextmanager
def opened(robot: Robot) -> Iterator[Session]:
    """Open a session for a robot; wait until its page is built."""
    server = LoopbackServer("127.0.0.1", None, "test")
    browser: Any = Browser(server)
    session = Session(browser, robot)
    try:
        assert session.worker.wait(60)
        yield session
    finally:
        session.close()
        server.stop()
