"""Open the studio: a page in the browser on which a robot can be dragged, loaded and measured."""

from __future__ import annotations

import threading
import warnings
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from parados.arguments import flag, instance, text, whole
from parados.errors import InputError, RobotWarning

if TYPE_CHECKING:
    from viser import ClientHandle

    from parados.api import Robot
    from parados.studio.session import Session

__all__ = ["Studio", "open_studio"]


class Studio:
    """A running studio.

    robot : robot that every browser begins with;  path : its file, which is watched, or None
    host, port : address; by default this machine alone, and the first free port from 8412

    Each browser has its own session: what one does, the others do not see. `close` ends all of them.
    """

    def __init__(self, robot: Robot, *, path: Path | None = None, host: str = "127.0.0.1", port: int | None = None) -> None:
        from parados.studio.loopback_server import LoopbackServer

        self.robot, self.path, self.host = robot, path, host
        self.sessions: dict[int, Session] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.server = LoopbackServer(host, port, "parados")
        self.server.on_client_connect(self._connected)
        self.server.on_client_disconnect(self._disconnected)

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}:{self.server.get_port()}"

    def _connected(self, client: ClientHandle) -> None:
        from parados.studio.session import Session

        with self._lock:
            if not self._ended.is_set():
                self.sessions[client.client_id] = Session(client, self.robot, self.path)

    def _disconnected(self, client: ClientHandle) -> None:
        with self._lock:
            session = self.sessions.pop(client.client_id, None)
        if session is not None:
            session.close()

    def wait(self) -> None:
        """Wait until the studio is closed, for example by Ctrl-C."""
        try:
            self._ended.wait()
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """Close all sessions and the server."""
        with self._lock:
            self._ended.set()
            sessions, self.sessions = list(self.sessions.values()), {}
        for session in sessions:
            session.close()
        self.server.stop()

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_studio(
    robot: Robot, *, path: Path | None = None, host: str = "127.0.0.1", port: int | None = None, browser: bool = True
) -> Studio:
    """Start the studio for a robot, and open its page in the default browser.

    path : file of the robot; it is read again when it changes
    host : address to listen at, by default this machine alone;  port : by default the first free one from 8412
    browser : False to open no page
    """
    from parados.api import Robot

    instance("robot", robot, Robot, "a robot (parados.load)")
    address = text("host", host)
    number = None if port is None else whole("port", port, 1, 65535, "the number of a port")
    flag("browser", browser)
    _check_extra()
    from parados.studio.loopback_server import is_loopback

    if not is_loopback(address):
        warnings.warn(
            f"studio: everybody who reaches {address} can use this page, and write the robot file that it shows",
            RobotWarning,
            stacklevel=2,
        )
    studio = Studio(robot, path=path, host=address, port=number)
    if browser:
        webbrowser.open(studio.address)
    return studio


def _check_extra() -> None:
    try:
        import viser  # noqa: F401
    except ImportError as error:
        raise InputError(f'studio: the package {error.name} is missing; install it with: pip install "parados[studio]"') from None
