"""Watch a robot file: tell when another program saves it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from parados.studio.robot_source import RobotSource, file_source

__all__ = ["FileWatch"]

PERIOD = 0.5
"""Time between two looks at the file [s]."""


class FileWatch:
    """A thread that calls `changed(source)` when the text of a file changes; None if the file cannot be read any more.

    An editor may remove a file and write it again: a missing file is told only if it is missing twice in a row.
    """

    def __init__(self, path: Path, changed: Callable[[RobotSource | None], None], period: float = PERIOD) -> None:
        self._path, self._changed, self._period = path, changed, period
        self._stamp, self._text = self._stamped(), self._read()
        self._missing = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while not self._ended.wait(self._period):
            self._look()

    def _look(self) -> None:
        stamp = self._stamped()
        if stamp is None:
            self._missing += 1
            if self._missing == 2:
                self._stamp, self._text = None, None
                self._changed(None)
            return
        self._missing = 0
        if stamp == self._stamp:
            return
        self._stamp, text = stamp, self._read()
        if text != self._text:
            self._text = text
            self._changed(None if text is None else RobotSource(text, self._path.name, self._path))

    def _stamped(self) -> tuple[int, int] | None:
        """Return time and size of the file; None if there is none."""
        try:
            facts = self._path.stat()
        except OSError:
            return None
        return facts.st_mtime_ns, facts.st_size

    def _read(self) -> str | None:
        try:
            return file_source(self._path).text
        except (OSError, ValueError):
            return None
