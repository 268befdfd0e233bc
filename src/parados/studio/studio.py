"""Open the studio: a page in the browser on which a robot can be dragged, loaded and measured."""

from __future__ import annotations

import threading
import warnings
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parados.arguments import flag, instance, text, whole
from parados.errors import InputError, RobotWarning
from parados.studio.missing_extra import check_extra

if TYPE_CHECKING:
    from viser import ClientHandle

    from parados.api import Robot
    from parados.studio.played_motion import PlayedMotion
    from parados.studio.robot_source import RobotSource
    from parados.studio.session import Session

__all__ = ["Studio", "open_studio"]


class Studio:
    """A running studio.

    robot : robot that every browser begins with;  path : its file, which is watched, or None
    motion : motion that every browser begins with, or None
    host, port : address; by default this machine alone, and the first free port from 8412

    Each browser has its own session: what one does, the others do not see. `close` ends all of them.
    """

    def __init__(
        self,
        robot: Robot,
        *,
        path: Path | None = None,
        motion: PlayedMotion | None = None,
        host: str = "127.0.0.1",
        port: int | None = None,
    ) -> None:
        from parados.studio.file_watch import FileWatch
        from parados.studio.loopback_server import LoopbackServer
        from parados.studio.robot_source import source_of

        self.robot, self.path, self.motion, self.host = robot, path, motion, host
        self.sessions: dict[int, Session] = {}
        self._begun = self._latest = source_of(robot, path)  # the text of `robot`, and that of the file now
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self.server = LoopbackServer(host, port, "parados")
        self.server.on_client_connect(self._connected)
        self.server.on_client_disconnect(self._disconnected)
        self._watch = None if path is None else FileWatch(path, self._file_changed)

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}:{self.server.get_port()}"

    def _connected(self, client: ClientHandle) -> None:
        from parados.studio.session import Session

        with self._lock:
            # viser tells that a browser came and that it left in two threads: the second may be first
            if not self._ended.is_set() and client.client_id in self.server.get_clients():
                session = Session(client, self.robot, path=self.path, source=self._begun, motion=self.motion)
                self.sessions[client.client_id] = session
                if self._latest is not self._begun:
                    session.file_changed(self._latest)

    def _disconnected(self, client: ClientHandle) -> None:
        with self._lock:
            session = self.sessions.pop(client.client_id, None)
        if session is not None:
            session.close()

    def _file_changed(self, source: RobotSource | None) -> None:
        with self._lock:
            self._latest = source
            sessions = list(self.sessions.values())
        for session in sessions:
            session.file_changed(source)

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
        if self._watch is not None:
            self._watch.close()
        for session in sessions:
            session.close()
        self.server.stop()

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_studio(
    robot: Robot,
    *,
    motion: Any = None,
    path: Path | None = None,
    host: str = "127.0.0.1",
    port: int | None = None,
    browser: bool = True,
) -> Studio:
    """Start the studio for a robot, and open its page in the default browser.

    motion : a motion of the robot to begin with: a trajectory, a `MotionTable`, a `Run`, a motion of `parados.plan`, a log
    path : file of the robot; it is read again when it changes
    host : address to listen at, by default this machine alone;  port : by default the first free one from 8412
    browser : False to open no page
    """
    from parados.api import Robot

    instance("robot", robot, Robot, "a robot (parados.load)")
    address = text("host", host)
    number = None if port is None else whole("port", port, 1, 65535, "the number of a port")
    flag("browser", browser)
    check_extra()
    from parados.studio.loopback_server import is_loopback

    if not is_loopback(address):
        warnings.warn(
            f"studio: everybody who reaches {address} can use this page, and write the robot file that it shows",
            RobotWarning,
            stacklevel=2,
        )
    played = None if motion is None else _played(robot, motion)
    studio = Studio(robot, path=path, motion=played, host=address, port=number)
    if browser:
        webbrowser.open(studio.address)
    return studio


def _played(robot: Robot, motion: Any) -> PlayedMotion:
    """Return a motion of this robot as the studio plays it."""
    from parados.studio.played_sources import played_motion

    model = robot.compile()
    made = played_motion(model, motion)
    if (made.model.labels["x"], made.model.joint_names) != (model.labels["x"], model.joint_names):
        raise InputError(f"motion: it is a motion of {made.model.spec.name}, not of {model.spec.name}")
    return made.of_model(model)
