"""A session of the studio without a browser: viser writes its messages, and nobody reads them."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import viser

from parados.api import Robot
from parados.studio.loopback_server import LoopbackServer
from parados.studio.map_panel import MapPanel
from parados.studio.robot_source import RobotSource
from parados.studio.session import Session

__all__ = ["HeadlessClient", "headless_session"]


class HeadlessClient:
    """What a session needs of viser's handle of a browser.

    session : its session;  told : the notifications (title, body)
    files : the downloads, name -> content;  drawn : the number of pictures taken
    """

    def __init__(self, server: LoopbackServer) -> None:
        self.client_id = 0
        self.session: Session
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

    def control(self, label: str, newest: bool = False) -> Any:
        """Return the handle of a control by its label; newest : True if several have this label."""
        found = [one for one in self.gui._gui_input_handle_from_uuid.values() if getattr(one, "label", None) == label]
        assert len(found) == 1 or (found and newest), f"{len(found)} controls are labelled {label!r}"
        return found[-1]

    def write(self, label: str, value: Any) -> None:
        """Give a control another value, and tell nobody."""
        self.control(label)._impl.value = value

    def set(self, label: str, value: Any = None, *, newest: bool = False) -> None:
        """Set the value of a control, or press a button, as a user does."""
        handle: Any = self.control(label, newest)
        if value is not None:
            handle._impl.value = value
        for callback in list(handle._impl.update_cb):
            _run(callback(SimpleNamespace(client=self, client_id=0, target=handle)))

    def click(self, node: str, **event: Any) -> None:
        """Click on a node of the scene."""
        for entry in self.scene._handle_from_node_name[node]._impl.click_cb:
            _run(entry.callback(SimpleNamespace(client=self, **event)))

    def settle(self, seconds: float = 60.0) -> None:
        """Wait until the session, its long task and its maps are done."""
        end = time.monotonic() + seconds
        for _ in range(3):  # the end of a task may post a request, which may begin another task
            assert self.session.worker.wait(seconds)
            while self._has_task():
                assert time.monotonic() < end, "a long task does not end"
                time.sleep(0.01)
            for panel in self.session.panels:
                if isinstance(panel, MapPanel):
                    assert panel._worker.wait(seconds)

    def _has_task(self) -> bool:
        """Tell whether a long task shows its progress on top of the panel."""
        top: Any = self.gui._container_handle_from_uuid["root"]
        return any(one.order == -1 for one in list(top._children.values()))

    def html(self) -> str:
        """Return all texts of the page that are HTML."""
        containers: Any = list(self.gui._container_handle_from_uuid.values())
        controls = [one for container in containers for one in list(container._children.values())]
        return " ".join(one.content for one in controls if isinstance(one, viser.GuiHtmlHandle))

    def nodes(self) -> set[str]:
        """Return the names of the nodes in the scene."""
        return set(self.scene._handle_from_node_name)


def _run(done: Any) -> None:
    """Wait for what a callback returns, if it is a coroutine; in another thread, since Playwright has a loop in this one."""
    if inspect.isawaitable(done):
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(_finish(done))).result()


async def _finish(done: Any) -> None:
    await done


@contextmanager
def headless_session(
    robot: Robot, path: Path | None = None, source: RobotSource | None = None
) -> Iterator[tuple[Session, HeadlessClient]]:
    """Yield a session that shows a robot, and its client; both end with the block.

    path : file that the studio was opened with;  source : the text of the robot
    """
    server = LoopbackServer("127.0.0.1", None, "parados")
    client: Any = HeadlessClient(server)
    session = client.session = Session(client, robot, path=path, source=source)
    try:
        assert session.worker.wait(60)
        yield session, client
    finally:
        session.close()
        server.stop()
